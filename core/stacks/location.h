/* location.h - source locations by handle: lines of files, and call stacks. Equal locations share a handle.
 *
 * Handles count from 1 and live as long as the process; a new data file gets all of them. The record of a stack is in
 * the data file before its handle is returned, even in a signal handler as long as the signal pool has space. The pool
 * has space for about 25 stacks of 20 frames at first, later for 400. The next call outside a handler refills it. */
#pragma once

#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

/* Handle that means "no location". */
#define QP_LOCATION_NONE 0

/* Return the handle of a line of a file, QP_LOCATION_NONE if out of memory. Any thread may call this; it takes the cold
 * lock. */
QP_SHARED int qp_location_line(const char *file, int line);

/* Selection of frames of the calling thread's stack. `skip` and `trace` are like VT_sclstack's parameters; -1 means the
 * default. */
struct qp_location_stack {
    const void *pc;
    const void *frame;
    const void *call_site; /* return address of the public function; frames are counted from here */
    int skip;
    int trace;
    bool in_event; /* true if the caller itself is the event for which libvt's thread state is busy */
};

/* Return the handle of the calling thread's stack, 0 if no address is recorded. Any thread may call this; a lock is
 * taken only for deferred work. If `frame` is set, this function is async-signal-safe. */
QP_SHARED uint32_t qp_location_here(const struct qp_location_stack *stack);

/* Return the handle of a call site, which is a stack with this single address; 0 if there is no space. Only an event of
 * libvt may call this. For recent call sites it takes about 30 instructions instead of 150. */
QP_SHARED uint32_t qp_location_of_call(const void *call_site);

/* Set the defaults of `skip` and `trace`, which are 0 at first. */
QP_SHARED void qp_location_set_defaults(int skip, int trace);

/* Return true if the handle exists. Any thread may call this, without a lock. */
QP_SHARED bool qp_location_is_known(int handle);

/* Work that was deferred, since a signal handler must not do it: writing records for which there was no space, or
 * looking for newly loaded modules. 0 = none. */
extern QP_SHARED uint32_t qp_location_due;
QP_SHARED void qp_location_settle(bool in_event);

static inline void qp_location_catch_up(bool in_event)
{
    if (QP_UNLIKELY(__atomic_load_n(&qp_location_due, __ATOMIC_RELAXED) != 0))
        qp_location_settle(in_event);
}

/* Do the deferred work. Do not call this within an event that may hold a lock. */
void qp_location_finish(void);

/* qp_location_begin is called when libvt begins to record into a data file, qp_location_close when the file ends. */
void qp_location_begin(void);
void qp_location_close(void);
