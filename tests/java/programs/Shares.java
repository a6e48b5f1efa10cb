import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Twenty methods that each thread calls in random order, half of them for a tiny method that is called in a loop. Prints
 * the CPU time in nanoseconds that each of them took, by the thread's clock. In a fixed order they might keep step with
 * the kernel's ticks, which end the times between samples.
 */
public class Shares {
    static final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    static final long[] nanoseconds = new long[20];
    static volatile double sink;

    static double tiny0(int i) { return i * 0.5 + 1; }
    static double tiny1(int i) { return i * 0.25 - 1; }
    static double tiny2(int i) { return Math.sqrt(i); }
    static double tiny3(int i) { return (i ^ i >> 3) * 1.5; }
    static double tiny4(int i) { return i / 3.0; }
    static double tiny5(int i) { return i % 7; }
    static double tiny6(int i) { return Integer.bitCount(i); }
    static double tiny7(int i) { return i > 5 ? i : -i; }
    static double tiny8(int i) { return i * (double) i; }
    static double tiny9(int i) { return Math.abs(i - 500); }

    static void m0(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny0(i); sink = x; }
    static void m1(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny1(i); sink = x; }
    static void m2(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny2(i); sink = x; }
    static void m3(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny3(i); sink = x; }
    static void m4(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny4(i); sink = x; }
    static void m5(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny5(i); sink = x; }
    static void m6(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny6(i); sink = x; }
    static void m7(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny7(i); sink = x; }
    static void m8(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny8(i); sink = x; }
    static void m9(int n) { double x = 0; for (int i = 0; i < n; i++) x += tiny9(i); sink = x; }
    static void m10(int n) { long x = 1; for (int i = 0; i < n; i++) x = x * 31 + i; sink = x; }
    static void m11(int n) { long x = 1; for (int i = 0; i < n; i++) x = x * 31 ^ i; sink = x; }
    static void m12(int n) { long x = 1; for (int i = 0; i < n; i++) x += x >> 3 ^ i; sink = x; }
    static void m13(int n) { double x = 1; for (int i = 0; i < n; i++) x += Math.sqrt(x + i); sink = x; }
    static void m14(int n) { double x = 1; for (int i = 1; i < n; i++) x = x / i + 1; sink = x; }
    static void m15(int n) { int x = 1; for (int i = 1; i < n; i++) x = (x + i) % 1009; sink = x; }
    static void m16(int n) { int[] a = new int[1024]; for (int i = 0; i < n; i++) a[i & 1023] += i; sink = a[7]; }
    static void m17(int n) { sink = recursive(n / 50); }
    static void m18(int n) { StringBuilder text = new StringBuilder(); for (int i = 0; i < n / 10; i++) text.append(i); sink = text.length(); }
    static void m19(int n) { long x = 0; for (int i = 0; i < n; i++) { if ((i & 3) == 0) x += i; else x ^= i; } sink = x; }

    static int recursive(int n) { int x = n; for (int i = 0; i < 40; i++) x = x * 7 + i; return n == 0 ? x : x + recursive(n - 1); }

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

    /** Runs for this CPU time, in pieces that are short compared with the time between two samples. */
    static void work(long duration) {
        long[] took = new long[nanoseconds.length];
        long end = clock.getCurrentThreadCpuTime() + duration, before = end - duration;
        while (before < end) {
            int number = ThreadLocalRandom.current().nextInt(took.length);
            for (int i = 0; i < 1 + number % 5; i++)
                call(number, 20000);
            long now = clock.getCurrentThreadCpuTime();
            took[number] += now - before;
            before = now;
        }
        synchronized (nanoseconds) {
            for (int i = 0; i < took.length; i++)
                nanoseconds[i] += took[i];
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        long duration = Long.parseLong(arguments[1]) * 1000000;
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(() -> work(duration), "worker " + i);
            all[i].start();
        }
        for (Thread thread : all)
            thread.join();
        for (int i = 0; i < nanoseconds.length; i++)
            System.out.println("m" + i + " " + nanoseconds[i]);
    }
}
