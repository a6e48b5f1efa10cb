import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that pass numbers to each other, sleep, yield, wait for a monitor, and fail. */
public class Virtual {
    static final int COUNT = 10;
    static final int ROUNDS = 100;

    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += i * i;
        return sum;
    }

    static void pass(SynchronousQueue<Integer> in, SynchronousQueue<Integer> out) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            int number = in.take();
            work(100);
            out.put(number + 1);
        }
    }

    static void ring() throws InterruptedException {
        @SuppressWarnings("unchecked")
        SynchronousQueue<Integer>[] queues = new SynchronousQueue[COUNT + 1];
        for (int i = 0; i <= COUNT; i++)
            queues[i] = new SynchronousQueue<>();
        Thread[] threads = new Thread[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int at = i;
            threads[i] = Thread.ofVirtual().name("ring-" + i).start(() -> {
                try {
                    pass(queues[at], queues[at + 1]);
                } catch (InterruptedException error) {
                    throw new RuntimeException(error);
                }
            });
        }
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            queues[0].put(i);
            sum += queues[COUNT].take();
        }
        for (Thread thread : threads)
            thread.join();
        System.out.println(sum);
    }

    static void sleeper() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException error) {
            work(1);
        }
    }

    static void yielder() {
        for (int i = 0; i < 50; i++)
            Thread.yield();
    }

    static final Object monitor = new Object();

    static void locker() {
        synchronized (monitor) {
            work(10);
        }
    }

    static void failing() {
        LockSupport.parkNanos(1000);
        throw new IllegalStateException();
    }

    static void start(String name, int count, Runnable task) throws InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = Thread.ofVirtual().name(name).unstarted(task);
            threads[i].setUncaughtExceptionHandler((thread, error) -> work(1));
            threads[i].start();
        }
        for (Thread thread : threads)
            thread.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        ring();
        start("sleeper", 1000, Virtual::sleeper);
        start("yielder", 20, Virtual::yielder);
        start("locker", 100, Virtual::locker);
        start("failing", 30, Virtual::failing);
    }
}
