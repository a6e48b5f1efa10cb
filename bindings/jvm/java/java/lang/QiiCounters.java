package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/** Counters in memory of the library, which count without a call. */
public final class QiiCounters {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /* Not getId, which a thread's class may override, nor an identity hash code: the program's own would change. */
    private static final long THREAD_NUMBER = UNSAFE.objectFieldOffset(Thread.class, "tid");

    private QiiCounters() {
    }

    /**
     * A call of a method, exactly, though several threads call it at once: in one of eight counters, 64 bytes apart, so
     * that they seldom wait for each other.
     */
    @ForceInline
    public static void countCall(long counters) {
        long own = (UNSAFE.getLong(Thread.currentThread(), THREAD_NUMBER) & 7L) << 6;
        UNSAFE.getAndAddLong(null, counters + own, 1);
    }

    /** A line, of which some may be lost where several threads are in it at once. */
    @ForceInline
    public static void count(long counter) {
        UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + 1);
    }
}
