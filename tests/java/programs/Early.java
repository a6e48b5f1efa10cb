import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** Virtual threads that start before the first line of input, yield after it, and end. */
public class Early {
    static volatile boolean goes;

    static void work() {
        try {
            while (!goes)
                Thread.sleep(5);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        for (int i = 0; i < 100; i++)
            Thread.yield();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Scanner in = new Scanner(System.in);
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i <= 3; i++)
            threads.add(Thread.ofVirtual().name("early-" + i).start(Early::work));
        System.out.println("ready");
        in.nextLine();
        goes = true;
        for (Thread thread : threads)
            thread.join();
        System.out.println("done");
        in.nextLine();
    }
}
