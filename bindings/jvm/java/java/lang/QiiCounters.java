package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/** Increments counters in the library's memory, without calling the library. */
public final class QiiCounters {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /* The number of a thread is read from its field. getId cannot be used, because a subclass may override it. An
     * identity hash code cannot be used either, because computing one would change the hash codes that the program
     * gets. */
    private static final long THREAD_NUMBER = UNSAFE.objectFieldOffset(Thread.class, "tid");

    /* Threads run in several contexts, so hits are noted for the context of each (QiiContexts). */
    static volatile boolean several;

    private QiiCounters() {
    }

    /**
     * Counts a call of a method. The count is exact even if several threads call the method at once: each thread
     * increments one of eight counters atomically. The counters are 64 bytes apart, so that threads seldom contend for
     * a cache line.
     */
    @ForceInline
    public static void countCall(long counters) {
        long own = (UNSAFE.getLong(Thread.currentThread(), THREAD_NUMBER) & 7L) << 6;
        UNSAFE.getAndAddLong(null, counters + own, 1);
        if (several)
            QiiContexts.hit(counters + own);
    }

    /** Counts a line. If several threads execute the line at once, some counts may be lost. */
    @ForceInline
    public static void count(long counter) {
        UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + 1);
        if (several)
            QiiContexts.hit(counter);
    }
}
