import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;

/** Work in a stack of 10,000 frames, in classes that are unloaded, in a thread that is renamed while it runs, in a lambda, and in an inlined method. */
public class Unusual {
    static volatile double sink;

    static void spin() {
        double x = 1;
        for (int i = 0; i < 20000; i++)
            x = 3.0 / x + 1.5;
        sink = x;
    }

    /** Works for this number of milliseconds of CPU time. */
    static void work(int milliseconds) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long end = clock.getCurrentThreadCpuTime() + milliseconds * 1000000L;
        while (clock.getCurrentThreadCpuTime() < end)
            spin();
    }

    static void deep(int frames) {
        if (frames > 0)
            deep(frames - 1);
        else
            work(200);
    }

    /** Is loaded again and again, by loaders that become unreachable. */
    public static class Unloaded implements Runnable {
        public void run() {
            work(10);
        }
    }

    static void unload() throws Exception {
        URL[] here = {new java.io.File(".").toURI().toURL()};
        for (int i = 0; i < 30; i++) {
            try (URLClassLoader loader = new URLClassLoader(here, ClassLoader.getPlatformClassLoader())) {
                ((Runnable) loader.loadClass("Unusual$Unloaded").getDeclaredConstructor().newInstance()).run();
            }
            if (i % 3 == 0)
                System.gc();
        }
    }

    static double step(double x) {
        return 3.0 / x + 1.5;
    }

    static void inline() {
        for (int i = 0; i < 5000; i++) {
            double x = 1;
            for (int k = 0; k < 20000; k++)
                x = step(x);
            sink = x;
        }
    }

    static void rename() {
        work(50);
        Thread.currentThread().setName("renamed");
        work(50);
    }

    public static void main(String[] arguments) throws Exception {
        Thread[] all = {new Thread(null, () -> deep(10000), "deep", 64 << 20), new Thread(Unusual::rename, "first name")};
        for (Thread thread : all) {
            thread.start();
            thread.join();
        }
        unload();
        Runnable lambda = () -> work(100);
        lambda.run();
        inline();
        System.out.println("done");
    }
}
