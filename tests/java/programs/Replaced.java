import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;

/** An agent that replaces a class by one in which the loop begins later in the byte code. */
public class Replaced {
    static volatile double sink;
    static Instrumentation instrumentation;

    static class Work {
        static void work(int times) {
            double x = 1;
            int more = 0;
            for (int i = 0; i < times; i++)
                for (int k = 0; k < 20000; k++)
                    x = 3.0 / x + 1.5;
            sink = x + more;
        }
    }

    public static void premain(String words, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] arguments) throws Exception {
        Work.work(1000);
        byte[] bytes = Files.readAllBytes(Path.of("changed", "Replaced$Work.class"));
        instrumentation.redefineClasses(new ClassDefinition(Work.class, bytes));
        Work.work(4000);
    }
}
