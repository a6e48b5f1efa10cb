/* Prints identity hash codes of new objects. counted() is first called after the second hash code, called() after
 * the third. */
public class Hashes {
    private static int calls;

    private static void counted() {
        calls++;
    }

    private static int called(int depth) {
        return depth == 0 ? calls : called(depth - 1);
    }

    public static void main(String[] words) {
        for (int i = 0; i < Integer.parseInt(words[0]); i++) {
            System.out.println(System.identityHashCode(new Object()));
            if (i > 0)
                counted();
            if (i > 1)
                called(i);
        }
    }
}
