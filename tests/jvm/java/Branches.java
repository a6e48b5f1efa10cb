/* The comment after each line says how often each outcome of its branches is taken, in the order of the code. */
public class Branches {
    enum Color { RED, GREEN, BLUE }

    static class Base {
        final int value;

        Base(int value) {
            this.value = value;
        }
    }

    static class Early extends Base {
        Early(int n) {
            super(n > 2 ? n : -n); // outcomes 1 3
        }
    }

    static final int FIRST;

    static {
        int first = 0;
        for (int i = 0; i < 5; i++) // outcomes 5 1
            if (i % 2 == 0) // outcomes 3 2
                first += i;
        FIRST = first;
    }

    static int both(boolean a, boolean b) {
        if (a && b) // outcomes 3 1 2 1
            return 1;
        return a || b ? 2 : 3; // outcomes 1 1 0 1
    }

    static int loops(int n) {
        int sum = 0;
        do {
            sum++;
        } while (sum < n); // outcomes 8 2
        while (sum > 0) { // outcomes 6 0
            if (sum == 3) // outcomes 2 4
                break;
            sum--;
        }
        return sum;
    }

    static int one(int n) {
        switch (n) { // outcomes 2 1 3
        case 1:
        case 2:
            n++;
            break;
        case 1000000:
            return 5;
        default:
        }
        return n;
    }

    static int dense(int n) {
        switch (n) { // outcomes 1 3 0 1
        case 0:
            return 7;
        case 1:
            n = 10; // and on
        case 2:
            return n;
        default:
            return 0;
        }
    }

    static int text(String word) {
        switch (word) { // outcomes 1 2 1 2
        case "Aa":
            return 1;
        case "BB": // the hash of Aa
            return 2;
        case "other":
            return 3;
        default:
            return 4;
        }
    }

    static int color(Color color) {
        return switch (color) { // outcomes 0 2 1
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    static String deep(int n, Object o) {
        return String.join(",", "a" + (n > 1 ? "b" : "c"), o == null ? "null" : o instanceof String ? "text" : "other"); // outcomes 2 1 1 2 1 1
    }

    static int thrown(int n) {
        for (;;)
            try {
                if (n > 3) // outcomes 1 3
                    return n;
                n += fail(n) ? 100 : 1; // outcomes 0 1
            } catch (IllegalStateException e) {
                n = n == 0 ? 1 : 4; // outcomes 1 1
            }
    }

    static boolean fail(int n) {
        if (n % 2 == 0) // outcomes 2 1
            throw new IllegalStateException();
        return false;
    }

    static synchronized int first(int[] list, int wanted) {
        int at = 0;
        while (at < list.length && list[at] != wanted) // outcomes 11 1 8 3
            at++;
        return at == list.length ? -1 : at; // outcomes 1 3
    }

    public static void main(String[] words) {
        System.out.println(new Early(1).value + new Early(2).value + new Early(3).value + new Early(-4).value + FIRST);
        System.out.println(both(true, true) + both(true, true) + both(true, false) + both(false, false));
        System.out.println(loops(3) + " " + loops(7));
        System.out.println(one(1) + one(2) + one(3) + one(1000000) + one(-1) + one(999));
        System.out.println(dense(0) + dense(1) + dense(1) + dense(1) + dense(-1));
        System.out.println(text("Aa") + text("BB") + text("BB") + text("C#") + text("other") + text("CC"));
        System.out.println(color(Color.GREEN) + color(Color.BLUE) + color(Color.GREEN));
        System.out.println(deep(1, null) + deep(2, "x") + deep(3, 5));
        System.out.println(thrown(0));
        int[] list = {3, 1, 4, 1, 5};
        System.out.println(first(list, 4) + first(list, 9) + first(list, 3) + first(new int[] {2, 9}, 9));
        java.util.function.IntPredicate even = n -> n % 2 == 0; // outcomes 2 3
        int sum = 0;
        for (int i = 0; i < 5; i++) // outcomes 5 1
            sum += even.test(2 * i + (i > 1 ? 1 : 0)) ? 1 : 0; // outcomes 3 2 2 3
        System.out.println(sum);
    }
}
