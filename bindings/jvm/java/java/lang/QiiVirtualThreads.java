package java.lang;

import java.lang.reflect.Field;

/**
 * What the rewritten java.lang.VirtualThread of JDK 21 and later tells of itself. Its states are asked for by their
 * names, since their numbers differ from JDK to JDK; an older one lacks some.
 */
public final class QiiVirtualThreads {
    /* As qprof.h has them. */
    private static final int RUNNABLE_REASON = 0;
    private static final int BLOCKED_REASON = 1;
    private static final int WAITING_REASON = 2;

    private static final int RUNNING = state("RUNNING");
    private static final int YIELDING = state("YIELDING");
    private static final int BLOCKING = state("BLOCKING");
    private static final int RUNNABLE = state("RUNNABLE"); /* JDK 21 */
    private static final int UNPARKED = state("UNPARKED"); /* later */
    private static final int UNBLOCKED = state("UNBLOCKED");
    private static final int STATES = 0xff; /* what is above says whether it is suspended by a debugger */

    private QiiVirtualThreads() {
    }

    private static int state(String name) {
        try {
            Field field = Class.forName("java.lang.VirtualThread").getDeclaredField(name);
            field.setAccessible(true);
            return field.getInt(null);
        } catch (ReflectiveOperationException error) {
            return -1;
        }
    }

    /** It was started by the running thread. */
    public static void starts(Thread thread) {
        create(thread.getId(), thread.getName());
    }

    /** It runs on the calling carrier from now on. */
    public static void mounted(Thread thread) {
        resume(thread.getId());
    }

    /** It leaves the calling carrier; one that runs still is at its end. */
    public static void unmounts(Thread thread, int state) {
        if ((state & STATES) == RUNNING)
            ends(thread);
        else
            leaves(thread, state, RUNNABLE_REASON);
    }

    /** It leaves the calling carrier, for this reason if its state does not say why. */
    static void leaves(Thread thread, int state, int otherwise) {
        int now = state & STATES;
        suspend(thread.getId(), now == RUNNING ? otherwise
                : now == YIELDING ? RUNNABLE_REASON : now == BLOCKING ? BLOCKED_REASON : WAITING_REASON);
    }

    static void ends(Thread thread) {
        destroy(thread.getId());
    }

    /** The calling thread makes it go on, if that is what the state means. */
    public static void changes(Thread thread, int state) {
        if (state == UNPARKED || state == UNBLOCKED || state == RUNNABLE)
            wake(thread.getId());
    }

    private static native void create(long id, String name);

    private static native void resume(long id);

    private static native void suspend(long id, int reason);

    private static native void wake(long id);

    private static native void destroy(long id);
}
