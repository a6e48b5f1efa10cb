package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Set of counters that a context's threads have incremented. Adding a counter takes no lock. It calls no method that may
 * be recorded either, since that would note a hit again, without end (wanted.c).
 *
 * The set has a page for each 4096 bytes of counters, with a flag for each counter, and a last flag that is set if any
 * other may be set. The table of pages is not changed once others see it: {@link #with} returns a new table.
 */
final class QiiHits {
    private static final int PAGE = 12;
    private static final int COUNTER = 3;
    private static final int COUNTERS = 1 << PAGE - COUNTER;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    static final QiiHits NONE = new QiiHits(4, 0);

    private final long[] numbers; /* open-addressing hash table: address of a page's first counter >>> PAGE */
    private final boolean[][] pages;
    private final int count;

    private QiiHits(int size, int count) {
        this.numbers = new long[size];
        this.pages = new boolean[size][];
        this.count = count;
    }

    private int find(long number) {
        int at = (int) number * 0x9E3779B1 >>> 16 & pages.length - 1;
        while (pages[at] != null && numbers[at] != number)
            at = at + 1 & pages.length - 1;
        return at;
    }

    private void put(long number, boolean[] page) {
        int at = find(number);
        numbers[at] = number;
        pages[at] = page;
    }

    /** Returns the page for a counter, null if there is none. */
    boolean[] page(long counter) {
        return pages[find(counter >>> PAGE)];
    }

    /** Adds a counter to its page. */
    static void set(boolean[] page, long counter) {
        int at = (int) (counter & (1 << PAGE) - 1) >> COUNTER;
        if (page[at])
            return;
        page[at] = true;
        UNSAFE.storeFence();
        page[COUNTERS] = true;
    }

    /** Returns a table of these pages and a new one for a counter. */
    QiiHits with(long counter) {
        boolean grows = 2 * (count + 1) > pages.length;
        QiiHits more = new QiiHits(grows ? 2 * pages.length : pages.length, count + 1);
        if (!grows) {
            System.arraycopy(numbers, 0, more.numbers, 0, numbers.length);
            System.arraycopy(pages, 0, more.pages, 0, pages.length);
        }
        for (int i = 0; i < pages.length && grows; i++)
            if (pages[i] != null)
                more.put(numbers[i], pages[i]);
        more.put(counter >>> PAGE, new boolean[COUNTERS + 1]);
        return more;
    }

    /** Removes all counters, and returns their addresses, ascending. */
    long[] take() {
        long[] first = addresses();
        long[] taken = new long[16];
        int size = 0;
        for (long address : first) {
            boolean[] page = page(address);
            if (!page[COUNTERS])
                continue;
            page[COUNTERS] = false;
            UNSAFE.fullFence();
            for (int i = 0; i < COUNTERS; i++) {
                if (!page[i])
                    continue;
                page[i] = false;
                if (size == taken.length)
                    taken = copy(taken, 2 * size);
                taken[size++] = address + ((long) i << COUNTER);
            }
        }
        return copy(taken, size);
    }

    /* Returns the addresses of the pages' first counters, ascending. */
    private long[] addresses() {
        long[] first = new long[count];
        int known = 0;
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] == null)
                continue;
            int at = known++;
            for (; at > 0 && first[at - 1] > numbers[i] << PAGE; at--)
                first[at] = first[at - 1];
            first[at] = numbers[i] << PAGE;
        }
        return first;
    }

    private static long[] copy(long[] array, int size) {
        long[] copy = new long[size];
        System.arraycopy(array, 0, copy, 0, size < array.length ? size : array.length);
        return copy;
    }
}
