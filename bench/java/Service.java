import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A service in Tomcat, with virtual threads where the JVM has them, answers eight clients. Prints the CPU time of the
 * process in each round of requests in milliseconds. Usage: Service tomcat ROUNDS
 */
public class Service {
    static final int CLIENTS = 8, REQUESTS = 250;

    record Order(int id, String customer, int amount, String note) {
        boolean isLarge() {
            return amount > 500;
        }

        int total() {
            return amount + amount / 5;
        }
    }

    static class Orders extends HttpServlet {
        private List<Order> find(int from) {
            List<Order> orders = new ArrayList<>();
            for (int i = from; i < from + 300; i++)
                orders.add(new Order(i, "customer " + i * 31 % 17, i * 7919 % 1000, "a note about " + i));
            return orders;
        }

        private Map<String, Integer> sums(List<Order> orders) {
            return orders.stream().filter(Order::isLarge)
                .collect(Collectors.groupingBy(Order::customer, TreeMap::new, Collectors.summingInt(Order::total)));
        }

        private void quote(String text, StringBuilder json) {
            json.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\')
                    json.append('\\');
                json.append(c);
            }
            json.append('"');
        }

        private String write(List<Order> orders, Map<String, Integer> sums) {
            StringBuilder json = new StringBuilder("{\"orders\":[");
            for (Order order : orders) {
                json.append("{\"id\":").append(order.id()).append(",\"note\":");
                quote(order.note(), json);
                json.append("},");
            }
            json.append("],\"sums\":{");
            sums.forEach((customer, sum) -> {
                quote(customer, json);
                json.append(':').append(sum).append(',');
            });
            return json.append("}}").toString();
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            List<Order> orders = find(Integer.parseInt(request.getParameter("from")));
            orders.sort(Comparator.comparing(Order::customer).thenComparing(Order::amount));
            byte[] body = write(orders, sums(orders)).getBytes(StandardCharsets.UTF_8);
            response.setContentType("application/json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }

    /** Sends requests over one connection, and reads the answers with as little work as possible. */
    @SuppressWarnings("deprecation") // readLine() reads ASCII without a decoder
    static void ask(int port) {
        try (Socket socket = new Socket("localhost", port)) {
            DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
            PrintWriter out = new PrintWriter(socket.getOutputStream());
            for (int i = 0; i < REQUESTS; i++) {
                out.print("GET /orders?from=" + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                out.flush();
                int length = 0;
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine())
                    if (line.startsWith("Content-Length:"))
                        length = Integer.parseInt(line.substring(15).trim());
                in.skipNBytes(length);
            }
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    public static void main(String[] arguments) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(".");
        tomcat.setPort(0);
        if (Runtime.version().feature() >= 21)
            tomcat.getConnector().setProperty("useVirtualThreads", "true");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", new java.io.File(".").getAbsolutePath());
        Tomcat.addServlet(context, "orders", new Orders());
        context.addServletMappingDecoded("/orders", "orders");
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            long before = system.getProcessCpuTime();
            Thread[] clients = new Thread[CLIENTS];
            for (int client = 0; client < CLIENTS; client++)
                (clients[client] = new Thread(() -> ask(port), "client " + client)).start();
            for (Thread client : clients)
                client.join();
            System.out.println((system.getProcessCpuTime() - before) / 1000000);
        }
        tomcat.stop();
        System.exit(0);
    }
}
