package java.lang;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Counts objects where they are made (sites.h). The argument {@code counters} is the address of a site's counters: for each
 * stripe (QiiCounters) the number of objects and, eight bytes after it, the bytes of arrays.
 */
public final class QiiAllocations {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOW = 63; /* bits of the argument that are not part of the address */

    /* Size of an array's header. The padding before elements of eight bytes is the same as that of the whole size. */
    private static final int HEADER = header();
    private static final int REFERENCE = UNSAFE.arrayIndexScale(Object[].class);

    /* For each site with results: the classes of its objects, each followed by the address of its counters. */
    private static final Object[][] KINDS = new Object[1 << 16][];
    private static final int MOST = 16; /* classes and addresses of a site; those of further classes are looked up */

    private QiiAllocations() {
    }

    /* The method's result is an int, since JDK 25 a long. */
    private static int header() {
        try {
            return ((Number) Unsafe.class.getMethod("arrayBaseOffset", Class.class).invoke(UNSAFE, byte[].class)).intValue();
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

    /** Counts an array. The low bits have the logarithm of its elements' size. */
    @ForceInline
    public static void countArray(int length, long counters) {
        countBytes(sizeOf(length, (int) (counters & LOW)), counters & ~LOW);
    }

    /**
     * Counts an object that was made. The low bits have the number of dimensions of an array that was made as a whole, the
     * others the site's number.
     */
    public static void countResult(Object made, long site) {
        countAll(made, (int) (site & LOW), (int) (site >>> 6));
    }

    /** Makes the compiler keep a StringBuilder and its calls, in which objects are counted (OptimizeStringConcat). */
    @DontInline
    public static void escapes(Object builder) {
    }

    private static void countAll(Object made, int dimensions, int site) {
        if (made == null)
            return;
        long counters = countersOf(made, site);
        if (counters != 0 && made.getClass().isArray())
            countBytes(sizeOf(made), counters);
        else if (counters != 0)
            QiiCounters.countOne(counters);
        if (dimensions > 1 && made instanceof Object[] parts)
            for (Object part : parts)
                countAll(part, dimensions - 1, site);
    }

    private static long countersOf(Object made, int site) {
        Object[] kinds = site < KINDS.length ? KINDS[site] : null;
        for (int i = 0; kinds != null && i < kinds.length; i += 2)
            if (((WeakReference<?>) kinds[i]).get() == made.getClass())
                return ((long[]) kinds[i + 1])[0];
        return remember(made, site, kinds);
    }

    /* Looks up the counters for the object's class and caches them. If two threads do this at once, one entry is lost, and
     * looked up again later. */
    private static long remember(Object made, int site, Object[] kinds) {
        long counters = counters(made, site);
        int known = kinds == null ? 0 : kinds.length;
        if (site < KINDS.length && known < MOST) {
            Object[] more = new Object[known + 2];
            for (int i = 0; i < known; i++)
                more[i] = kinds[i];
            more[known] = new WeakReference<Class<?>>(made.getClass());
            more[known + 1] = new long[] {counters};
            UNSAFE.storeFence(); /* other threads read the array without a lock */
            KINDS[site] = more;
        }
        return counters;
    }

    /* Returns the address of the counters for objects of this class at a site, 0 if they are not to be counted. */
    private static native long counters(Object made, int site);

    /* Threads without a counter of their own share the first one. */
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
        return HEADER + ((long) length << shift) + 7 & -8;
    }

    private static long sizeOf(Object array) {
        if (array instanceof byte[] bytes)
            return sizeOf(bytes.length, 0);
        int scale = array instanceof Object[] ? REFERENCE : UNSAFE.arrayIndexScale(array.getClass());
        return HEADER + (long) Array.getLength(array) * scale + 7 & -8;
    }
}
