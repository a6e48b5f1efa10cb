import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that park: some while they are pinned by the initialization of a class, some while they are not
 * pinned. Writes to the file "measured" a lower limit of the time for which the pinned threads were parked, in ns. */
public class Pinned {
    static volatile boolean done;
    static final int COUNT = 3;

    static class First {
        static int value = parks();
    }

    static class Second {
        static int value = parks();
    }

    static class Third {
        static int value = parks();
    }

    static int parks() {
        done = false;
        while (!done)
            LockSupport.park();
        return 1;
    }

    static int touches(int number) {
        return number == 0 ? First.value : number == 1 ? Second.value : Third.value;
    }

    static void pass(long ns) {
        for (long end = System.nanoTime() + ns; System.nanoTime() < end;)
            Thread.onSpinWait();
    }

    static long letGo(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.WAITING)
            Thread.onSpinWait();
        pass(100_000_000); /* the thread parks only after the JVM has set the state WAITING */
        long begin = System.nanoTime();
        pass(20_000_000);
        done = true;
        long waited = System.nanoTime() - begin;
        LockSupport.unpark(thread);
        thread.join();
        return waited;
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        long waited = 0;
        for (int i = 0; i < COUNT; i++) {
            int number = i;
            waited += letGo(Thread.ofVirtual().name("pinned-" + i).start(() -> touches(number)));
        }
        for (int i = 0; i < COUNT; i++)
            letGo(Thread.ofVirtual().name("free-" + i).start(Pinned::parks));
        try (PrintWriter measured = new PrintWriter(new FileWriter("measured"))) {
            measured.println("parks() (pinned) " + waited);
        }
    }
}
