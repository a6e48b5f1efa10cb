/* thread_number.h - the numbers of threads that libvt gives: from 0, one thread at a time has each.
 *
 * The thread that starts the run has 0, others get one when they ask. No locks: any thread, for its own carrier. */
#ifndef QP_LOG_THREAD_NUMBER_H
#define QP_LOG_THREAD_NUMBER_H

#include "core/thread/lane.h"

/* An id of a thread has 14 bits for its number (VT_getthreadid). */
#define QP_THREAD_NUMBERS 16384

/* Give the carrier's thread this number, or with -1 the one that it has, else the next free one from 1 on. Returns 0,
 * or -1 when another thread has it, or none is left. */
int qp_thread_number_take(struct qp_carrier *carrier, int number);

/* The thread ends: its number is free. */
void qp_thread_number_give(struct qp_carrier *carrier);

/* A new data file. */
void qp_thread_number_reset(void);

/* The calling thread's number, -1 when it has none. Any thread, signal handlers too. */
QP_SHARED int qp_thread_number(void);

#endif
