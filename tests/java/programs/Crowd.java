import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import qii.Contexts;

/*
 * Many short requests at the same time, on virtual threads if the JDK has them, which wait for locks, queues and time.
 * Some threads run without a context.
 */
public class Crowd {
    private static final Semaphore few = new Semaphore(3);
    private static final ConcurrentHashMap<String, Integer> answers = new ConcurrentHashMap<>();
    private static int entered;

    static synchronized void enter() {
        entered++;
    }

    static void answer(String name) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            few.acquire();
            enter();
            answers.merge(name + i % 2, 1, Integer::sum);
            few.release();
            if (i % 2 == 0)
                TimeUnit.MICROSECONDS.sleep(10);
        }
    }

    static void request(int number) {
        String name = "request " + number % 20;
        boolean named = number % 3 != 0;
        try {
            if (named)
                Contexts.begin(name, "outer");
            answer(name);
            if (named)
                Contexts.end();
        } catch (InterruptedException error) {
            throw new AssertionError(error);
        }
    }

    static void start(Runnable work) throws ReflectiveOperationException {
        Method virtual = null;
        for (Method method : Thread.class.getMethods())
            if (method.getName().equals("startVirtualThread"))
                virtual = method;
        if (virtual != null && Runtime.version().feature() >= 21)
            virtual.invoke(null, work);
        else
            new Thread(work).start();
    }

    public static void main(String[] arguments) throws Exception {
        final int count = 600;
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            int number = i;
            start(() -> {
                request(number);
                done.countDown();
            });
        }
        done.await();
        int sum = 0;
        for (int answer : answers.values())
            sum += answer;
        System.out.println(entered + " entered, " + sum + " answers");
    }
}
