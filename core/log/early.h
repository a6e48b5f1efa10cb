/* early.h - what libvt's events before its run leave for it.
 *
 * A program that MPI_Init starts to record may begin states before, and end them within the run: that is no misuse, as
 * long as each end has its begin. Outside of MPI an event before the start is misuse, and counted. */
#ifndef QP_LOG_EARLY_H
#define QP_LOG_EARLY_H

#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

/* The calling thread opened or closed a state, one of QP_STATE_ENTERED and QP_STATE_BEGUN, and was refused. */
QP_SHARED void qp_early_open(uint32_t how);
QP_SHARED void qp_early_close(uint32_t how);

/* Whether an end that finds nothing open is that of a state which was opened early; it is closed then. */
bool qp_early_takes_end(uint32_t how);

#endif
