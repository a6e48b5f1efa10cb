/* thread.h - the events of libvt's threads: a thread names itself or gets its number. Thread state as in slow.h. */
#pragma once

#include "core/thread/call.h"
#include "core/log/thread_number.h"

/* Register the thread. Without a name (NULL) it is named by its number. Return QP_LOG_OK or an error. */
QP_SHARED int qp_thread_register(struct qp_tstate *tstate, const struct qp_call *call, int number, const char *name);

/* Get the thread's number; it is assigned here if the thread has none. Return QP_LOG_OK or an error. */
QP_SHARED int qp_thread_get_number(struct qp_tstate *tstate, const struct qp_call *call, int *number);
