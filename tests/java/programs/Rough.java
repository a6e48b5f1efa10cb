import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * What samples may interrupt: class loading, collections, deep stacks and their overflow, exceptions, native methods and
 * threads that end. With the argument "signal", the program also handles SIGPROF.
 */
public class Rough {
    static volatile long sink;
    static int signals;

    static int deep(int n) {
        return n == 0 ? spin(2000000) : deep(n - 1) + 1;
    }

    static int spin(int n) {
        int x = 1;
        for (int i = 0; i < n; i++)
            x = x * 31 + i;
        return x;
    }

    static int overflow(int n) {
        return overflow(n + 1) + 1;
    }

    static int thrown(int n) {
        try {
            if (n % 3 == 0)
                throw new IllegalStateException("" + n);
            Object text = n % 7 == 0 ? (Object) Integer.valueOf(n) : "text";
            return ((String) text).length();
        } catch (ClassCastException | IllegalStateException error) {
            return error.getMessage() != null ? 1 : 0; // compiled code throws a common exception without a message
        }
    }

    static void load(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (URLClassLoader loader = new URLClassLoader(new URL[] {new java.io.File(".").toURI().toURL()}, null)) {
                loader.loadClass("Rough").getDeclaredMethods();
            }
        }
    }

    static void collect() {
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i < 30000; i++) {
            kept.add(new byte[1000]);
            if (kept.size() > 1000)
                kept.clear();
        }
        System.gc();
    }

    static void threads() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            Thread thread = new Thread(() -> sink = spin(100000));
            thread.start();
            thread.join();
        }
    }

    @SuppressWarnings("all")
    static void handleSignals() {
        sun.misc.Signal.handle(new sun.misc.Signal("PROF"), signal -> signals++);
    }

    public static void main(String[] arguments) throws Exception {
        boolean handles = arguments.length > 0;
        if (handles)
            handleSignals();
        for (int round = 0; round < 3; round++) {
            sink = deep(3000);
            for (int i = 0; i < 20; i++) {
                try {
                    sink = overflow(0);
                } catch (StackOverflowError error) {
                    sink = i;
                }
            }
            for (int i = 0; i < 50000; i++)
                sink = thrown(i);
            load(50);
            collect();
            threads();
            if (handles)
                sun.misc.Signal.raise(new sun.misc.Signal("PROF"));
        }
        Thread large = new Thread(null, () -> sink = deep(10000), "large", 64 << 20);
        large.start();
        large.join();
        while (handles && signals < 3)
            Thread.sleep(1);
        System.out.println("done " + signals);
    }
}
