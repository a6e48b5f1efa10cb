/* location.h - source locations by handle: lines of files, and call stacks. Equal ones share one handle.
 *
 * Handles count from 1 and live as long as the process; a new data file gets all of them. */
#ifndef QP_CORE_LOCATION_H
#define QP_CORE_LOCATION_H

#include "base/attribute.h"

#include <stdint.h>

/* Any thread, takes the cold lock. Returns. VT_OK or a VT error; *handle is VT_NOSCL then. */
QP_SHARED int qp_location_line(const char *file, int line, int *handle);

/* Which frames of the calling thread's stack: as VT_sclstack's parameters, with the options put in. */
struct qp_location_stack {
    const void *pc;
    const void *frame;
    const void *place; /* return address of the public function: the first that counts */
    int skip;
    int trace;
};

/* The handle of the stack, 0 when there is none. No lock; in signal handlers with a frame. */
QP_SHARED uint32_t qp_location_here(const struct qp_location_stack *stack);

/* Whether the handle was given out. Any thread, no lock. */
QP_SHARED int qp_location_is_known(int handle);

/* A new data file. With the cold lock. */
void qp_location_write_all(void);

#endif
