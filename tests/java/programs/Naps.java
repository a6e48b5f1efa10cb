import java.io.FileWriter;
import java.io.PrintWriter;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that wait while another one works. The file "measured" has a line for each of them: the method that waited, the
 * method in which it waited, and the least and the most time that it waited, in ns. One thread still waits at the end.
 */
public class Naps {
    static PrintWriter measured;
    static volatile double sink;
    static volatile boolean done;

    interface Wait {
        void run() throws InterruptedException;
    }

    static Thread start(String name, Wait wait) {
        Thread thread = new Thread(() -> {
            try {
                wait.run();
            } catch (InterruptedException error) {
                throw new RuntimeException(error);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void report(String method, String wait, long least, long most) {
        synchronized (measured) {
            measured.println(method + " " + wait + " " + least + " " + most);
        }
    }

    static void sleeps() throws InterruptedException {
        long begin = System.nanoTime();
        for (int i = 0; i < 5; i++)
            Thread.sleep(100);
        report("sleeps()", "sleep", 500_000_000, System.nanoTime() - begin);
    }

    static void naps() {
        long begin = System.nanoTime();
        for (int i = 0; i < 2000; i++) {
            once();
            often();
        }
        report("naps()", "park", 1_000_000_000, System.nanoTime() - begin);
    }

    static void once() {
        LockSupport.parkNanos(100_000);
    }

    static void often() {
        for (int i = 0; i < 4; i++)
            LockSupport.parkNanos(100_000);
    }

    static void parks() {
        while (!done)
            LockSupport.park();
    }

    static void idles() {
        while (true)
            LockSupport.park();
    }

    static void works(long ns) {
        double x = 1;
        for (long end = System.nanoTime() + ns; System.nanoTime() < end;)
            for (int i = 0; i < 1000; i++)
                x = Math.sqrt(x + i);
        sink = x;
    }

    static long awaited(Thread thread) {
        while (thread.getState() != Thread.State.WAITING)
            Thread.onSpinWait();
        return System.nanoTime();
    }

    public static void main(String[] arguments) throws Exception {
        measured = new PrintWriter(new FileWriter("measured"));
        long begin = System.nanoTime();
        Thread idle = start("idle", Naps::idles), parks = start("parks", Naps::parks);
        long idleSince = awaited(idle), parkedSince = awaited(parks);
        Thread sleeps = start("sleeps", Naps::sleeps), naps = start("naps", Naps::naps);
        works(2_000_000_000);
        long parked = System.nanoTime() - parkedSince;
        done = true;
        LockSupport.unpark(parks);
        parks.join();
        report("parks()", "park", parked, System.nanoTime() - begin);
        sleeps.join();
        naps.join();
        report("idles()", "park", System.nanoTime() - idleSince, Long.MAX_VALUE);
        measured.close();
    }
}
