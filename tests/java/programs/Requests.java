import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import qii.Contexts;

/* Requests on virtual threads, two at the same time, which wait for each other and change their carriers. */
public class Requests {
    private static final CyclicBarrier both = new CyclicBarrier(2);
    private static long sum;

    static void meet() throws Exception {
        for (int i = 0; i < 20; i++)
            both.await();
    }

    static void reads() {
        for (int i = 0; i < 1000; i++)
            sum += i;
    }

    static void writes() {
        for (int i = 0; i < 1000; i++)
            sum -= i;
    }

    static void onAnotherThread() {
        sum++;
    }

    static void inTheParent() {
        sum++;
    }

    static void inPool() {
        sum += 2;
    }

    static void answers(String name, Runnable work) throws Exception {
        Contexts.begin(name);
        meet();
        work.run();
        Thread thread = Thread.ofVirtual().start(() -> {
            if (name.equals("writer"))
                onAnotherThread();
        });
        thread.join();
        Contexts.begin("log of " + name.charAt(0));
        inTheParent();
        Contexts.end();
        meet();
        Contexts.end();
    }

    static Thread request(String name, Runnable work) {
        return Thread.startVirtualThread(() -> {
            try {
                answers(name, work);
            } catch (Exception error) {
                throw new AssertionError(error);
            }
        });
    }

    public static void main(String[] arguments) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            pool.submit(() -> sum++).get();
            Thread reader = request("reader", Requests::reads), writer = request("writer", Requests::writes);
            reader.join();
            writer.join();
            Contexts.begin("alone");
            Future<?> task = pool.submit(Requests::inPool);
            task.get();
            Contexts.end();
        }
        Contexts.end(); // one too many
        System.out.println("done");
    }
}
