import java.util.concurrent.locks.LockSupport;

/** Parks a million virtual threads, then ends. */
public class Parked {
    static volatile boolean over;

    static void stay() {
        while (!over)
            LockSupport.park();
    }

    public static void main(String[] arguments) throws Exception {
        Thread[] threads = new Thread[Integer.parseInt(arguments[0])];
        for (int i = 0; i < threads.length; i++)
            threads[i] = Thread.ofVirtual().name("parked").start(Parked::stay);
        for (Thread thread : threads)
            while (thread.getState() != Thread.State.WAITING)
                Thread.sleep(1);
        System.out.println("parked");
        System.in.read();
        Runtime.getRuntime().halt(0);
    }
}
