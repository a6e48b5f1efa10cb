/**
 * Works until its input ends, in two threads that are there from the beginning and one that a line of the input starts. Two
 * more threads wait for each other.
 */
public class Running {
    static volatile boolean ends;

    static class Contends {
        /* The pause lets the other thread enter. Otherwise the same one may enter again and again. */
        static void run() {
            while (!ends) {
                enter();
                rest(10);
            }
        }

        static synchronized void enter() {
            rest(50);
        }

        static void rest(long milliseconds) {
            try {
                Thread.sleep(milliseconds);
            } catch (InterruptedException error) {
                ends = true;
            }
        }
    }

    static void first() {
        while (!ends)
            Unusual.spin();
    }

    static void second() {
        while (!ends)
            Unusual.spin();
    }

    static void later() {
        while (!ends)
            Unusual.spin();
    }

    public static void main(String[] arguments) throws Exception {
        new Thread(Running::first, "first").start();
        new Thread(Running::second, "second").start();
        new Thread(Contends::run, "left").start();
        new Thread(Contends::run, "right").start();
        System.out.println("runs");
        while (System.in.read() >= 0)
            new Thread(Running::later, "later").start();
        ends = true;
    }
}
