package qii;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Phases of a run that qii records; all of this does nothing in a JVM without its agent. */
public final class Phases {
    private static final MethodHandle BEGIN = find();

    private Phases() {
    }

    /**
     * Begins a phase. What any thread does from now on belongs to it, until the next one begins; phases of one name are
     * shown together.
     */
    public static void begin(String name) {
        if (BEGIN == null)
            return;
        try {
            BEGIN.invokeExact(name);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable error) {
            throw new AssertionError(error); // it declares none
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
