package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import jdk.internal.vm.annotation.DontInline;

/**
 * Reports entries and exits through the foreign-function interface, from JDK 22 on. That interface is used by
 * reflection, so that an older compiler can compile this class. Each call is in a method that is never inlined, so that
 * the JVM compiles the call only once: when the call was inlined everywhere, warm-up took twice as long.
 */
public final class QiiForeignCalls {
    private static final MethodHandle ENTER = handle(address(0));
    private static final MethodHandle LEAVE = handle(address(1));

    static {
        prepare(handle(address(2)));
    }

    private QiiForeignCalls() {
    }

    /* Returns the address of a function: 0 records entries, 1 exits, 2 nothing. */
    private static native long address(int function);

    /* Returns a handle of the native function at an address. The function takes a long, returns nothing, and is called
     * without a transition of the thread's state. */
    private static MethodHandle handle(long address) {
        try {
            Class<?> linker = Class.forName("java.lang.foreign.Linker");
            Class<?> option = Class.forName("java.lang.foreign.Linker$Option");
            Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> descriptor = Class.forName("java.lang.foreign.FunctionDescriptor");
            Object layouts = Array.newInstance(layout, 1);
            Array.set(layouts, 0, Class.forName("java.lang.foreign.ValueLayout").getField("JAVA_LONG").get(null));
            Object options = Array.newInstance(option, 1);
            Array.set(options, 0, option.getMethod("critical", boolean.class).invoke(null, false));
            Method downcall = linker.getMethod("downcallHandle", segment, descriptor, options.getClass());
            return customized((MethodHandle) downcall.invoke(linker.getMethod("nativeLinker").invoke(null),
                    segment.getMethod("ofAddress", long.class).invoke(null, address),
                    descriptor.getMethod("ofVoid", layouts.getClass()).invoke(null, layouts), options));
        } catch (ReflectiveOperationException error) {
            throw new LinkageError("no foreign calls", error);
        }
    }

    /* Makes the JVM compile what all handles of this kind share. It would do so at the 128th call, in a thread of the
     * program, whose method then seemed to allocate 300 objects. */
    private static void prepare(MethodHandle nothing) {
        try {
            for (int i = 0; i < 200; i++)
                nothing.invokeExact(0L);
        } catch (Throwable error) {
            throw rethrown(error);
        }
    }

    /* Returns the handle with code of its own, which the JVM would make at its 128th call, too. */
    private static MethodHandle customized(MethodHandle handle) {
        try {
            Method customize = MethodHandle.class.getDeclaredMethod("customize");
            customize.setAccessible(true);
            customize.invoke(handle);
        } catch (ReflectiveOperationException | RuntimeException error) {
            /* not in this JDK */
        }
        return handle;
    }

    @DontInline
    public static void enter(int method) {
        try {
            ENTER.invokeExact(Integer.toUnsignedLong(method));
        } catch (Throwable error) {
            throw rethrown(error);
        }
    }

    @DontInline
    public static void leave(int method) {
        try {
            LEAVE.invokeExact(Integer.toUnsignedLong(method));
        } catch (Throwable error) {
            throw rethrown(error);
        }
    }

    /* Converts an exception that the JVM threw in a call (StackOverflowError, OutOfMemoryError). The called functions
     * throw none. */
    private static Error rethrown(Throwable error) {
        return error instanceof Error ? (Error) error : new Error(error);
    }
}
