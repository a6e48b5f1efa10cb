/* Class whose static initializer calls a method. */
final class LoadsNested {
    private static final int value = LoadsHelper.deep();

    private LoadsNested() {
    }

    static void look() {
        if (value < 0)
            throw new AssertionError();
    }
}
