package java.lang;

/** Native methods of the JDK are bound again in the name of a class of java.base, as which the JVM trusts it. */
public final class QiiNatives {
    private QiiNatives() {
    }

    public static void bind() {
        bindAgain();
    }

    private static native void bindAgain();
}
