/* short_waits.h - short waits, of which only some get a stack.
 *
 * A stack takes about 10 microseconds, which is too much for each of many short waits. If threads need more than 250
 * stacks in a second, waits shorter than a limit are added up for each thread and state. Each time that the sum reaches
 * the limit, the stack of the wait that reached it gets the time of the limit: a sample of the waiting time. The
 * expected time of a stack is the true one, and the sum of all is exact. The limit is a millisecond at
 * first, and doubles while more than 250 stacks are collected in a second. With few waits there is no limit, and each
 * wait gets its stack. */
#pragma once

#include <stdint.h>

/* Waits in one state. */
struct qjvm_waited {
    unsigned waits;
    uint64_t nanoseconds;
};

/* Short waits of a thread in one state that no stack has got yet, which are less than the limit. */
struct qjvm_short_waits {
    struct qjvm_waited sum;
    unsigned long row; /* row of the last one (suspensions.h), 0 = none */
};

/* Begin without a limit. */
void qjvm_short_waits_reset(void);

/* Add a wait in this row that ended at this reading of CLOCK_MONOTONIC. Return the part of the waits until now that the
 * stack of this wait gets; nothing if it gets none. */
struct qjvm_waited qjvm_short_waits_add(struct qjvm_short_waits *waits, struct qjvm_waited wait, unsigned long row,
                                        uint64_t time);
