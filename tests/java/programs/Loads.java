import java.util.concurrent.CyclicBarrier;
import qii.Contexts;

/* Contexts that use classes with static initializers, in turn and at the same time. */
public class Loads {
    private static final CyclicBarrier both = new CyclicBarrier(2);

    static void run(String context, Runnable work) {
        Contexts.begin(context);
        work.run();
        Contexts.end();
    }

    static void meet() {
        try {
            both.await();
        } catch (Exception error) {
            throw new AssertionError(error);
        }
    }

    static Thread start(String context) {
        Thread thread = new Thread(() -> run(context, () -> {
            meet();
            LoadsTogether.look();
            meet();
        }));
        thread.start();
        return thread;
    }

    public static void main(String[] arguments) throws InterruptedException {
        run("first", LoadsTable::look);
        run("second", LoadsTable::look);
        run("third", LoadsNested::look);
        run("fourth", LoadsHelper::other);
        run("broken", () -> {
            try {
                LoadsBroken.look();
            } catch (ExceptionInInitializerError error) {
                LoadsHelper.afterwards();
            }
        });
        Thread left = start("left"), right = start("right");
        left.join();
        right.join();
        System.out.println("done");
    }
}
