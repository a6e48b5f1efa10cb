import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/* All kinds of code that javac generates. The output is the same with and without inserted calls. */
public class Everything {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Marked {
        String value() default "";
        int[] numbers() default {};
        Class<?> type() default Object.class;
        ElementType kind() default ElementType.FIELD;
        Retention nested() default @Retention(RetentionPolicy.CLASS);
    }

    enum Colour {
        RED, GREEN {
            @Override
            int weight() {
                return 7;
            }
        },
        BLUE;

        int weight() {
            return ordinal();
        }
    }

    record Point(int x, long y, double z) {
        Point {
            if (x < 0)
                throw new IllegalArgumentException("x " + x);
        }

        Point(int x) {
            this(x, x > 2 ? x * 2L : -1L, x / 2.0);
        }
    }

    interface Shape extends Comparable<Shape> {
        double area();

        default String describe() {
            return name() + " " + area();
        }

        static Shape square(double side) {
            return () -> side * side;
        }

        private String name() {
            return "shape";
        }

        @Override
        default int compareTo(Shape other) {
            return Double.compare(area(), other.area());
        }
    }

    abstract static class Base<T> {
        final T value;
        String trace = "";

        Base(T value) {
            this.value = value;
            if (value == null)
                throw new NullPointerException("no value");
        }

        Base(Base<T> other) {
            this(other.value);
        }

        abstract T change(T from);

        synchronized T changed() {
            return change(value);
        }

        protected void finalize() {
        }
    }

    static class Text extends Base<String> {
        private final Object lock = new Object();

        Text(String text) {
            super(text);
        }

        Text(int number, boolean odd) {
            super(odd ? number > 10 ? new String("big") : "odd" + number : choose(number));
            trace += "number";
        }

        Text(Text a, Text b) {
            super(a.value.length() > b.value.length() ? new Text(a.value + b.value) : new Text(b.value.isEmpty() ? "none" : b.value));
            trace += "two";
        }

        Text(Supplier<String> supplier) {
            this(supplier.get() + switch (supplier.get().length()) {
                case 0 -> "empty";
                case 1, 2 -> {
                    String two = "";
                    for (int i = 0; i < 2; i++)
                        two += i;
                    yield two;
                }
                default -> throw new IllegalStateException(supplier.get());
            });
        }

        static String choose(int number) {
            if (number < 0)
                throw new IndexOutOfBoundsException(number);
            return "even" + number;
        }

        @Override
        String change(String from) {
            synchronized (lock) {
                synchronized (this) {
                    if (from.isEmpty())
                        throw new IllegalStateException("empty");
                    return from + "!";
                }
            }
        }
    }

    class Inner {
        int seen = base;

        Inner() {
            base++;
        }

        class Deeper extends Inner {
            int both = seen + Inner.this.seen + base;
        }
    }

    private int base = 3;

    static int tables(int number) {
        switch (number) {
        case 1:
            return 10;
        case 2:
            number += 5;
        case 3:
            return number;
        case -1:
            throw new ArithmeticException("minus");
        default:
            number--;
        }
        switch (number) {
        case Integer.MIN_VALUE:
            return -1;
        case 100:
            return 1;
        case 1000000:
            return 2;
        }
        return number;
    }

    static String words(String word) {
        return switch (word) {
            case "one", "Aa", "BB" -> "first";
            case "two" -> {
                try {
                    yield word.substring(4);
                } catch (StringIndexOutOfBoundsException e) {
                    yield "short";
                } finally {
                    word = "x";
                }
            }
            default -> word + Colour.valueOf(word.toUpperCase()).weight();
        };
    }

