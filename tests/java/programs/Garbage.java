import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that create garbage, calls that end for lack of memory, and an end of the JVM without a shutdown. Writes to
 * the file "known" how often each method was called.
 */
public class Garbage {
    static final int THREADS = 2;
    static final int ROUNDS = 2000;
    static long grown;
    static volatile Object last;

    static void churn() {
        for (int i = 0; i < 50; i++)
            last = new byte[1000];
    }

    static void rounds() {
        for (int i = 0; i < ROUNDS; i++)
            churn();
    }

    static void grow(List<byte[]> hoard) {
        grown++;
        hoard.add(new byte[1 << 20]);
    }

    static void hoard() {
        List<byte[]> hoard = new ArrayList<>();
        while (true)
            grow(hoard);
    }

    static int caught() {
        try {
            hoard();
            return 0;
        } catch (OutOfMemoryError error) {
            return 1;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++)
            (threads[i] = new Thread(Garbage::rounds)).start();
        for (Thread thread : threads)
            thread.join();
        int caught = 0;
        for (int i = 0; i < 5; i++)
            caught += caught();
        try (PrintWriter known = new PrintWriter("known")) {
            known.printf("caught() 5%nchurn() %d%ngrow(List) %d%nhoard() 5%nmain(String[]) 1%nrounds() %d%n", THREADS * ROUNDS,
                grown, THREADS);
        }
        System.out.println(caught);
        System.out.flush();
        Runtime.getRuntime().halt(7);
    }
}
