/* thread_number.h - thread numbers that libvt assigns: from 0, each used by one thread at a time.
 *
 * The thread that starts the run has number 0; other threads get a number on request. Each thread calls these functions
 * for its own carrier, without a lock. */
#pragma once

#include "core/thread/tstate.h"

/* Number of different thread numbers. A thread's id has 14 bits for its number (VT_getthreadid). */
#define QP_THREAD_NUMBERS 16384

/* Assign a number to the carrier's thread. If `number` is -1, keep the thread's number or assign the next free
 * number from 1 on. Return 0, or -1 if another thread has the number or no number is free. */
int qp_thread_number_take(struct qp_carrier *carrier, int number);

/* Free the thread's number, since the thread ends. */
void qp_thread_number_release(struct qp_carrier *carrier);

/* Free all numbers for a new data file. */
void qp_thread_number_reset(void);

/* Return the calling thread's number, -1 if it has none. Any thread may call this; it is async-signal-safe. */
QP_SHARED int qp_thread_number(void);
