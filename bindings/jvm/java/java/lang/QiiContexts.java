package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * A context (qprof_context) that a thread has begun. The program's class qii.Contexts finds this class by its name.
 *
 * Counters are shared by all threads. While all that runs is in one context, the library attributes the counts to it,
 * which is exact. While threads are in several contexts, QiiCounters notes for the context of each thread which counters
 * it incremented, and the library gets these hits when the context ends.
 */
public final class QiiContexts {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /* The context of each thread. A thread inherits that of the thread that created it. */
    private static final InheritableThreadLocal<QiiContexts> PRESENT = new InheritableThreadLocal<>();

    /* Contexts that threads have begun, without those in which their thread has begun another one. */
    private static QiiContexts[] active = new QiiContexts[8];
    private static int activeCount;

    /* The active contexts differ, so that hits are noted. */
    static volatile boolean several;
    private static boolean notes; /* code that increments counters reads `several` */

    /* Hits of threads that have no context, or one that has ended. They count for all active contexts. */
    private static final QiiContexts UNKNOWN = new QiiContexts(null, null, null, true);

    /* Hits are bits of pages: each page is for 4096 bytes of counters, whose number is its first element. */
    private static final int PAGE = 12;
    private static final int WORDS = (1 << PAGE) / 8 / Long.SIZE;

    private final String name;
    private final Thread owner;
    private final QiiContexts before; /* context to which the thread returns when this one ends */
    private final boolean inherits; /* threads inherit it */
    private boolean ended;
    private long[][] pages = new long[16][]; /* open-addressing hash table */
    private int pageCount;

    private QiiContexts(String name, Thread owner, QiiContexts before, boolean inherits) {
        this.name = name;
        this.inherits = inherits;
        this.owner = owner;
        this.before = before;
    }

    /* ---- begin and end ---- */

    public static void begin(String name, String outer, boolean inherits) {
        if (outer != null)
            within(name, outer);
        Thread thread = Thread.currentThread();
        QiiContexts before = PRESENT.get();
        QiiContexts begun = new QiiContexts(name, thread, before, inherits);
        synchronized (PRESENT) {
            share();
            if (before == null || before.owner != thread || !replace(before, begun))
                add(begun);
            count();
        }
        PRESENT.set(begun);
        change(name);
    }

    public static void end() {
        QiiContexts ended = PRESENT.get();
        if (ended == null || ended.owner != Thread.currentThread())
            return; /* the thread has begun none */
        QiiContexts before = ended.before;
        PRESENT.set(before);
        change(before == null ? null : before.name);
        synchronized (PRESENT) {
            share();
            if (before == null || before.owner != ended.owner)
                remove(ended);
            else
                replace(ended, before);
            ended.ended = true;
            count();
        }
        ended.report();
    }

    /** Called on a new platform thread: sets the context that it inherits. */
    static void inherit() {
        QiiContexts present = PRESENT.get();
        if (present != null && present.isOf(Thread.currentThread()))
            change(present.name);
    }

    private boolean isOf(Thread thread) {
        return !ended && (inherits || owner == thread);
    }

    private static void add(QiiContexts begun) {
        if (activeCount == active.length) {
            QiiContexts[] more = new QiiContexts[2 * activeCount];
            System.arraycopy(active, 0, more, 0, activeCount);
            active = more;
        }
        active[activeCount++] = begun;
    }

    private static void remove(QiiContexts ended) {
        replace(ended, active[--activeCount]);
        active[activeCount] = null;
    }

    private static boolean replace(QiiContexts old, QiiContexts by) {
        for (int i = 0; i < activeCount; i++)
            if (active[i] == old) {
                active[i] = by;
                return true;
            }
        return false;
    }

    /* Sets the context of the counters. A count that is noted as a hit meanwhile may count twice, but none is lost. */
    private static void count() {
        boolean differ = false;
        for (int i = 1; i < activeCount; i++)
            differ |= !active[i].name.equals(active[0].name);
        if (differ) {
            several = true;
            if (!notes)
                noteHits();
            notes = true;
        }
        changeOfCounters(differ || activeCount == 0 ? null : active[0].name);
        if (!differ)
            several = false;
    }

    /* ---- hits ---- */

    /** Notes that the calling thread has incremented a counter. */
    static void hit(long counter) {
        QiiContexts present = PRESENT.get();
        (present != null && present.isOf(Thread.currentThread()) ? present : UNKNOWN).note(counter);
    }

    private static int find(long[][] pages, long number) {
        int at = (int) number * 0x9E3779B1 >>> 16 & pages.length - 1;
        while (pages[at] != null && pages[at][0] != number)
            at = at + 1 & pages.length - 1;
        return at;
    }

    private void note(long counter) {
        long[][] table = pages;
        long[] page = table[find(table, counter >>> PAGE)];
        int bit = (int) (counter & (1 << PAGE) - 1) / 8;
        if (page == null || (page[1 + bit / Long.SIZE] & 1L << bit) == 0)
            add(counter >>> PAGE, bit / Long.SIZE, 1L << bit);
    }

    /* Adds bits. Threads read the table without the lock. */
    private synchronized void add(long number, int word, long bits) {
        int at = find(pages, number);
        if (pages[at] == null) {
            if (2 * ++pageCount > pages.length) {
                grow();
                at = find(pages, number);
            }
            long[] page = new long[1 + WORDS];
            page[0] = number;
            UNSAFE.storeFence();
            pages[at] = page;
        }
        pages[at][1 + word] |= bits;
    }

    private void grow() {
        long[][] larger = new long[2 * pages.length][];
        for (long[] page : pages)
            if (page != null)
                larger[find(larger, page[0])] = page;
        UNSAFE.storeFence();
        pages = larger;
    }

    /* Adds the hits of unknown threads to all active contexts. */
    private static void share() {
        synchronized (UNKNOWN) {
            if (UNKNOWN.pageCount == 0)
                return;
            for (long[] page : UNKNOWN.pages)
                for (int word = 0; page != null && word < WORDS; word++)
                    for (int i = 0; i < activeCount && page[1 + word] != 0; i++)
                        active[i].add(page[0], word, page[1 + word]);
            UNKNOWN.pages = new long[16][];
            UNKNOWN.pageCount = 0;
        }
    }

    /* Gives the library the addresses of the counters, ascending. */
    private synchronized void report() {
        if (pageCount == 0)
            return;
        long[][] sorted = new long[pageCount][];
        int count = 0, hits = 0;
        for (long[] page : pages) {
            if (page == null)
                continue;
            int at = count++;
            for (; at > 0 && sorted[at - 1][0] > page[0]; at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = page;
            for (int word = 1; word <= WORDS; word++)
                hits += Long.bitCount(page[word]);
        }
        long[] counters = new long[hits];
        int next = 0;
        for (long[] page : sorted)
            for (int word = 0; word < WORDS; word++)
                for (long bits = page[1 + word]; bits != 0; bits &= bits - 1)
                    counters[next++] = (page[0] << PAGE)
                            + 8 * (long) (word * Long.SIZE + Long.numberOfTrailingZeros(bits));
        hits(name, counters);
        pages = new long[1][];
    }

    /* ---- the library ---- */

    /* Sets the calling thread's context; null = none. */
    private static native void change(String name);

    /* What runs in the context `outer` counts for the context `name`, too. */
    private static native void within(String name, String outer);

    /* Makes QiiCounters call hit() while `several` is true. */
    private static native void noteHits();

    /* Sets the context of all counters; null = none. */
    private static native void changeOfCounters(String name);

    /* Reports that these counters ran in a context, while the counters had none. */
    private static native void hits(String name, long[] counters);
}
