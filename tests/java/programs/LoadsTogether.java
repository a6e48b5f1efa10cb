/* Class whose static initializer runs while several contexts do. */
final class LoadsTogether {
    private static final int value = LoadsHelper.together();

    private LoadsTogether() {
    }

    static void look() {
        if (value < 0)
            throw new AssertionError();
    }
}
