import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes known numbers of objects in every way, in several threads, and prints for each method and class the objects and
 * their bytes with references of four bytes.
 */
public class CountsAllocations {
    static final int COUNT = 50000;
    static volatile Object sink;

    static class Node implements Cloneable {
        int first;
        long second;
        Object third;

        Node copy() throws CloneNotSupportedException {
            return (Node) clone();
        }
    }

    static class Made {
        long only;
    }

    static class Referred {
        long only;
    }

    public static class Hidden implements Supplier<Object> {
        public Object get() {
            return new Hidden();
        }
    }

    static class Handled {
        long only;
    }

    enum Kind { FIRST, SECOND }

    static void nodes() {
        for (int i = 0; i < COUNT; i++)
            sink = new Node();
    }

    static void arrays() {
        for (int i = 0; i < COUNT; i++) {
            sink = new int[i % 4];
            sink = new boolean[9];
            sink = new char[3];
            sink = new short[i % 2];
            sink = new double[1];
            sink = new String[3];
            sink = new byte[2][];
            sink = new long[2][3];
        }
    }

    static void clones() throws CloneNotSupportedException {
        float[] array = new float[5];
        Node node = new Node();
        for (int i = 0; i < COUNT; i++) {
            sink = array.clone();
            sink = node.copy();
        }
    }

    static void lambdas() {
        for (int i = 0; i < COUNT; i++) {
            int first = i;
            long second = i;
            sink = (LongSupplier) () -> first + second;
            sink = (LongSupplier) () -> 1;
        }
    }

    static void library() {
        String[] array = new String[7];
        List<Object> last = null;
        for (int i = 0; i < COUNT; i++) {
            sink = Arrays.copyOf(array, 9);
            sink = Array.newInstance(Made.class, 2);
            sink = Array.newInstance(int.class, 2, 3);
            sink = Kind.values();
            last = new ArrayList<>();
            last.add(sink);
        }
        sink = last;
    }

    /* HotSpot replaces this by code without a StringBuilder (OptimizeStringConcat). */
    static void builders() {
        for (int i = 0; i < COUNT; i++)
            sink = new StringBuilder().append("text ").append(i).toString();
    }

    static void negative() {
        for (int i = 0; i < 3; i++) {
            try {
                sink = new char[i - 3];
            } catch (NegativeArraySizeException error) {
                sink = null;
            }
        }
    }

    static void reflects() throws ReflectiveOperationException {
        Constructor<Made> constructor = Made.class.getDeclaredConstructor();
        for (int i = 0; i < COUNT; i++)
            sink = constructor.newInstance();
    }

    static void references() {
        Supplier<Object> maker = Referred::new;
        IntFunction<Object> ofArrays = Handled[]::new;
        Supplier<Object> lists = Collectors.toList()::supplier;
        for (int i = 0; i < COUNT; i++) {
            sink = maker.get();
            sink = ofArrays.apply(1);
            sink = ((Supplier<?>) lists.get()).get();
        }
    }

    static void handles() throws Throwable {
        MethodHandle constructor = MethodHandles.lookup().findConstructor(Handled.class, MethodType.methodType(void.class));
        for (int i = 0; i < COUNT; i++)
            sink = (Object) constructor.invoke();
    }

    static void hidden() throws Exception {
        byte[] file = CountsAllocations.class.getResourceAsStream("CountsAllocations$Hidden.class").readAllBytes();
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(file, true).lookupClass();
        Supplier<?> maker = (Supplier<?>) hidden.getDeclaredConstructor().newInstance();
        for (int i = 0; i < COUNT; i++)
            sink = maker.get();
    }

    static void print(String type, String method, long objects, long bytes) {
        System.out.println(type + " " + method + " " + objects + " " + bytes);
    }

    static List<Thread> start() throws ReflectiveOperationException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++)
            threads.add(new Thread(CountsAllocations::nodes));
        threads.forEach(Thread::start);
        for (int i = 0; i < 10 && Runtime.version().feature() >= 21; i++)
            threads.add((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) CountsAllocations::nodes));
        return threads;
    }

    public static void main(String[] words) throws Throwable {
        for (int i = 0; i < 2; i++) {
            nodes();
            arrays();
            clones();
            lambdas();
            library();
            builders();
            negative();
            reflects();
            references();
            handles();
            hidden();
        }
        List<Thread> threads = start();
        for (Thread thread : threads)
            thread.join();
        long two = 2 * COUNT;
        print("CountsAllocations$$Lambda", "lambdas()", two, 24 * two);
        print("CountsAllocations$Handled", "allocateInstance(Object)", two, 24 * two);
        print("CountsAllocations$Handled[]", "lambda$references$2(int)", two, 24 * two);
        print("CountsAllocations$Hidden", "get()", two, 16 * two);
        print("CountsAllocations$Kind[]", "values()", two, 24 * two);
        print("CountsAllocations$Made[]", "library()", two, 24 * two);
        print("CountsAllocations$Node", "clones()", 2, 64);
        print("CountsAllocations$Node", "copy()", two, 32 * two);
        print("CountsAllocations$Node", "nodes()", two + threads.size() * COUNT, 32 * (two + threads.size() * COUNT));
        print("CountsAllocations$Referred", "get()", two, 24 * two);
        print("boolean[]", "arrays()", two, 32 * two);
        print("byte[][]", "arrays()", two, 24 * two);
        print("char[]", "arrays()", two, 24 * two);
        print("double[]", "arrays()", two, 24 * two);
        print("float[]", "clones()", two + 2, 40 * (two + 2));
        print("int[]", "arrays()", two, (16 + 24 + 24 + 32) * two / 4);
        print("int[]", "library()", 3 * two, (24 + 2 * 32) * two);
        print("int[][]", "library()", two, 24 * two);
        print("java.lang.StringBuilder", "builders()", two, 24 * two);
        print("java.lang.String[]", "arrays()", two, 32 * two);
        print("java.lang.String[]", "library()", 2, 96);
        print("java.util.ArrayList", "get()", two, 24 * two);
        print("java.util.ArrayList", "library()", two, 24 * two);
        print("long[]", "arrays()", 2 * two, 2 * 40 * two);
        print("long[][]", "arrays()", two, 24 * two);
        print("short[]", "arrays()", two, (16 + 24) * two / 2);
    }
}
