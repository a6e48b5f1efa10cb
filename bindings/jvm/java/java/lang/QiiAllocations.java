package java.lang;

import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Counts objects where they are made (sites.h). The argument {@code counters} is the address of a site's counters: for each
 * stripe (QiiCounters) the number of objects and, eight bytes after it, their bytes, unless all objects are of one size.
 */
public final class QiiAllocations {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOW = 63; /* bits of the argument that are not part of the address */

    /* Sizes of headers of arrays. That of long[] and double[] may be padded. */
    private static final int HEADER = headerOf(byte[].class);
    private static final int LONG_HEADER = headerOf(long[].class);
    private static final int REFERENCE = UNSAFE.arrayIndexScale(Object[].class);
    private static final int OBJECT = 16; /* bytes of an object whose class is not known where it is made: the least */

    private QiiAllocations() {
    }

    /* The method's result is an int, since JDK 25 a long. */
    private static int headerOf(Class<?> array) {
        try {
            return ((Number) Unsafe.class.getMethod("arrayBaseOffset", Class.class).invoke(UNSAFE, array)).intValue();
        } catch (ReflectiveOperationException error) {
            throw new AssertionError(error);
        }
    }

    /** Returns the size of an object's header, and in the upper half that of a reference. */
    static long layout() {
        return (long) REFERENCE << 32 | UNSAFE.objectFieldOffset(Integer.class, "value");
    }

    /** Counts an object. */
    @ForceInline
    public static void count(long counters) {
        QiiCounters.countOne(counters);
    }

    /** Counts an array that is about to be made. The low bits have the logarithm of its elements' size. */
    @ForceInline
    public static void countArray(int length, long counters) {
        if (length >= 0)
            countBytes(sizeOf(length, (int) (counters & LOW)), counters & ~LOW);
    }

    /** Counts an object that was made. The low bits have the number of dimensions of an array that was made as a whole. */
    public static void countResult(Object made, long counters) {
        countAll(made, (int) (counters & LOW), counters & ~LOW);
    }

    /** Makes the compiler keep a StringBuilder and its calls, in which objects are counted (OptimizeStringConcat). */
    @DontInline
    public static void escapes(Object builder) {
    }

    private static void countAll(Object made, int dimensions, long counters) {
        if (made == null || made.getClass().isHidden())
            return; /* hidden: a lambda, which is counted by its call */
        countBytes(sizeOf(made), counters);
        if (dimensions > 1 && made instanceof Object[] parts)
            for (Object part : parts)
                countAll(part, dimensions - 1, counters);
    }

    /* Threads share the first counter. */
    @ForceInline
    private static void countBytes(long bytes, long counters) {
        long counter = QiiCounters.countOne(counters) + 8;
        if (counter == counters + 8)
            UNSAFE.getAndAddLong(null, counter, bytes);
        else
            UNSAFE.putLong(null, counter, UNSAFE.getLong(null, counter) + bytes);
    }

    @ForceInline
    private static long sizeOf(int length, int shift) {
        return (shift == 3 ? LONG_HEADER : HEADER) + ((long) length << shift) + 7 & -8;
    }

    private static long sizeOf(Object made) {
        if (made instanceof byte[] bytes)
            return sizeOf(bytes.length, 0);
        if (made instanceof Object[] parts)
            return HEADER + (long) parts.length * REFERENCE + 7 & -8;
        Class<?> type = made.getClass();
        if (!type.isArray())
            return OBJECT;
        int length = Array.getLength(made), scale = UNSAFE.arrayIndexScale(type);
        return (scale == 8 ? LONG_HEADER : HEADER) + (long) length * scale + 7 & -8;
    }
}
