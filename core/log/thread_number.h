/* thread_number.h - thread numbers that libvt assigns: from 0, each used by one thread at a time.
 *
 * The thread that starts the run has 0, others get one on request. No locks: any thread, for its own carrier. */
#pragma once

#include "core/thread/tstate.h"

/* Number of numbers: a thread's id has 14 bits for it (VT_getthreadid). */
#define QP_THREAD_NUMBERS 16384

/* Assign this number to the carrier's thread, or for -1 keep its number or assign the next free one from 1 on. Returns
 * 0, or -1 if another thread has it or none is left. */
int qp_thread_number_take(struct qp_carrier *carrier, int number);

/* Free the number: the thread ends. */
void qp_thread_number_release(struct qp_carrier *carrier);

/* Free all numbers for a new data file. */
void qp_thread_number_reset(void);

/* Return the calling thread's number, -1 if it has none. Any thread; async-signal-safe. */
QP_SHARED int qp_thread_number(void);
