/* result.h - results of the log's functions: 0, or a negative number that states why nothing was logged or defined. */
#pragma once

#include "base/attribute.h"

#include <stdint.h>

/* The values equal those of VT.h, so that libvt returns them unchanged; vt/same.c checks this. */
enum qp_log_result {
    QP_LOG_OK = 0,
    QP_LOG_NOT_RUNNING = -1,  /* an event outside a run */
    QP_LOG_BAD_ARGUMENT = -2, /* an argument is missing or out of range */
    QP_LOG_BAD_INDEX = -3,    /* a process or thread that does not exist */
    QP_LOG_BAD_SYMBOL = -4,   /* a handle of a class, state, scope or counter that does not exist */
    QP_LOG_BAD_LOCATION = -5, /* a location's handle that does not exist */
    QP_LOG_BAD_REQUEST = -6,  /* the call is not possible now */
    QP_LOG_BAD_NAME = -7,     /* a name without any usable part */
    QP_LOG_NO_MEMORY = -9
};

/* 1 = an event was refused because no run was recording. */
extern QP_SHARED uint32_t qp_log_refused;

/* Return the reason for which an event did not begin: either no run records, or the event interrupts another event
 * of its thread. */
QP_SHARED int qp_log_refusal(void);
