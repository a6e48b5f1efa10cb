/* Class whose static initializer runs another one. */
final class LoadsTable {
    private static final int value;

    static {
        LoadsNested.look();
        value = LoadsHelper.build();
    }

    private LoadsTable() {
    }

    static void look() {
        if (value < 0)
            throw new AssertionError();
    }
}
