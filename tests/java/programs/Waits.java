import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads with each kind of wait. The file "measured" has a line for each wait: the method that waited, the method in
 * which it waited, and the least length of the wait in ns. The length is measured from a moment at which the thread was
 * seen waiting to a moment before the thread was resumed.
 */
public class Waits {
    static final Object monitor = new Object();
    static volatile boolean done;
    static PrintWriter measured;

    interface Task {
        void run() throws Exception;
    }

    static Thread start(String name, Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception error) {
                throw new RuntimeException(error);
            }
        }, name);
        thread.start();
        return thread;
    }

    static void pass(long ns) {
        for (long end = System.nanoTime() + ns; System.nanoTime() < end;)
            Thread.onSpinWait();
    }

    /* Wait until the thread is in this state, then let 30 ms pass and record this time. */
    static void watch(String how, Thread thread, Thread.State state) {
        while (thread.getState() != state)
            Thread.onSpinWait();
        long begin = System.nanoTime();
        pass(30_000_000);
        measured.println(how + " " + (System.nanoTime() - begin));
    }

    static void sleeps() throws InterruptedException {
        Thread.sleep(30);
        measured.println("sleeps() sleep 30000000");
    }

    static void parks() {
        while (!done)
            LockSupport.park();
    }

    static void parked() throws Exception {
        done = false;
        Thread thread = start("parks", Waits::parks);
        watch("parks() park", thread, Thread.State.WAITING);
        done = true;
        LockSupport.unpark(thread);
        thread.join();
    }

    static void waits() throws InterruptedException {
        synchronized (monitor) {
            while (!done)
                monitor.wait();
        }
    }

    /* The notified thread waits a second time, to enter the monitor again. */
    static void waited() throws Exception {
        done = false;
        Thread thread = start("waits", Waits::waits);
        watch("waits() wait", thread, Thread.State.WAITING);
        synchronized (monitor) {
            done = true;
            monitor.notifyAll();
            watch("waits() wait", thread, Thread.State.BLOCKED);
        }
        thread.join();
    }

    static void enters() {
        synchronized (monitor) {
            done = true;
        }
    }

    /* Holds the monitor for which the other thread waits. Meanwhile this method calls no other method of the
     * program, so reports show it as the holder. */
    static void holds() throws Exception {
        Thread thread;
        synchronized (monitor) {
            thread = start("enters", Waits::enters);
            while (thread.getState() != Thread.State.BLOCKED)
                Thread.onSpinWait();
            Thread.sleep(100); /* the JVM reports the wait only after it has set the state BLOCKED */
            long begin = System.nanoTime();
            Thread.sleep(30);
            measured.println("enters() (monitor) " + (System.nanoTime() - begin));
        }
        thread.join();
    }

    static void listens(ServerSocket server) throws IOException {
        try (Socket socket = server.accept(); InputStream in = socket.getInputStream()) {
            in.read();
            socket.setSoTimeout(500);
            in.read();
        } catch (SocketTimeoutException nothing) {
            done = true;
        }
    }

    static void talks() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = start("listens", () -> listens(server));
            pass(10_000_000);
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                pass(10_000_000);
                socket.getOutputStream().write(1);
                thread.join();
            }
        }
    }

    static void selects() throws IOException {
        try (Selector selector = Selector.open()) {
            selector.select(10);
        }
    }

    static void reads() throws IOException {
        Process process = new ProcessBuilder("sh", "-c", "sleep 0.01; echo").start();
        try (InputStream in = process.getInputStream()) {
            in.read(new byte[1]);
        }
    }

    static void renamed() throws Exception {
        start("early", () -> Thread.currentThread().setName("late")).join();
        done = false;
        Thread other = start("own name", Waits::parks);
        while (other.getState() != Thread.State.WAITING)
            Thread.onSpinWait();
        other.setName("name from outside");
        done = true;
        LockSupport.unpark(other);
        other.join();
    }

    static void collects() {
        for (int i = 0; i < 3; i++)
            System.gc();
        long count = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans())
            count += bean.getCollectionCount();
        measured.println("machine collections " + count);
    }

    public static void main(String[] arguments) throws Exception {
        measured = new PrintWriter(new FileWriter("measured"));
        start("sleeps", Waits::sleeps).join();
        parked();
        waited();
        for (int i = 0; i < 3; i++)
            holds();
        talks();
        selects();
        reads();
        renamed();
        collects();
        measured.close();
    }
}
