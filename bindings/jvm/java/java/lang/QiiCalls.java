package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Reports entries and exits of methods, except those that are throttled, whose calls are only counted. Whether a method
 * is throttled may change at any time; {@code leave} gets the result of {@code enter}.
 */
public final class QiiCalls {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /**
     * Address of a table: for each method the address of the counters of its calls, 0 = it is not throttled. No method
     * has the number 0.
     */
    static final long TABLE = table();

    private static final boolean FOREIGN = isForeign();

    private QiiCalls() {
    }

    private static native long table();

    /* Returns whether calls reach the library through the foreign-function interface, instead of JNI. */
    private static native boolean isForeign();

    private static native void reportEntry(int method);

    private static native void reportExit(int method);

    private static native void reportCatch(int method);

    /** Reports or counts an entry. Returns 1 if it was reported, else 0. */
    @ForceInline
    public static int enter(int method) {
        return enter(TABLE + ((long) method << 3), method);
    }

    /** Reports or counts an entry; {@code entry} is the address of the method's entry in the table. */
    @ForceInline
    static int enter(long entry, int method) {
        long counters = UNSAFE.getLong(null, entry);
        if (counters != 0) {
            QiiCounters.countOfThread(counters, Thread.currentThread());
            return 0;
        }
        if (FOREIGN)
            QiiForeignCalls.enter(method);
        else
            reportEntry(method);
        return 1;
    }

    /**
     * Runs the code for throttled methods so often that the JVM considers it used. Otherwise the JVM would omit it from
     * compiled code, and compile most of the program again when methods are throttled. {@code entry} is the address of
     * the address of counters.
     */
    static void prepare(long entry) {
        for (int i = 0; i < 30000; i++)
            leave(enter(entry, 0), 0);
    }

    /** Reports an exit if the entry was reported. */
    @ForceInline
    public static void leave(int entered, int method) {
        if (entered == 0)
            return;
        if (FOREIGN)
            QiiForeignCalls.leave(method);
        else
            reportExit(method);
    }

    /** Reports that a method has caught an exception, if its entry was reported. */
    public static void caught(int entered, int method) {
        if (entered != 0)
            reportCatch(method); /* so rare that JNI is fast enough */
    }
}
