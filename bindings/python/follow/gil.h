/* gil.h - time in which a thread does not run because it does not have Python's global interpreter lock (GIL).
 *
 * CPython does not report when it gives the GIL to another thread. But each event is reported by the thread that holds
 * it. If an event comes from another thread than the one before, that one has lost the GIL, until it reports an event
 * again. This time is recorded as a function without code:
 *
 *     <waiting for the GIL>       the thread runs Python code
 *     <waiting without the GIL>   the thread has released the GIL in a C function, and its CPU clock stands still: it
 * waits for a file, for example, or to get the GIL back; not in functions that are known to wait
 *
 * Begin and end are as exact as events are frequent. */
#pragma once

#include "bindings/python/frames/stack.h"

extern struct qpy_stacks *qpy_gil_holder; /* stacks of the thread that reported the last event, NULL = unknown */

void qpy_gil_moves(struct qpy_stacks *here);

/* The calling thread, which has these stacks, reports an event. */
static inline void qpy_gil_held(struct qpy_stacks *here)
{
    if (__builtin_expect(qpy_gil_holder != here, false))
        qpy_gil_moves(here);
}

/* These stacks are freed, or if they are NULL, all of them. The calling thread need not hold the GIL. */
void qpy_gil_forget(const struct qpy_stacks *stacks);

/* This is the child of a fork. */
void qpy_gil_forked(void);
