package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/** Counters of lines and calls: memory of the library, counted in without a call. */
public final class QiiLines {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private QiiLines() {
    }

    @ForceInline
    public static void count(long counter) {
        UNSAFE.putLong(counter, UNSAFE.getLong(counter) + 1);
    }
}
