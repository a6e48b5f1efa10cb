/* result.h - how calls of the log end: 0, or a negative number that says why nothing was done. */
#ifndef QP_LOG_RESULT_H
#define QP_LOG_RESULT_H

#include "base/attribute.h"

#include <stdint.h>

/* The numbers are those of VT.h, so that libvt passes them on as they are; vt/same.c checks that they are the same. */
enum qp_log_result {
    QP_LOG_OK = 0,
    QP_LOG_NOT_RUNNING = -1,  /* an event outside of the run */
    QP_LOG_BAD_ARGUMENT = -2, /* something is missing, or out of range */
    QP_LOG_BAD_INDEX = -3,    /* a process or thread that does not exist */
    QP_LOG_BAD_SYMBOL = -4,   /* a handle of a class, state, scope or counter that does not exist */
    QP_LOG_BAD_LOCATION = -5, /* a location's handle that does not exist */
    QP_LOG_BAD_REQUEST = -6,  /* not now */
    QP_LOG_BAD_NAME = -7,     /* a name without a part that could be used */
    QP_LOG_NO_MEMORY = -9
};

/* An event came while nothing recorded. */
extern QP_SHARED uint32_t qp_log_refused;

/* Why an event did not begin: nothing records, or it interrupts another event of its thread. */
QP_SHARED int qp_log_refusal(void);

#endif
