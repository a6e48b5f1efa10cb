import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;

import qii.Contexts;

/* Calls a short method until a file exists, but not forever: then it is throttled. Later a thread calls it in a context
 * while another thread is in another one. */
public class ThrottledContexts {
    private static final CyclicBarrier both = new CyclicBarrier(2);
    private static volatile int result;

    static int quick(int value) {
        for (int i = 0; i < 1; i++)
            value ^= i;
        return value;
    }

    static void repeat() {
        int sum = 0;
        for (int i = 0; i < 10000000; i++)
            sum += quick(i);
        result = sum;
    }

    static void calls() {
        result += quick(1);
    }

    static void other() {
        result++;
    }

    static Thread started(String context, Runnable work) {
        Thread thread = new Thread(() -> {
            Contexts.begin(context);
            try {
                both.await();
                work.run();
                both.await();
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
            Contexts.end();
        });
        thread.start();
        return thread;
    }

    public static void main(String[] words) throws Exception {
        for (int i = 0; i < 500 && !Files.exists(Path.of(words[0])); i++)
            repeat();
        Thread left = started("left", ThrottledContexts::calls), right = started("right", ThrottledContexts::other);
        left.join();
        right.join();
    }
}
