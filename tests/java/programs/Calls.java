import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/* Calls of each kind, in known numbers. */
public class Calls {
    interface Shape {
        double area();

        default double twice() {
            return 2 * area();
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    static class Base {
        final int value;

        Base(int value) {
            this.value = value;
        }
    }

    static class Derived extends Base {
        Derived(boolean which) {
            super(which ? one() : two());
        }
    }

    static int one() {
        return 1;
    }

    static int two() {
        return 2;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException error) {
            return -1;
        } finally {
            one();
        }
    }

    static void fails(int depth) {
        if (depth == 0)
            throw new IllegalStateException("deep");
        fails(depth - 1);
    }

    static synchronized void locked() {
        two();
    }

    static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    static void task(int number) {
        if (number % 2 == 0)
            throw new IllegalArgumentException();
        one();
    }

    /* Throws errors that the JDK's own code catches: no frame may stay open after them. */
    static void inPool() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(pool.submit((Callable<Void>) () -> {
                task(number);
                return null;
            }));
        }
        int failed = 0;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (java.util.concurrent.ExecutionException error) {
                failed++;
            }
        }
        pool.shutdown();
        System.out.println(failed);
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(fib(15));
        double sum = 0;
        for (int i = 0; i < 100; i++)
            sum += new Square(i).twice();
        System.out.println(sum);
        System.out.println(new Derived(true).value + new Derived(false).value);
        System.out.println(parse("12") + parse("x"));
        for (int i = 0; i < 3; i++) {
            try {
                fails(5);
            } catch (IllegalStateException error) {
                locked();
            }
        }
        try {
            overflow(0);
        } catch (StackOverflowError error) {
            locked();
        }
        List<String> names = new ArrayList<>(List.of("c", "a", "b"));
        names.sort(Comparator.comparing((String name) -> name));
        System.out.println(names);
        inPool();
        Calls.class.getDeclaredMethod("one").invoke(null);
        Thread thread = new Thread(() -> System.out.println(fib(10)), "worker");
        thread.start();
        thread.join();
        System.exit(arguments.length);
    }
}
