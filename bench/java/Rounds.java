import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compiles the sources below a folder repeatedly in one JVM, by javac or by ecj; prints the CPU time of each round in
 * seconds, including the JVM's own threads.
 */
public class Rounds {
    public static void main(String[] arguments) throws Exception {
        boolean ecj = arguments[0].equals("ecj");
        int rounds = Integer.parseInt(arguments[1]);
        List<String> words = new ArrayList<>(Arrays.asList(arguments).subList(3, arguments.length));
        try (Stream<Path> files = Files.walk(Path.of(arguments[2]))) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().forEach(words::add);
        }
        var machine = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int i = 0; i < rounds; i++) {
            long before = machine.getProcessCpuTime();
            if (ecj)
                ecj(words.toArray(new String[0]));
            else
                ToolProvider.getSystemJavaCompiler().run(null, OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(), words.toArray(new String[0]));
            System.out.printf("%.3f%n", (machine.getProcessCpuTime() - before) / 1e9);
        }
    }

    /* By reflection, so that this compiles without ecj. */
    private static void ecj(String[] words) throws Exception {
        Class<?> compiler = Class.forName("org.eclipse.jdt.internal.compiler.batch.Main");
        PrintWriter nobody = new PrintWriter(OutputStream.nullOutputStream());
        Object main = compiler.getConstructor(PrintWriter.class, PrintWriter.class, boolean.class)
                .newInstance(nobody, nobody, false);
        Method compile = compiler.getMethod("compile", String[].class);
        compile.invoke(main, (Object) words);
    }
}
