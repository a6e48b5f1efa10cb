package java.lang;

/** Context of a thread (qprof_context). The program's class qii.Contexts finds this class by its name. */
public final class QiiContexts {
    /* A thread inherits the context of the thread that created it. */
    private static final InheritableThreadLocal<QiiContexts> PRESENT = new InheritableThreadLocal<>();

    private final String name;
    private final QiiContexts before; /* context to which the thread returns when this one ends */

    private QiiContexts(String name, QiiContexts before) {
        this.name = name;
        this.before = before;
    }

    public static void begin(String name, String outer) {
        PRESENT.set(new QiiContexts(name, PRESENT.get()));
        if (outer != null)
            within(name, outer);
        change(name);
    }

    public static void end() {
        QiiContexts ended = PRESENT.get();
        if (ended == null)
            return;
        PRESENT.set(ended.before);
        change(ended.before == null ? null : ended.before.name);
    }

    /** Called on a new platform thread: sets the context that it inherits. */
    static void inherit() {
        QiiContexts present = PRESENT.get();
        if (present != null)
            change(present.name);
    }

    /* Sets the calling thread's context; null = none. */
    private static native void change(String name);

    /* What runs in the context `outer` counts for the context `name`, too. */
    private static native void within(String name, String outer);
}
