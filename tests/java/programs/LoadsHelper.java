/* Code that static initializers and contexts call. */
final class LoadsHelper {
    private static int count;

    private LoadsHelper() {
    }

    static int build() {
        for (int i = 0; i < 10; i++)
            count++;
        return count;
    }

    static int deep() {
        for (int i = 0; i < 10; i++)
            count++;
        return count;
    }

    static void other() {
        for (int i = 0; i < 10; i++)
            count++;
    }

    static int fails() {
        if (count >= 0)
            throw new IllegalStateException();
        return count;
    }

    static void afterwards() {
        for (int i = 0; i < 10; i++)
            count++;
    }

    static int together() {
        for (int i = 0; i < 10; i++)
            count++;
        return count;
    }
}
