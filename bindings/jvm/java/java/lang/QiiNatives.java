package java.lang;

/** Binds native methods of the JDK again. The JVM allows this without a warning only to classes of java.base. */
public final class QiiNatives {
    private QiiNatives() {
    }

    public static void bind() {
        bindAgain();
    }

    private static native void bindAgain();
}
