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

    /* The program's first thread, null if the agent was attached later. Its counter is number 1, without a look-up, which
     * takes as long as the count: Rhino would take 1.82 times the plain time instead of 1.46. */
    static final Thread FIRST = first();

    /* Address of a table: for each thread the number of the counter that it has for itself, 0 = none. */
    private static final long STRIPES = stripes();
    private static final long THREADS = 1 << 20; /* number of entries of the table */

    /* Class of virtual threads, null before JDK 21, and the place of their carriers. */
    private static final Class<?> VIRTUAL = virtual();
    private static final long CARRIER = VIRTUAL != null ? UNSAFE.objectFieldOffset(VIRTUAL, "carrierThread") : 0;

    private QiiCounters() {
    }

    private static native Thread first();

    private static native long stripes();

    private static Class<?> virtual() {
        try {
            Class<?> found = Class.forName("java.lang.VirtualThread", false, null); // the program initializes it
            found.getDeclaredField("carrierThread");
            return found;
        } catch (ReflectiveOperationException error) {
            return null;
        }
    }

    @ForceInline
    private static long counted(long counter) {
        count(counter);
        return counter;
    }

    /**
     * Counts a call of a method, exactly even if several threads call it at once: a thread that has a counter for itself
     * increments that one, and the others increment the first counter atomically. The counters are 64 bytes apart, so
     * that threads do not contend for a cache line. Returns the address of the counter.
     */
    @ForceInline
    static long countOne(long counters) {
        Thread current = Thread.currentThread();
        if (current != FIRST)
            return countOfThread(counters, current);
        return counted(counters + (1 << 6));
    }

    /**
     * Counts a call as countCall does. C1 does not inline this method, since it has more than 35 bytes of byte code:
     * code that seldom counts keeps small frames.
     */
    static long countOfThread(long counters, Thread current) {
        if (current == FIRST)
            return counted(counters + (1 << 6));
        long thread = UNSAFE.getLong(current, THREAD_NUMBER);
        long own = thread < THREADS ? UNSAFE.getByte(null, STRIPES + thread) : 0;
        if (own == 0)
            return countOther(counters, current);
        return counted(counters + (own << 6));
    }

    /* Counts for a thread without a counter of its own: a virtual thread uses its carrier's, because it cannot be
     * unmounted in this method. Other threads share counter 0. */
    private static long countOther(long counters, Thread thread) {
        Object carrier = thread.getClass() == VIRTUAL ? UNSAFE.getReference(thread, CARRIER) : null;
        long number = carrier != null ? UNSAFE.getLong(carrier, THREAD_NUMBER) : THREADS;
        long own = number < THREADS ? UNSAFE.getByte(null, STRIPES + number) : 0;
        if (own == 0) {
            UNSAFE.getAndAddLong(null, counters, 1);
            return counters;
        }
        return counted(counters + (own << 6));
    }

    @ForceInline
    public static void countCall(long counters) {
        countOne(counters);
    }

    /** Counts a call of a throttled method. */
    @ForceInline
    static void countThrottled(long counters) {
        countOfThread(counters, Thread.currentThread());
    }

    /** Counts a line. If several threads execute the line at once, some counts may be lost. */
    @ForceInline
    public static void count(long counter) {
        UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + 1);
    }

    /* Once threads have been in several contexts at the same time, the agent exchanges the bodies of these methods
     * for those of the three above (contexts.c). A test in the methods above would make all inserted code larger. */

    @ForceInline
    public static void notesCall(long counters) {
        long counter = countOne(counters);
        if (QiiContexts.several)
            QiiContexts.hit(counter);
    }

    @ForceInline
    static void notesThrottled(long counters) {
        long counter = countOfThread(counters, Thread.currentThread());
        if (QiiContexts.several)
            QiiContexts.hit(counter);
    }

    @ForceInline
    public static void notes(long counter) {
        UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + 1);
        if (QiiContexts.several)
            QiiContexts.hit(counter);
    }
}
