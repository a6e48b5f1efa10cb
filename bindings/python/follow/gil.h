/* gil.h - time in which a thread does not run because it does not have Python's global interpreter lock (GIL).
 *
 * CPython does not report when it gives the GIL to another thread. But each event is reported by the thread that holds
 * it. If an event comes from another thread than the last one, the thread of the last event has lost the GIL until its
 * next event. This time is recorded as a function without code:
 *
 *   - <waiting for the GIL>: the thread runs Python code.
 *   - <waiting without the GIL>: the thread has released the GIL in a C function, to read a file, for example.
 *
 * C functions that CPython does not report, such as those of ctypes, are a part of the Python code that calls them.
 * Functions that are known to wait (waiting.h) have none of these waits. Time in which the thread uses the processor is
 * not waiting. Begin and end are as exact as events are frequent. */
#pragma once

#include "bindings/python/frames/stack.h"

extern struct qpy_stacks *qpy_gil_holder; /* stacks of the thread that reported the last event, NULL = unknown */

/* Record that the GIL has moved to the calling thread, which has these stacks. */
void qpy_gil_moves(struct qpy_stacks *here);

/* Check whether the GIL has moved to the calling thread, which reports an event and has these stacks. */
static inline void qpy_gil_held(struct qpy_stacks *here)
{
    if (__builtin_expect(__atomic_load_n(&qpy_gil_holder, __ATOMIC_RELAXED) != here, false))
        qpy_gil_moves(here);
}

/* Forget these stacks before they are freed, or all if NULL. The calling thread need not hold the GIL. */
void qpy_gil_forget(const struct qpy_stacks *stacks);

/* Reset the state in the child of a fork. */
void qpy_gil_forked(void);
