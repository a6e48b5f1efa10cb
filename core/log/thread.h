/* thread.h - the events of libvt's threads: a thread names itself or gets its number.
 *
 * The parameter `tstate` is passed on to qp_slow_begin (slow.h). */
#pragma once

#include "core/thread/call.h"
#include "core/log/thread_number.h"

/* Register the thread with a number and a name. If the name is NULL, the thread is named by its number. Return
 * QP_LOG_OK or an error. */
QP_SHARED int qp_thread_register(struct qp_tstate *tstate, const struct qp_call *call, int number, const char *name);

/* Get the thread's number. If the thread has none, assign one. Return QP_LOG_OK or an error. */
QP_SHARED int qp_thread_get_number(struct qp_tstate *tstate, const struct qp_call *call, int *number);
