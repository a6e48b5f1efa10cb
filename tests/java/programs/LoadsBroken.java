/* Class whose static initializer fails. */
final class LoadsBroken {
    private static final int value = LoadsHelper.fails();

    private LoadsBroken() {
    }

    static void look() {
        if (value < 0)
            throw new AssertionError();
    }
}
