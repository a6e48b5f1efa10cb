import java.util.concurrent.locks.LockSupport;

/** Virtual threads in a ring that wake each other in turn. Prints the nanoseconds per switch for each round. */
public class Ring {
    static final int THREADS = 100;
    static final Thread[] ring = new Thread[THREADS];
    static volatile int turn = -1;

    static void pass(int number, int laps) {
        for (int lap = 0; lap < laps; lap++) {
            while (turn != number)
                LockSupport.park();
            int next = (number + 1) % THREADS;
            turn = next;
            LockSupport.unpark(ring[next]);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int laps = 2000;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                ring[i] = Thread.ofVirtual().name("ring-" + i).unstarted(() -> pass(number, laps));
            }
            for (Thread thread : ring)
                thread.start();
            long before = System.nanoTime();
            turn = 0;
            LockSupport.unpark(ring[0]);
            for (Thread thread : ring)
                thread.join();
            turn = -1;
            System.out.printf("%.3f%n", (System.nanoTime() - before) / ((double) laps * THREADS));
        }
    }
}
