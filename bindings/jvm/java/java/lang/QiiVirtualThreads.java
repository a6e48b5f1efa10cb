package java.lang;

import java.util.concurrent.locks.LockSupport;

/**
 * Receives the events of the rewritten java.lang.VirtualThread of JDK 21 and later. The states of a virtual thread are
 * looked up by name: their numbers differ between JDKs, and older JDKs lack some of them.
 */
public final class QiiVirtualThreads {
    /* QPROF_REASON values of qprof.h. */
    private static final int RUNNABLE_REASON = 0;
    private static final int BLOCKED_REASON = 1;
    private static final int WAITING_REASON = 2;

    private static int yielding = -1;
    private static int blocking = -1;
    private static int runnable = -1; /* JDK 21 */
    private static int unparked = -1; /* later */
    private static int unblocked = -1;
    private static volatile int running = -1; /* is written last, and read before the others */
    /* Mask of the state. A bit above it is set while a debugger suspends the thread. */
    private static final int STATES = 0xff;

    private QiiVirtualThreads() {
    }

    /** Called when the running thread starts a virtual thread. */
    public static void starts(Thread thread) {
        if (running < 0)
            findStates(thread);
        create(thread.getId(), thread.getName());
    }

    /** Called when a virtual thread has been mounted on the calling carrier. */
    public static void mounted(Thread thread) {
        resume(thread.getId(), thread);
    }

    /**
     * Called when a virtual thread is about to leave the calling carrier. If its state is still RUNNING, the thread
     * ends.
     */
    public static void unmounts(Thread thread, int state) {
        if ((state & STATES) == running)
            ends(thread);
        else
            leaves(thread, state, RUNNABLE_REASON);
    }

    /**
     * Reports that a virtual thread leaves the calling carrier. If its state is still RUNNING, the reason is {@code
     * otherwise}.
     */
    static void leaves(Thread thread, int state, int otherwise) {
        int now = state & STATES;
        suspend(thread.getId(), now == running ? otherwise
                : now == yielding ? RUNNABLE_REASON : now == blocking ? BLOCKED_REASON : WAITING_REASON);
    }

    static void ends(Thread thread) {
        destroy(thread.getId());
    }

    /**
     * Called when the calling thread changes the state of a virtual thread. If the new state is a runnable one, the
     * virtual thread is woken.
     */
    public static void changes(Thread thread, int state) {
        if (running >= 0 && (state == unparked || state == unblocked || state == runnable))
            wake(thread.getId());
    }

    /** Called on a virtual thread that is about to park. */
    public static void parks(Thread thread) {
        Object object = LockSupport.getBlocker(thread);
        if (object != null)
            beginPark(object);
    }

    /** Called on a virtual thread that has parked, or did not have to. */
    public static void parked(Thread thread) {
        if (LockSupport.getBlocker(thread) != null)
            endPark();
    }

    /**
     * Looks up the states. Earlier, this would initialize VirtualThread, and the program could no longer set the
     * properties of its scheduler.
     */
    private static native void findStates(Thread thread);

    private static native void beginPark(Object object);

    private static native void endPark();

    private static native void create(long id, String name);

    private static native void resume(long id, Thread thread);

    private static native void suspend(long id, int reason);

    private static native void wake(long id);

    private static native void destroy(long id);
}
