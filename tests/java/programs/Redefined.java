import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;

/* An agent that redefines a class of the program with the bytes of its class file. */
public class Redefined {
    static class Other {
        static int work(int n) {
            return n == 0 ? 0 : work(n - 1);
        }
    }

    static Instrumentation instrumentation;

    public static void premain(String words, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] arguments) throws Exception {
        Other.work(0);
        byte[] bytes = Redefined.class.getResourceAsStream("Redefined$Other.class").readAllBytes();
        instrumentation.redefineClasses(new ClassDefinition(Other.class, bytes));
        Other.work(2);
    }
}
