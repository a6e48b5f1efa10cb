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

    /* Context of threads that have none, or one that has ended. Its hits count for all active contexts. */
    private static final QiiContexts UNKNOWN = new QiiContexts(null, null, null, true, false);

    private static final long HITS = UNSAFE.objectFieldOffset(QiiContexts.class, "hits");

    private final String name;
    private final Thread owner;
    private final QiiContexts before; /* context to which the thread returns when this one ends */
    private final boolean inherits; /* threads inherit it */
    private final boolean loads; /* a static initializer runs in it; the name is that of its source file */
    private boolean ended;
    private volatile QiiHits hits = QiiHits.NONE;

    private QiiContexts(String name, Thread owner, QiiContexts before, boolean inherits, boolean loads) {
        this.name = name;
        this.loads = loads;
        this.inherits = inherits;
        this.owner = owner;
        this.before = before;
    }

    /* ---- begin and end ---- */

    public static void begin(String name, String outer, boolean inherits) {
        if (outer != null)
            within(name, outer);
        begin(new QiiContexts(name, Thread.currentThread(), PRESENT.get(), inherits, false));
    }

    private static void begin(QiiContexts begun) {
        QiiContexts before = begun.before;
        synchronized (PRESENT) {
            share();
            if (before == null || before.owner != begun.owner || !replace(before, begun))
                add(begun);
            count();
        }
        PRESENT.set(begun);
        begun.change();
    }

    public static void end() {
        QiiContexts ended = PRESENT.get();
        if (ended == null || ended.owner != Thread.currentThread())
            return; /* the thread has begun none */
        QiiContexts before = ended.before;
        PRESENT.set(before);
        if (before == null || before.loads)
            change(null); /* so that the context that ends does not include the one before */
        if (before != null)
            before.change();
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

    /**
     * Called when a static initializer of this source file begins, in whatever context uses its class first. What runs
     * in the initializer counts for each context that runs code of the file. Threads that it creates do not inherit
     * this. Without a context, this does nothing.
     */
    public static void load(String file) {
        QiiContexts present = PRESENT.get();
        Thread thread = Thread.currentThread();
        if (present != null && present.isOf(thread))
            begin(new QiiContexts(file, thread, present, false, true));
    }

    /** Called when a static initializer of this source file ends. */
    public static void loaded(String file) {
        QiiContexts present = PRESENT.get();
        if (present != null && present.loads && present.owner == Thread.currentThread() && present.name.equals(file))
            end();
    }

    private void change() {
        if (loads)
            changeToLoad(name);
        else
            change(name);
    }

    private boolean isSame(QiiContexts other) {
        return loads == other.loads && name.equals(other.name);
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
            differ |= !active[i].isSame(active[0]);
        if (differ) {
            several = true;
            if (!notes)
                noteHits();
            notes = true;
        }
        boolean none = differ || activeCount == 0;
        changeOfCounters(none ? null : active[0].name, !none && active[0].loads);
        if (!differ)
            several = false;
    }

    /* ---- hits ---- */

    /**
     * Notes that the calling thread has incremented a counter. With --filter, code of the JDK notes hits, too, such as
     * the scheduler of virtual threads. If this code waited for a lock that a virtual thread has, no carrier might be
     * left to run that thread. So a hit is noted without a lock.
     */
    static void hit(long counter) {
        QiiContexts present = PRESENT.get();
        (present != null && present.isOf(Thread.currentThread()) ? present : UNKNOWN).note(counter);
    }

    private void note(long counter) {
        boolean[] page = hits.page(counter);
        QiiHits.set(page != null ? page : add(counter), counter);
    }

    /* Returns the page for a counter, which is new unless another thread has just added it. */
    private boolean[] add(long counter) {
        for (;;) {
            QiiHits known = hits;
            boolean[] page = known.page(counter);
            if (page != null)
                return page;
            UNSAFE.compareAndSetReference(this, HITS, known, known.with(counter));
        }
    }

    /* Adds the hits of unknown threads to all active contexts. */
    private static void share() {
        for (long counter : UNKNOWN.hits.take())
            for (int i = 0; i < activeCount; i++)
                active[i].note(counter);
    }

    /* Gives the hits to the library. */
    private void report() {
        long[] counters = hits.take();
        if (counters.length > 0)
            hits(name, loads, counters);
        hits = QiiHits.NONE;
    }

    /* ---- the library ---- */

    /* Sets the calling thread's context; null = none. */
    private static native void change(String name);

    /*
     * Sets the calling thread's context: that of code which this source file loads. The context before includes what
     * runs in it.
     */
    private static native void changeToLoad(String file);

    /* What runs in the context `outer` counts for the context `name`, too. */
    private static native void within(String name, String outer);

    /* Makes QiiCounters call hit() while `several` is true. */
    private static native void noteHits();

    /* Sets the context of all counters; null = none. If `loads`, the name is that of changeToLoad. */
    private static native void changeOfCounters(String name, boolean loads);

    /* Reports that these counters ran in a context, while the counters had none. */
    private static native void hits(String name, boolean loads, long[] counters);
}
