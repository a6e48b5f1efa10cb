import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What happens in native code: threads attach themselves, or the process exits. */
public class Natives {
    static volatile double sink;

    static native void attachThreads();
    static native void exit(boolean atOnce);

    /** Works for this number of milliseconds of CPU time. Returns the CPU time that it used in nanoseconds. */
    static long work(int milliseconds) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long begin = clock.getCurrentThreadCpuTime(), end = begin + milliseconds * 1000000L;
        while (clock.getCurrentThreadCpuTime() < end)
            spin();
        return clock.getCurrentThreadCpuTime() - begin;
    }

    static void spin() {
        double x = 1;
        for (int i = 0; i < 20000; i++)
            x = 3.0 / x + 1.5;
        sink = x;
    }

    public static void main(String[] arguments) {
        System.load(arguments[0]);
        if (arguments[1].equals("attach"))
            attachThreads();
        System.out.println(work(1500));
        if (!arguments[1].equals("attach"))
            exit(arguments[1].equals("_exit"));
    }
}
