import java.util.concurrent.ThreadLocalRandom;

/**
 * Twenty methods of which each step takes the same time: a division that needs the result of the one before. So the share
 * of a method is its share of the steps, whatever the compiler inlines. Half of the methods call a tiny method for each
 * step, one is recursive, one calls others. Prints the steps of each in one of ROUNDS.
 */
public class Parts {
    static final int STEPS = 1000;
    static volatile double sink;

    static double tiny0(double x) { return 2.0 / x + 1.5; }
    static double tiny1(double x) { return 2.1 / x + 1.5; }
    static double tiny2(double x) { return 2.2 / x + 1.5; }
    static double tiny3(double x) { return 2.3 / x + 1.5; }
    static double tiny4(double x) { return 2.4 / x + 1.5; }
    static double tiny5(double x) { return 2.5 / x + 1.5; }
    static double tiny6(double x) { return 2.6 / x + 1.5; }
    static double tiny7(double x) { return 2.7 / x + 1.5; }
    static double tiny8(double x) { return 2.8 / x + 1.5; }
    static double tiny9(double x) { return 2.9 / x + 1.5; }

    static void m0(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny0(x); sink = x; }
    static void m1(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny1(x); sink = x; }
    static void m2(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny2(x); sink = x; }
    static void m3(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny3(x); sink = x; }
    static void m4(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny4(x); sink = x; }
    static void m5(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny5(x); sink = x; }
    static void m6(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny6(x); sink = x; }
    static void m7(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny7(x); sink = x; }
    static void m8(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny8(x); sink = x; }
    static void m9(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny9(x); sink = x; }
    static void m10(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.0 / x + 1.5; sink = x; }
    static void m11(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.1 / x + 1.5; sink = x; }
    static void m12(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.2 / x + 1.5; sink = x; }
    static void m13(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.3 / x + 1.5; sink = x; }
    static void m14(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.4 / x + 1.5; sink = x; }
    static void m15(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.5 / x + 1.5; sink = x; }
    static void m16(int n) { double x = 1; for (int i = 0; i < n; i++) x = 3.6 / x + 1.5; sink = x; }
    static void m17(int n) { double x = 1; for (int i = 0; i < n; i += 50) x = m17inner(50, x); sink = x; }
    static double m17inner(int n, double x) { for (int i = 0; i < n; i++) x = 3.7 / x + 1.5; return x; }
    static void m18(int n) { sink = recursive(n, 1); }
    static void m19(int n) { double x = 1; for (int i = 0; i < n / 2; i++) x = 3.9 / x + 1.5; sink = x; m19inner(n - n / 2); }
    static void m19inner(int n) { double x = 1; for (int i = 0; i < n; i++) x = tiny0(x); sink = x; }

    static double recursive(int n, double x) {
        for (int i = 0; i < n && i < 25; i++)
            x = 3.8 / x + 1.5;
        return n <= 25 ? x : recursive(n - 25, x);
    }

    /** Return the steps of a method in a round. */
    static int steps(int number) {
        return STEPS * (1 + number % 5);
    }

    static void call(int number, int n) {
        switch (number) {
            case 0: m0(n); break;
            case 1: m1(n); break;
            case 2: m2(n); break;
            case 3: m3(n); break;
            case 4: m4(n); break;
            case 5: m5(n); break;
            case 6: m6(n); break;
            case 7: m7(n); break;
            case 8: m8(n); break;
            case 9: m9(n); break;
            case 10: m10(n); break;
            case 11: m11(n); break;
            case 12: m12(n); break;
            case 13: m13(n); break;
            case 14: m14(n); break;
            case 15: m15(n); break;
            case 16: m16(n); break;
            case 17: m17(n); break;
            case 18: m18(n); break;
            default: m19(n);
        }
    }

    /**
     * Runs all methods, in pieces that are short compared with the time between two samples. In one order they might keep
     * step with the kernel's ticks, which end these times.
     */
    static void round() {
        int first = ThreadLocalRandom.current().nextInt(20), distance = 1 + 2 * ThreadLocalRandom.current().nextInt(10);
        distance += distance == 5 || distance == 15 ? 2 : 0; // so that it meets each of the twenty
        for (int i = 0; i < 20; i++) {
            int number = (first + i * distance) % 20;
            call(number, steps(number));
        }
    }

    /** Has the methods compiled. The interpreter takes longer for a call than for a division. */
    static void prepare() {
        for (int i = 0; i < 1500; i++)
            round();
    }

    /** The part of the run of which the shares are known. */
    static void measured(int rounds) {
        for (int i = 0; i < rounds; i++)
            round();
    }

    static void print() {
        for (int number = 0; number < 20; number++)
            System.out.println("m" + number + " " + steps(number));
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]), rounds = Integer.parseInt(arguments[1]);
        prepare();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(() -> measured(rounds), "worker " + i);
            all[i].start();
        }
        for (Thread thread : all)
            thread.join();
        print();
    }
}
