/** Allocates known numbers of objects; with an argument, that many times fewer. */
public class Allocates {
    static class Small {
        long a;
    }

    static class Large {
        long a, b, c, d, e, f, g, h, i, j, k, l;
    }

    static volatile Object sink;

    static void small(int count) {
        for (int i = 0; i < count; i++)
            sink = new Small();
    }

    static void large(int count) {
        for (int i = 0; i < count; i++)
            sink = new Large();
    }

    static void bytes(int count) {
        for (int i = 0; i < count; i++)
            sink = new byte[1000];
    }

    static void huge(int count) {
        for (int i = 0; i < count; i++)
            sink = new long[250_000]; // larger than the mean distance of samples
    }

    static void clones(int count) {
        int[] array = new int[100];
        for (int i = 0; i < count; i++)
            sink = array.clone();
    }

    static void all(int part) {
        small(20_000_000 / part);
        large(4_000_000 / part);
        bytes(400_000 / part);
        huge(600 / part);
        clones(1_000_000 / part);
    }

    public static void main(String[] arguments) {
        all(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1);
    }
}
