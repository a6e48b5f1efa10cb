import java.util.concurrent.CyclicBarrier;

/* Code under test: each test calls methods that no other test calls. */
final class Stock {
    private static final int[] items = new int[8];

    /* Two tests that run at the same time meet here. */
    private static final boolean parallel = Boolean.getBoolean("parallel");
    private static final CyclicBarrier both = new CyclicBarrier(2);

    private Stock() {
    }

    static void prepare() {
        items[6]++;
    }

    static void open() {
        items[0]++;
    }

    static void fill() {
        items[1]++;
    }

    static void add() {
        items[2]++;
    }

    static void remove() {
        items[3]++;
    }

    static void sell(int count) {
        items[4] += count;
    }

    static void close() {
        items[5]++;
    }

    static void meet() {
        try {
            if (parallel)
                both.await();
        } catch (Exception error) {
            throw new AssertionError(error);
        }
    }

    /* Runs a task on a new thread, and waits for its end. */
    static void elsewhere(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException error) {
            throw new AssertionError(error);
        }
    }
}
