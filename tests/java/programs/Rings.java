import java.util.ArrayList;
import java.util.List;

/** Virtual threads of two groups, which sleep between pieces of work. */
public class Rings {
    static volatile double sink;

    static void work(int n) {
        double x = 0;
        for (int i = 0; i < n; i++)
            x += Math.sqrt(i);
        sink = x;
    }

    static void run(int times) {
        for (int i = 0; i < times; i++) {
            work(300000);
            try {
                Thread.sleep(1);
            } catch (InterruptedException error) {
                return;
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++)
            threads.add(Thread.ofVirtual().name("busy-" + i).start(() -> run(32)));
        for (int i = 0; i < 1000; i++)
            threads.add(Thread.ofVirtual().name("ring-" + i).start(() -> run(1)));
        for (Thread thread : threads)
            thread.join();
    }
}
