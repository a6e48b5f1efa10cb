/** By its map, lines 11 to 13 are inlined in line 6, and other() is of another file. */
public class Mapped {
    public static void main(String[] arguments) {
        int sum = 0;
        sum++;
        // as if a function were called here that is inlined
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
