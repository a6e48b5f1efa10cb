#include "bindings/jvm/sample/short_waits.h"

#include <stdbool.h>

#define LEAST  1000000u    /* nanoseconds */
#define SECOND 1000000000u /* nanoseconds */
#define STACKS 250u        /* in a second */

/* All are atomic. Threads that change them at once may count a few stacks less. */
static uint64_t limit; /* in nanoseconds, 0 = none */
static uint64_t begin; /* reading of the clock since when stacks are counted */
static unsigned stacks;

void qjvm_short_waits_reset(void)
{
    __atomic_store_n(&limit, 0, __ATOMIC_RELAXED);
}

/* Begin to count stacks again, unless another thread has done so since this one read when the count began. */
static void restart(uint64_t time, uint64_t since, uint64_t new_limit)
{
    if (!__atomic_compare_exchange_n(&begin, &since, time, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return;
    __atomic_store_n(&limit, new_limit, __ATOMIC_RELAXED);
    __atomic_store_n(&stacks, 0, __ATOMIC_RELAXED);
}

/* Return the limit for a wait. After a second with fewer than half of the stacks, halve it. */
static uint64_t find_limit(uint64_t time)
{
    uint64_t before = __atomic_load_n(&limit, __ATOMIC_RELAXED), since = __atomic_load_n(&begin, __ATOMIC_RELAXED);
    if (time < since + SECOND)
        return before;
    bool few = __atomic_load_n(&stacks, __ATOMIC_RELAXED) < STACKS / 2;
    restart(time, since, !few ? before : before > LEAST ? before / 2 : 0);
    return __atomic_load_n(&limit, __ATOMIC_RELAXED);
}

/* Count a stack. If there are too many before the second ends, double the limit. */
static void count_stack(uint64_t time, uint64_t before)
{
    uint64_t since = __atomic_load_n(&begin, __ATOMIC_RELAXED);
    if (__atomic_add_fetch(&stacks, 1, __ATOMIC_RELAXED) >= STACKS)
        restart(time, since, before ? 2 * before : LEAST);
}

struct qjvm_waited qjvm_short_waits_add(struct qjvm_short_waits *waits, struct qjvm_waited wait, unsigned long row,
                                        uint64_t time)
{
    uint64_t least = find_limit(time);
    struct qjvm_waited part = wait;
    if (wait.nanoseconds < least) {
        waits->sum.nanoseconds += wait.nanoseconds;
        waits->sum.waits += wait.waits;
        waits->row = row;
        part = (struct qjvm_waited){0, waits->sum.nanoseconds - waits->sum.nanoseconds % least};
        waits->sum.nanoseconds -= part.nanoseconds;
        if (part.nanoseconds) {
            part.waits = waits->sum.waits;
            waits->sum.waits = 0;
        }
    }
    if (part.nanoseconds)
        count_stack(time, least);
    return part;
}
