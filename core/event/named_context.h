/* named_context.h - changes of the named context (qprof_context) of a thread or virtual thread.
 *
 * A named context has its own call tree for each thread and group of virtual threads, so an event within a context
 * costs nothing. A change moves the open frames to the tree of the other context, as the begin of a phase does, and
 * ends an interval of the client's block counters (interval.h). */
#pragma once

#include "core/thread/call.h"
#include "core/thread/tstate.h"

/* Change to the context of this name; NULL or "" = none. `flags` are QP_NAMED_*. The call acts on what runs on the
 * calling thread, or names a virtual thread. Return the number of the context before, or -1 if nothing records. */
QP_SHARED int qp_named_context_change(const struct qp_call *call, uint64_t virtual_id, const char *name,
                                      uint16_t flags);

/* Change to a context by its number, 0 = none. Return the number of the context before, or -1. */
QP_SHARED int qp_named_context_return(const struct qp_call *call, int number);

/* Note that what runs in the context `outer` counts for the context `name`, too. Return 0, or -1. */
QP_SHARED int qp_named_context_within(const struct qp_call *call, const char *name, const char *outer);

/* Set the context of the client's block counters, NULL or "" = none. `flags` are QP_NAMED_*. Return 0, or -1. */
QP_SHARED int qp_named_context_of_counters(const struct qp_call *call, const char *name, uint16_t flags);

/* Note that these counters ran in a context (qp_interval_hits). Return 0, or -1. */
QP_SHARED int qp_named_context_hits(const struct qp_call *call, const char *name, uint16_t flags,
                                    const void *const *counters, int count);
