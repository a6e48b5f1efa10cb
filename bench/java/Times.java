/**
 * Methods of known work. The program's own clock times them, a hundred calls at a time. Prints the name, the number of
 * calls and the nanoseconds per call of each method.
 */
public class Times {
    static final int TOGETHER = 100;

    static long state = 1;

    static void empty() {
    }

    static void tenth() {
        long x = state;
        for (int i = 0; i < 40; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
    }

    static void one() {
        long x = state;
        for (int i = 0; i < 400; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
    }

    static void ten() {
        long x = state;
        for (int i = 0; i < 4000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
    }

    static void hundred() {
        long x = state;
        for (int i = 0; i < 40000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
    }

    /* A third of the time of this method is its self time. */
    static void outer() {
        long x = state;
        for (int i = 0; i < 20000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
        for (int i = 0; i < 5; i++)
            inner();
    }

    static void inner() {
        long x = state;
        for (int i = 0; i < 8000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        state = x;
    }

    static void time(String name, int calls, Runnable method) {
        long sum = 0;
        for (int i = 0; i < calls; i += TOGETHER) {
            long begin = System.nanoTime();
            for (int k = 0; k < TOGETHER; k++)
                method.run();
            sum += System.nanoTime() - begin;
        }
        System.out.println(name + " " + calls + " " + (double) sum / calls);
    }

    public static void main(String[] arguments) {
        time("empty", 20000000, Times::empty);
        time("tenth", 20000000, Times::tenth);
        time("one", 5000000, Times::one);
        time("ten", 500000, Times::ten);
        time("hundred", 50000, Times::hundred);
        time("outer", 30000, Times::outer);
    }
}
