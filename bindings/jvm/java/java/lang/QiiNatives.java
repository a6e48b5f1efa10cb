package java.lang;

/** Binds native methods of the JDK again. The JVM prints a warning if a class outside java.base does this. */
public final class QiiNatives {
    private QiiNatives() {
    }

    public static void bind() {
        bindAgain();
    }

    private static native void bindAgain();
}
