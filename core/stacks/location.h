/* location.h - source locations by handle: lines of files, and call stacks. Equal locations share a handle.
 *
 * Handles count from 1 and live as long as the process; a new data file gets all of them. The record of a stack is in
 * the data file before its handle is returned, even in a signal handler as long as the signal pool has space. The pool
 * has space for about 25 stacks of 20 frames at first, later for 400. The next call outside a handler refills it. */
#pragma once

#include "base/attribute.h"
#include "base/hash.h"
#include "core/store/process.h"
#include "core/thread/tstate.h"

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
 * libvt may call this. */
QP_SHARED uint32_t qp_location_of_call(const void *call_site);

/* Call site that a thread has found recently, and its handle in this data file. */
struct qp_location_site {
    uint64_t address;
    uint32_t handle;
    uint32_t file;
};

/* Number of recent call sites of a thread. */
#define QP_LOCATION_SITES 32

/* Return what qp_location_of_call returns, and keep the call site in *site if its location has no interpreter's node.
 */
uint32_t qp_location_keep_site(struct qp_location_site *site, const void *call_site);

/* Return what qp_location_of_call returns, but look at the thread's recent call sites first. This takes 15
 * instructions for one of these, about 60 for a recent call site of the process, and 200 for others. */
static inline uint32_t qp_location_of_site(struct qp_location_site sites[QP_LOCATION_SITES], const void *call_site)
{
    uint64_t address = (uint64_t)(uintptr_t)call_site;
    struct qp_location_site *site = &sites[qp_hash_slot(qp_hash_key(address), QP_LOCATION_SITES)];
    if (QP_LIKELY(site->address == address && site->file == qp_load_relaxed(&qp_process->located) &&
                  qp_tstate_current[QP_QPROF] == &qp_tstate_off[QP_QPROF]))
        return site->handle;
    return qp_location_keep_site(site, call_site);
}

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
