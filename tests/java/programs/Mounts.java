import java.util.concurrent.locks.LockSupport;

/** Virtual threads that run so many times on a carrier, whatever the scheduler does. */
public class Mounts {
    static void yields() {
        for (int i = 0; i < 50; i++)
            Thread.yield();
    }

    static void parks() {
        LockSupport.parkNanos(1000);
    }

    static void runs() {
    }

    static void start(String name, int count, Runnable task) throws InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++)
            threads[i] = Thread.ofVirtual().name(name).start(task);
        for (Thread thread : threads)
            thread.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        start("yields", 20, Mounts::yields);
        start("parks", 30, Mounts::parks);
        start("runs", 100, Mounts::runs);
    }
}
