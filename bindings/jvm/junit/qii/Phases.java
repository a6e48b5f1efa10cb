package qii;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Begins phases of a run that qii records. If the JVM runs without qii's agent, this class does nothing. */
public final class Phases {
    private static final MethodHandle BEGIN = find();

    private Phases() {
    }

    /**
     * Begins a phase. Everything that any thread does from now on belongs to it, until the next phase begins. Phases
     * with the same name are shown together.
     */
    public static void begin(String name) {
        if (BEGIN == null)
            return;
        try {
            BEGIN.invokeExact(name);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable error) {
            throw new AssertionError(error); // begin declares no checked exceptions
        }
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.publicLookup().findStatic(Class.forName("java.lang.QiiPhases"), "begin",
                    MethodType.methodType(void.class, String.class));
        } catch (ReflectiveOperationException error) {
            return null;
        }
    }
}
