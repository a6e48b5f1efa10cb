import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/* Methods of kinds that an agent may count twice, or not at all. */
public class Kinds {
    /* The compiler generates bridge methods, which have the name and parameters of a method and another result type. */
    interface Source<T> {
        T next();

        static int fixed() {
            return 3;
        }

        private int hidden() {
            return 4;
        }

        default int shown() {
            return hidden() + fixed();
        }
    }

    static class Numbers implements Source<Integer>, Cloneable, Comparable<Numbers> {
        int at;

        public Integer next() {
            return at++;
        }

        @Override
        public Numbers clone() {
            return this;
        }

        public int compareTo(Numbers other) {
            return at - other.at;
        }
    }

    /* Constructors that end by an exception before, in and after the constructor of the superclass. */
    static class Above {
        Above(int value) {
            if (value == 2)
                throw new IllegalArgumentException();
        }
    }

    static class Below extends Above {
        Below(int value) {
            this(value, check(value));
            if (value == 3)
                throw new IllegalArgumentException();
        }

        Below(int value, int checked) {
            super(value == 4 ? check(1) : checked);
        }

        static int check(int value) {
            if (value == 1)
                throw new IllegalStateException();
            return value;
        }
    }

    static class Broken {
        static final int VALUE = fails();

        static int fails() {
            throw new IllegalStateException();
        }
    }

    enum Color {
        RED, GREEN {
            @Override
            int value() {
                return 2;
            }
        };

        int value() {
            return 1;
        }
    }

    /* `loops` contains a loop that jumps to the method's first instruction. The next method, `ends`, always throws. */
    static int loops(int n) {
        do {
            n--;
        } while (n > 0);
        return n;
    }

    static void ends(boolean which) throws IOException {
        while (true) {
            try {
                if (which)
                    throw new IOException();
                throw new IllegalStateException();
            } finally {
                loops(2);
            }
        }
    }

    static synchronized int guarded(int n) {
        return n == 0 ? 0 : guarded(n - 1);
    }

    static native void missing();

    static int reflected(int n) {
        return n;
    }

    public static class Again {
        public int value() {
            return reflected(1);
        }
    }

    static byte[] file(String name) throws IOException {
        try (InputStream in = Kinds.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    /* Class loader that loads a class a second time. */
    static class Loader extends ClassLoader {
        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] bytes = file(name);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }

    static void loaded() throws Exception {
        System.out.println(new Again().value());
        for (int i = 0; i < 2; i++)
            new Loader().loadClass("Kinds$Again").getDeclaredConstructor().newInstance();
        /* A JVM does not pass hidden classes to agents. */
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(file("Kinds$Again"), true).lookupClass();
        hidden.getMethod("value").invoke(hidden.getDeclaredConstructor().newInstance());
    }

    /* Some of these constructors throw before super() has returned, in code that the handler inserted by the agent
     * does not cover. */
    static void constructors() {
        for (int i = 0; i < 50; i++) {
            try {
                new Below(i % 5);
            } catch (IllegalArgumentException | IllegalStateException error) {
                loops(1);
            }
        }
    }

    static void reflection() throws Throwable {
        Method method = Kinds.class.getDeclaredMethod("reflected", int.class);
        for (int i = 0; i < 100; i++)
            method.invoke(null, i);
        MethodHandle handle = MethodHandles.lookup().findStatic(Kinds.class, "reflected",
                MethodType.methodType(int.class, int.class));
        for (int i = 0; i < 100; i++)
            handle.invoke(i);
        Callable<?> proxy = (Callable<?>) Proxy.newProxyInstance(Kinds.class.getClassLoader(),
                new Class<?>[] {Callable.class}, (it, called, arguments) -> reflected(7));
        for (int i = 0; i < 10; i++)
            proxy.call();
    }

    static void failures() throws Exception {
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(Broken.VALUE);
            } catch (LinkageError error) {
                loops(3);
            }
            try {
                missing();
            } catch (UnsatisfiedLinkError error) {
                loops(3);
            }
            try {
                ends(i == 1);
            } catch (IOException | IllegalStateException error) {
                loops(3);
            }
        }
    }

    /* Run methods of several kinds in eight threads at once. */
    static void together(int rounds) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                Numbers numbers = new Numbers();
                Source<Integer> source = numbers;
                for (int k = 0; k < rounds; k++) {
                    source.next();
                    guarded(k % 3);
                    if (k % 100 == 0)
                        constructors();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads)
            thread.join();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] arguments) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> loops(5)));
        Thread daemon = new Thread(() -> {
            synchronized (Color.class) {
                loops(1);
            }
        });
        daemon.setDaemon(true);
        constructors();
        reflection();
        loaded();
        failures();
        together(Integer.parseInt(arguments[0]));
        ((Comparable) new Numbers()).compareTo(new Numbers().clone());
        int sum = new Numbers().shown();
        for (Color color : Color.values())
            sum += color.value();
        IntUnaryOperator twice = x -> 2 * x;
        sum += IntStream.range(0, 100000).parallel().map(twice).map(Kinds::reflected).filter(x -> x % 3 == 0).sum();
        System.out.println(sum);
        synchronized (Color.class) {
            daemon.start();
            while (daemon.getState() != Thread.State.BLOCKED)
                Thread.onSpinWait();
            System.exit(3);
        }
    }
}
