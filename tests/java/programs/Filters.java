package app;

import java.io.Closeable;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.function.IntSupplier;

/** Code for which compilers generate more than the source has, and methods that are generated as a whole. */
public class Filters {
    @Retention(RetentionPolicy.CLASS)
    @interface GeneratedCode {
        String[] by() default {"nobody"};

        Class<?> type() default Object.class;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Other {
        String text();
    }

    @GeneratedCode(by = {"a", "b"})
    static class Wholly {
        int unused() {
            return 1;
        }
    }

    enum Color {
        RED, GREEN, BLUE
    }

    enum Level {
        LOW(1), HIGH(2);

        final int value;

        Level(int value) {
            this.value = value;
        }
    }

    record Point(int x, int y) {
        int sum() {
            return x + y;
        }

        public int y() {
            return y < 0 ? 0 : y;
        }
    }

    static final class Utility {
        private Utility() {
        }

        static int twice(int n) {
            return 2 * n;
        }
    }

    static class Resource implements Closeable {
        final boolean fails;

        Resource(boolean fails) {
            this.fails = fails;
        }

        int read() throws IOException {
            if (fails)
                throw new IOException("read");
            return 1;
        }

        @Override
        public void close() {
            System.out.println("close");
        }
    }

    static class Base<T> {
        T get(T value) {
            return value;
        }
    }

    static class Derived extends Base<String> {
        @Override
        String get(String value) {
            return value + "!";
        }
    }

    static int returns(Object lock, int n) {
        synchronized (lock) {
            return n + 1;
        }
    }

    static int continues(Object lock, int n) {
        synchronized (lock) {
            n++;
        }
        return n;
    }

    static int throwsInside(Object lock, int n) {
        synchronized (lock) {
            if (n > 0)
                throw new IllegalArgumentException("n");
        }
        return n;
    }

    static int oneResource(boolean fails) throws IOException {
        try (Resource resource = new Resource(fails)) {
            return resource.read();
        }
    }

    static Resource open(boolean none) {
        return none ? null : new Resource(false);
    }

    static int maybeResource(boolean none) throws IOException {
        int n = 0;
        try (Resource resource = open(none)) {
            n = resource == null ? 5 : resource.read();
        }
        return n;
    }

    static int twoResources(boolean fails) {
        int n = 0;
        try (Resource first = open(false); Resource second = new Resource(fails)) {
            n = first.read() + second.read();
        } catch (IOException e) {
            n = -1;
        } finally {
            n++;
        }
        return n;
    }

    static int cleans(int n, boolean prints) {
        try {
            if (n > 3)
                return n;
            n++;
        } finally {
            if (prints)
                System.out.println("clean");
        }
        return n;
    }

    static int cleansLoop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i == 1)
                    continue;
                if (i == 4)
                    break;
                sum += i;
            } catch (RuntimeException e) {
                sum = -1;
            } finally {
                for (int k = 0; k < 2; k++)
                    sum += k;
                switch (i) {
                case 2:
                    sum++;
                    break;
                default:
                }
            }
        }
        return sum;
    }

    static int nested(boolean fails) {
        int n = 0;
        try {
            try {
                if (fails)
                    throw new IllegalStateException();
                n = 1;
            } finally {
                n += fails ? 10 : 20;
            }
        } catch (IllegalStateException e) {
            n += 100;
        } finally {
            if (n > 50)
                n++;
        }
        return n;
    }

    static int never(int n) {
        try {
            return n / 0;
        } finally {
            System.out.println("never");
        }
    }

    static String text(String word) {
        switch (word) {
        case "Aa":
            return "first";
        case "BB": // the hash of Aa
            return "second";
        case "other":
        case "another":
            break;
        default:
            return "default";
        }
        return "other";
    }

    static int rest(String word) {
        int n = 0;
        switch (word) {
        case "one":
            n = 1;
            break;
        case "two":
            n = 2;
        }
        return n;
    }

    static int color(Color color) {
        switch (color) {
        case RED:
            return 1;
        case GREEN:
            return 2;
        default:
            return 3;
        }
    }

    static int level(Level level) {
        return switch (level) {
            case LOW -> level.value;
            case HIGH -> 2 * level.value;
        };
    }

    @GeneratedCode(type = String[].class)
    static int generated(int n) {
        return n > 0 ? 1 : 2;
    }

    @Other(text = "Generated")
    static int written(int n) {
        IntSupplier lambda = () -> n > 1 ? 3 : 4;
        return lambda.getAsInt();
    }

    static class Unloaded {
        int run(int n) {
            if (n > 0)
                return 1;
            return 2;
        }
    }

    public static void main(String[] words) throws IOException {
        Object lock = new Object();
        System.out.println(returns(lock, 1) + continues(lock, 2) + throwsInside(lock, 0));
        System.out.println(oneResource(false) + maybeResource(true) + twoResources(false) + twoResources(true));
        System.out.println(cleans(1, true) + cleans(5, false) + cleansLoop(7) + nested(true) + nested(false));
        System.out.println(text("BB") + text("another") + text("none") + rest("two") + rest("three"));
        System.out.println(color(Color.BLUE) + level(Level.LOW) + new Point(1, 2).sum() + Utility.twice(2));
        System.out.println(new Derived().get("text") + generated(1) + written(1));
    }
}
