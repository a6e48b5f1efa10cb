import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sets up the scheduler of virtual threads, as long as none has been used, and prints the number of carriers. */
public class Scheduler {
    static final Set<String> carriers = ConcurrentHashMap.newKeySet();

    static void spin() {
        String name = Thread.currentThread().toString();
        long end = System.nanoTime() + 5_000_000;
        while (System.nanoTime() < end)
            Thread.onSpinWait();
        carriers.add(name.substring(name.indexOf('@')));
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        Thread[] threads = new Thread[40];
        for (int i = 0; i < threads.length; i++)
            threads[i] = Thread.startVirtualThread(Scheduler::spin);
        for (Thread thread : threads)
            thread.join();
        System.out.println(carriers.size());
    }
}
