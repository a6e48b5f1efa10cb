/** Works until its input ends, in two threads that are there from the beginning and one that a line of the input starts. */
public class Running {
    static volatile boolean ends;
    static volatile double sink;

    static void spin() {
        double x = 1;
        for (int i = 0; i < 20000; i++)
            x = 3.0 / x + 1.5;
        sink = x;
    }

    static void first() {
        while (!ends)
            spin();
    }

    static void second() {
        while (!ends)
            spin();
    }

    static void later() {
        while (!ends)
            spin();
    }

    public static void main(String[] arguments) throws Exception {
        new Thread(Running::first, "first").start();
        new Thread(Running::second, "second").start();
        System.out.println("runs");
        while (System.in.read() >= 0)
            new Thread(Running::later, "later").start();
        ends = true;
    }
}
