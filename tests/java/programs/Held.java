import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.locks.ReentrantLock;

/**
 * For each two lines of input, threads wait for a monitor and for a lock: from the first line to the second one. On a
 * JDK with virtual threads, half of them are virtual.
 */
public class Held {
    static final Object monitor = new Held();
    static final ReentrantLock lock = new ReentrantLock();
    static int entered;

    static void enters() {
        synchronized (monitor) {
            entered++;
        }
    }

    static void locks() {
        lock.lock();
        entered++;
        lock.unlock();
    }

    static void start(List<Thread> threads, Runnable task) throws Exception {
        threads.add(new Thread(task));
        threads.get(threads.size() - 1).start();
        try {
            threads.add((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task));
        } catch (NoSuchMethodException error) {
            /* a JDK without virtual threads */
        }
    }

    static void hold(Scanner in) throws Exception {
        List<Thread> threads = new ArrayList<>();
        lock.lock();
        synchronized (monitor) {
            start(threads, Held::enters);
            start(threads, Held::locks);
            for (Thread thread : threads)
                while (thread.getState() != Thread.State.BLOCKED && thread.getState() != Thread.State.WAITING)
                    Thread.onSpinWait();
            Thread.sleep(100); /* the JVM reports the wait for a monitor only after it has set the state */
            System.out.println("held " + threads.size());
            in.nextLine();
        }
        lock.unlock();
        for (Thread thread : threads)
            thread.join();
        System.out.println("free " + entered / threads.size());
    }

    public static void main(String[] arguments) throws Exception {
        Scanner in = new Scanner(System.in);
        System.out.println("ready");
        while (in.hasNextLine()) {
            in.nextLine();
            hold(in);
        }
    }
}
