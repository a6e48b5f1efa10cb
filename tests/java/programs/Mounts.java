import java.util.concurrent.locks.LockSupport;

/* Virtual threads that are mounted a fixed number of times, whatever the scheduler does; some of them wait. */
public class Mounts {
    static final long SOME_TIME = 2_000_000;

    static void yields() {
        for (int i = 0; i < 50; i++)
            Thread.yield();
    }

    static void parks() {
        LockSupport.parkNanos(SOME_TIME);
    }

    static void runs() {
    }

    static final Object monitor = new Object();
    static boolean done;

    static void enters() {
        synchronized (monitor) {
            done = true;
        }
    }

    static void waits() {
        synchronized (monitor) {
            try {
                while (!done)
                    monitor.wait();
            } catch (InterruptedException error) {
                throw new RuntimeException(error);
            }
        }
    }

    static void see(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state)
            Thread.onSpinWait();
        if (state == Thread.State.BLOCKED)
            Thread.sleep(100); /* the thread leaves its carrier only after the JVM has set this state */
        for (long end = System.nanoTime() + SOME_TIME; System.nanoTime() < end;)
            Thread.onSpinWait();
    }

    static void blocked() throws InterruptedException {
        Thread thread;
        synchronized (monitor) {
            thread = Thread.ofVirtual().name("enters").start(Mounts::enters);
            see(thread, Thread.State.BLOCKED);
        }
        thread.join();
    }

    static void notified() throws InterruptedException {
        done = false;
        Thread thread = Thread.ofVirtual().name("waits").start(Mounts::waits);
        see(thread, Thread.State.WAITING);
        synchronized (monitor) {
            done = true;
            monitor.notify();
        }
        thread.join();
    }

    /* Start the threads one after the other: if two threads loaded classes at once, one of them would wait. */
    static void start(String name, int count, Runnable task) throws InterruptedException {
        for (int i = 0; i < count; i++)
            Thread.ofVirtual().name(name).start(task).join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        start("yields", 20, Mounts::yields);
        start("parks", 30, Mounts::parks);
        start("runs", 100, Mounts::runs);
        for (int i = 0; i < 10; i++) {
            blocked();
            notified();
        }
    }
}
