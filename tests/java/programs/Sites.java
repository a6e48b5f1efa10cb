import java.util.Arrays;

/** Allocates known numbers of objects on known lines. */
public class Sites {
    static volatile Object sink;
    static final int[] array = new int[100];

    static void three(int count) {
        for (int i = 0; i < count; i++) {
            sink = new Object(); // 16 bytes
            sink = new Object[10]; // 56 bytes
            sink = new Object();
        }
    }

    static void library(int count) {
        for (int i = 0; i < count; i++)
            sink = Arrays.copyOf(array, 100); // 416 bytes
    }

    static void deep(int depth) {
        sink = new long[10]; // 96 bytes
        if (depth > 1)
            deep(depth - 1);
    }

    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        Arrays.copyOf(array, 1); // the first call allocates more
        three(count);
        library(count);
        deep(300);
        Thread thread = new Thread(() -> three(count), "other");
        thread.start();
        thread.join();
    }
}
