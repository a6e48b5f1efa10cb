/* early.h - states that began before libvt's run.
 *
 * A program that MPI_Init starts to record may begin states before, and end them within the run: that is no misuse, as
 * long as each end has its begin. Outside of MPI an event before the start is misuse, and counted. */
#ifndef QP_LOG_EARLY_H
#define QP_LOG_EARLY_H

#include <stdbool.h>

/* The calling thread opened or closed a state before the run. entered: by VT_enter or VT_leave, else by VT_begin or
 * VT_end. */
void qp_early_open(bool entered);
void qp_early_close(bool entered);

/* Whether an end that finds nothing open is that of a state which was opened early; it is closed then. */
bool qp_early_takes_end(bool entered);

#endif