    static int finals(int way) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            try {
                try {
                    if (i == way)
                        continue;
                    if (i == way - 10)
                        break;
                    if (i == way - 20)
                        throw new IllegalStateException("way " + way);
                    if (i == way - 30)
                        return sum;
                    sum += 1;
                } finally {
                    sum += 10;
                    if (way == 40)
                        return sum;
                }
            } catch (IllegalStateException | UnsupportedOperationException e) {
                sum += 100;
            } finally {
                sum += 1000;
            }
        }
        return sum;
    }

    static double wide(int a, long b, float c, double d, byte e, char f, short g, boolean h) {
        long x0 = b, x1 = b + 1, x2 = x0 * x1, x3 = x2 << a, x4 = x3 >>> 3, x5 = x4 ^ x2;
        double y0 = d, y1 = y0 + c, y2 = y1 * y1 % 7, y3 = -y2;
        int[][] cube = new int[3][a];
        Object[] objects = new Object[] {x0, y3, cube, new int[][][] {{{1}}}};
        for (int[] row : cube)
            for (int i = 0; i < row.length; i++)
                row[i] += i;
        x0 += h ? e : f;
        return x5 + y3 + g + (double) objects.length + (objects[2] instanceof int[][] some ? some[1][1] : 0);
    }

    static int manyLocals(int n) {
        long a0 = n, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long[] sums = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9};
        int result = 0;
        do {
            result += sums[n % 10];
            n -= 3;
            if (n == 5)
                continue;
            result ^= n;
        } while (n > 0);
        return result;
    }

    /** Jumps back to its first instruction. */
    static void fromTheStart() {
        for (;;)
            if (++turns % 5 == 0)
                return;
    }

    static int turns;

    static int deep(int depth) {
        return depth == 0 ? 0 : 1 + deep(depth - 1);
    }

    static int endless(int depth) {
        return endless(depth + 1) + 1;
    }

    static <T extends @Marked("bound") Comparable<T>> T most(List<? extends T> list) {
        @Marked(value = "local", numbers = {1, 2}, type = String.class, kind = ElementType.METHOD) T best = null;
        for (T item : list) {
            @Marked T now = (@Marked("cast") T) item;
            if (best == null || best.compareTo(now) < 0)
                best = now;
        }
        try (@Marked AutoCloseable resource = () -> turns++) {
            Supplier<List<T>> maker = ArrayList<@Marked T>::new;
            maker.get().add(best);
        } catch (@Marked("catch") Exception e) {
            return null;
        }
        return new @Marked Object() instanceof @Marked String ? null : best;
    }

    static String attempt(Supplier<?> what) {
        try {
            return String.valueOf(what.get());
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    static void constructors() {
        System.out.println(attempt(() -> new Text(4, false).changed()));
        System.out.println(attempt(() -> new Text(5, true).trace));
        System.out.println(attempt(() -> new Text(55, true).changed()));
        System.out.println(attempt(() -> new Text(-4, false).changed()));
        System.out.println(attempt(() -> new Text((String) null)));
        System.out.println(attempt(() -> new Text("").changed()));
        System.out.println(attempt(() -> new Text(new Text("a"), new Text("bc")).changed()));
        System.out.println(attempt(() -> new Text(new Text("abc"), new Text("")).trace));
        System.out.println(attempt(() -> new Text(() -> "ab").value));
        System.out.println(attempt(() -> new Text(() -> "abc").value));
        System.out.println(attempt(() -> new Point(5)));
        System.out.println(attempt(() -> new Point(-5)));
        Everything outer = new Everything();
        System.out.println(outer.new Inner().new Deeper().both);
    }

    static void switches() {
        for (int i = -1; i < 5; i++) {
            int number = i;
            System.out.println(attempt(() -> tables(number)));
        }
        System.out.println(tables(101) + " " + tables(1000001) + " " + tables(Integer.MIN_VALUE + 1));
        for (String word : new String[] {"one", "Aa", "BB", "two", "red", "green", "other"})
            System.out.println(attempt(() -> words(word)));
        for (int way = 0; way < 45; way++)
            System.out.print(finals(way) + " ");
        System.out.println();
    }

    static void threads() throws InterruptedException {
        Thread[] threads = new Thread[4];
        int[] sums = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sums[number] = deep(number * 100));
            threads[i].start();
        }
        for (Thread thread : threads)
            thread.join();
        System.out.println(Arrays.toString(sums));
    }

    static void overflow() {
        try {
            endless(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow");
        }
    }

    public static void main(String[] words) throws Exception {
        switches();
        constructors();
        System.out.println(wide(3, 5L, 1.5f, 2.5, (byte) -1, 'c', (short) 9, true));
        System.out.println(manyLocals(17));
        fromTheStart();
        fromTheStart();
        System.out.println(turns);
        System.out.println(deep(1000));
        System.out.println(most(List.of("b", "c", "a")));
        System.out.println(most(List.of(Shape.square(2), Shape.square(3))).describe());
        Map<String, Function<Integer, Integer>> functions = new TreeMap<>(Comparator.reverseOrder());
        IntBinaryOperator add = Integer::sum;
        functions.put("double", n -> add.applyAsInt(n, n));
        functions.put("deep", Everything::deep);
        functions.forEach((name, function) -> System.out.println(name + " " + function.apply(21)));
        threads();
        if (words.length > 0)
            overflow();
    }
}
