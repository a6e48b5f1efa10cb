import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * Runs queries in an H2 database in memory, or a script in Rhino, in ROUNDS, and prints the CPU time of the process in each
 * round in milliseconds. Usage: Loads h2|rhino ROUNDS
 */
public class Loads {
    static void h2(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop all objects");
            statement.execute("create table item (id int primary key, name varchar, part int, price double)");
            statement.execute("create index by_part on item (part)");
            try (PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?, ?, ?)")) {
                for (int i = 0; i < 8000; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "item " + i * 7919 % 8000);
                    insert.setInt(3, i % 97);
                    insert.setDouble(4, i * 0.25);
                    insert.execute();
                }
            }
            String[] queries = {"select part, count(*), sum(price), max(name) from item group by part order by part",
                "select a.id, b.name from item a join item b on b.id = a.part where a.price > 100 order by b.name, a.id",
                "select count(*) from item where name like '%99%' or lower(name) like 'item 1%'"};
            for (int i = 0; i < 4; i++) {
                for (String query : queries) {
                    try (ResultSet result = statement.executeQuery(query)) {
                        while (result.next())
                            result.getString(1);
                    }
                }
            }
        }
    }

    static final String script = "function Tree(depth) { this.left = depth ? new Tree(depth - 1) : null;"
        + " this.right = depth ? new Tree(depth - 1) : null; this.value = depth; }"
        + "Tree.prototype.sum = function () { return this.value + (this.left ? this.left.sum() + this.right.sum() : 0); };"
        + "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
        + "function words(n) { var counts = {}; for (var i = 0; i < n; i++) { var key = 'w' + (i * 31 % 101);"
        + " counts[key] = (counts[key] || 0) + 1; } var all = []; for (var k in counts) all.push(k + counts[k]);"
        + " return all.sort().join(',').length; }"
        + "var result = 0; for (var i = 0; i < 6; i++) result += fib(20) + words(20000) + new Tree(13).sum(); result;";

    static void rhino() throws Exception {
        org.mozilla.javascript.Context context = org.mozilla.javascript.Context.enter();
        try {
            context.evaluateReader(context.initStandardObjects(), new StringReader(script), "script.js", 1, null);
        } finally {
            org.mozilla.javascript.Context.exit();
        }
    }

    public static void main(String[] arguments) throws Exception {
        boolean isDatabase = arguments[0].equals("h2");
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Connection connection = isDatabase ? DriverManager.getConnection("jdbc:h2:mem:test") : null;
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            long before = system.getProcessCpuTime();
            if (isDatabase)
                h2(connection);
            else
                rhino();
            System.out.println((system.getProcessCpuTime() - before) / 1000000);
        }
    }
}
