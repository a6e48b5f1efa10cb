/* The comment after each line says how often it runs: a number for each offset at which the line begins. */
public class Lines { // 0
    interface Sum {
        int of(int a, int b);
    }

    static int loop(int n) { // entries 2
        int sum = 0; // 2
        for (int i = 0; i < n; i++) // 2 7
            sum += i; // 7
        return sum; // 2
    }

    static int whole(int n) { // entries 3
        while (n % 7 != 0) // 14
            n++; // 11
        return n; // 3
    }

    static String choice(int n) { // entries 3
        switch (n) { // 3
        case 1:
            return "one"; // 1
        case 2:
            n = 5; // 1
        default:
            n++; // 2
        }
        try {
            if (n == 6) // 2
                throw new IllegalStateException(); // 1
        } catch (IllegalStateException e) { // 1
            return "caught"; // 1 1
        } finally {
            n = 0; // 1 1 0
        } // 1 0 generated
        return "none"; // 1
    }

    public static void main(String[] words) { // entries 1
        loop(3); // 1
        loop(4); // 1
        whole(1); // 1
        whole(8 + 7 * 3 - 1); // 1
        whole(2); // 1
        choice(1); // 1
        choice(2); // 1
        choice(3); // 1
        Sum sum = (a, b) -> a + b; // 1 4
        for (int i = 0; i < 4; i++) // 1 4
            sum.of(i, i); // 4
    } // 1
}
