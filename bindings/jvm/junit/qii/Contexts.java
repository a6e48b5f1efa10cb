package qii;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Names what the calling thread does: a test, a request, a tenant. Reports show counts and times by these contexts. If
 * the JVM runs without qii's agent, this class does nothing.
 */
public final class Contexts {
    private static final MethodHandle BEGIN = find("begin", String.class, String.class, boolean.class);
    private static final MethodHandle END = find("end");

    private Contexts() {
    }

    /**
     * Begins a context. What the calling thread and threads that it creates do from now on belongs to it, until
     * {@link #end}. A context that begins again continues.
     */
    public static void begin(String name) {
        begin(name, null);
    }

    /** Begins a context. What runs in the context {@code outer}, such as a set-up, counts for it, too. */
    public static void begin(String name, String outer) {
        begin(name, outer, true);
    }

    /**
     * Begins the context of a set-up, within {@code outer} if that is not null. Threads that are created meanwhile do
     * not inherit it, since a test runner may create them to run tests.
     */
    public static void beginSetUp(String name, String outer) {
        begin(name, outer, false);
    }

    private static void begin(String name, String outer, boolean inherits) {
        if (BEGIN == null)
            return;
        try {
            BEGIN.invokeExact(name, outer, inherits);
        } catch (Throwable error) {
            throw unchecked(error);
        }
    }

    /** Ends the context that the calling thread began last, and returns to the one before. */
    public static void end() {
        if (END == null)
            return;
        try {
            END.invokeExact();
        } catch (Throwable error) {
            throw unchecked(error);
        }
    }

    private static Error unchecked(Throwable error) {
        if (error instanceof RuntimeException)
            throw (RuntimeException) error;
        return error instanceof Error ? (Error) error : new AssertionError(error); // the agent declares no others
    }

    private static MethodHandle find(String method, Class<?>... parameters) {
        try {
            return MethodHandles.publicLookup().findStatic(Class.forName("java.lang.QiiContexts"), method,
                    MethodType.methodType(void.class, parameters));
        } catch (ReflectiveOperationException error) {
            return null;
        }
    }
}
