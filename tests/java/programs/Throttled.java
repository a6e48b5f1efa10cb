/* Many short calls: in loops, recursive, left by exceptions, and in several threads. Prints how often each method was
 * called. All is done twice: when run() is called again, the JVM compiles it again, without reports of throttled methods. */
public class Throttled {
    private static final int ROUNDS = 20000000;
    private static volatile int result;

    static int quick(int value) {
        for (int i = 0; i < 1; i++)
            value ^= i;
        return value;
    }

    static int nested(int depth) {
        return depth == 0 ? quick(1) : nested(depth - 1) + 1;
    }

    static int fails(int value) {
        if (value % 2 == 0)
            throw new IllegalStateException();
        return quick(value);
    }

    static int longer(int value) {
        for (int i = 0; i < 2000; i++)
            value = value * 31 + i;
        return value;
    }

    static void run() {
        IllegalStateException last = null;
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += quick(i);
            if (i % 16 == 0)
                sum += nested(5);
            if (i % 1000 == 0)
                sum += longer(i);
            try {
                if (i % 5000 < 2)
                    sum += fails(i);
            } catch (IllegalStateException e) {
                last = e;
            }
        }
        result = sum + (last == null ? 0 : 1);
    }

    public static void main(String[] words) throws Exception {
        int runs = 0;
        for (int i = 0; i < 2; i++) {
            Thread[] threads = {new Thread(Throttled::run, "one"), new Thread(Throttled::run, "two")};
            for (Thread thread : threads)
                thread.start();
            for (Thread thread : threads)
                thread.join();
            runs += threads.length;
        }
        int nested = (ROUNDS + 15) / 16, failing = ROUNDS / 5000;
        System.out.println("fails(int) " + runs * 2 * failing);
        System.out.println("longer(int) " + runs * (ROUNDS / 1000));
        System.out.println("nested(int) " + runs * 6 * nested);
        System.out.println("quick(int) " + (long) runs * (ROUNDS + nested + failing));
        System.out.println("run() " + runs);
    }
}
