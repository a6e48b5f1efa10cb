package java.lang;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * Reports entries and exits of methods, except those that are throttled, whose calls are only counted. Whether a method
 * is throttled may change at any time; {@code leave} gets the result of {@code enter}.
 */
public final class QiiCalls {
    private static final int BITS = 12; /* the table has QJVM_TABLE_METHODS entries (table.h): 2^12 parts of 2^12 */

    /**
     * For each method the address of the counters of its calls, 0 = it is not throttled, in parts of 4,096 methods,
     * which are made when they are needed. An entry changes only once in a run. So compiled code may contain it as a constant,
     * and then has no code that reports the method.
     */
    @Stable private static final long[][] THROTTLED = new long[1 << BITS][];

    private static final boolean FOREIGN = isForeign();

    private QiiCalls() {
    }

    /* Returns whether calls reach the library through the foreign-function interface, instead of JNI. */
    private static native boolean isForeign();

    private static native void reportEntry(int method);

    private static native void reportExit(int method);

    private static native void reportCatch(int method);

    /** Clears the table. The caller then makes the JVM discard compiled code with old entries. */
    static void reset() {
        java.util.Arrays.fill(THROTTLED, null);
    }

    /** From now on counts the calls of a method. */
    static void throttle(int method, long counters) {
        int part = method >>> BITS;
        if (THROTTLED[part] == null)
            THROTTLED[part] = new long[1 << BITS];
        THROTTLED[part][method & (1 << BITS) - 1] = counters;
    }

    /** Reports or counts an entry. Returns 1 if it was reported, else 0. */
    @ForceInline
    public static int enter(int method) {
        long[] part = THROTTLED[method >>> BITS];
        return enter(part == null ? 0 : part[method & (1 << BITS) - 1], method);
    }

    /** Reports or counts an entry; {@code counters} is the method's entry in the table. */
    @ForceInline
    static int enter(long counters, int method) {
        if (counters != 0) {
            QiiCounters.countThrottled(counters);
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
     * compiled code, and compile most of the program again when methods are throttled.
     */
    static void prepare(long counters) {
        for (int i = 0; i < 30000; i++) {
            leave(enter(counters, 0), 0);
            QiiCounters.countOfThread(counters, QiiCounters.FIRST);
        }
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
