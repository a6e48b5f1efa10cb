/* thread.h - the events of libvt's threads: a thread names itself, or asks for its number. lane as in slow.h. */
#ifndef QP_LOG_THREAD_H
#define QP_LOG_THREAD_H

#include "core/thread/call.h"
#include "core/log/thread_number.h"

/* Without a name (NULL) the thread is named by its number. Both return QP_LOG_OK or an error. */
QP_SHARED int qp_thread_register(struct qp_lane *lane, const struct qp_call *call, int number, const char *name);

/* The thread's number, which it gets here if it has none. */
QP_SHARED int qp_thread_ask(struct qp_lane *lane, const struct qp_call *call, int *number);

#endif
