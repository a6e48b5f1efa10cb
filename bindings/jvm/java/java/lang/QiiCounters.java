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
    }

    /** Counts a line. If several threads execute the line at once, some counts may be lost. */
    @ForceInline
    public static void count(long counter) {
        UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + 1);
    }

    /* Once threads have been in several contexts at the same time, the agent exchanges the bodies of these two methods
     * for those of the two above (contexts.c). A test in the methods above would make all inserted code larger. */

    @ForceInline
    public static void notesCall(long counters) {
        long own = (UNSAFE.getLong(Thread.currentThread(), THREAD_NUMBER) & 7L) << 6;
        UNSAFE.getAndAddLong(null, counters + own, 1);
        if (QiiContexts.several)
            QiiContexts.hit(counters + own);
    }

    @ForceInline
    public static void notes(long counter) {
        UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + 1);
        if (QiiContexts.several)
            QiiContexts.hit(counter);
    }
}
