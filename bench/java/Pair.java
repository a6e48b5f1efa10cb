/** Calls a method that does almost nothing. Prints the nanoseconds per call for each round. */
public class Pair {
    static int sum;

    static void leaf(int i) {
        sum += i;
    }

    static void loop(int calls) {
        for (int i = 0; i < calls; i++)
            leaf(i);
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 12; round++) {
            long before = System.nanoTime();
            loop(3_000_000);
            System.out.printf("%.3f%n", (System.nanoTime() - before) / 3e6);
        }
    }
}
