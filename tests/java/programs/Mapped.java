/* The class gets a source map that inlines lines 11 to 13 in line 6, and puts other() into another file. */
public class Mapped {
    public static void main(String[] arguments) {
        int sum = 0;
        sum++;
        // as if an inlined function were called here
        sum = other(sum);
        System.out.println(sum);

        for (int i = 0; i < 5; i++) {
            sum += i;
            sum *= 2;
            sum -= 1;
        }
    }

    static int other(int value) {
        return value + 1;
    }
}
