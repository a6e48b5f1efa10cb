/* location.h - source locations by handle: lines of files, and call stacks. Equal ones share one handle.
 *
 * Handles count from 1 and live as long as the process; a new data file gets all of them. The record of a stack is in
 * the data file before its handle is given out: also in a signal handler, as long as there is room on the shelf (about
 * 25 stacks of 20 frames at first, then 400; filled up by whoever comes next outside of a handler). */
#ifndef QP_STACKS_LOCATION_H
#define QP_STACKS_LOCATION_H

#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

/* The handle of no location. */
#define QP_LOCATION_NONE 0

/* The handle of a line of a file, QP_LOCATION_NONE without memory. Any thread, takes the cold lock. */
QP_SHARED int qp_location_line(const char *file, int line);

/* Which frames of the calling thread's stack: as VT_sclstack's parameters; -1 = the default. */
struct qp_location_stack {
    const void *pc;
    const void *frame;
    const void *call_site; /* return address of the public function: the first that counts */
    int skip;
    int trace;
    bool in_event; /* the lane of libvt is busy for the caller, not for what a handler interrupted */
};

/* The handle of the calling thread's stack, 0 when it has none. Any thread; takes a lock only where something is due.
 * With a frame it may be called in signal handlers. */
QP_SHARED uint32_t qp_location_here(const struct qp_location_stack *stack);

/* What -1 stands for; 0 and 0 at first. */
QP_SHARED void qp_location_set_defaults(int skip, int trace);

/* Whether the handle was given out. Any thread, no lock. */
QP_SHARED bool qp_location_is_known(int handle);

/* Not 0: a signal handler left work to others, such as records that found no room or a look at loaded modules. */
extern QP_SHARED uint32_t qp_location_due;
QP_SHARED void qp_location_settle(bool in_event);

static inline void qp_location_catch_up(bool in_event)
{
    if (QP_UNLIKELY(__atomic_load_n(&qp_location_due, __ATOMIC_RELAXED) != 0))
        qp_location_settle(in_event);
}

/* Do what is due. No event of the thread that may hold a lock is under way. */
void qp_location_finish(void);

/* libvt begins to record into the data file; the data file ends. */
void qp_location_begin(void);
void qp_location_close(void);

#endif
