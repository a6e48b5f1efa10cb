/* critical_path.h - critical path to the end of a run, or of a virtual thread, from libqprof's log.
 *
 * The critical path is followed backwards from the end. It contains what the virtual thread did itself, back to the
 * last wake-up by another virtual thread; before that, it is the critical path of the waker. If a suspension was not
 * ended by a virtual thread but, for example, by a timer, the suspension is on the path, and so is the runnable time
 * after it. Before a virtual thread's creation, the path is that of its creator. So the segments follow each other
 * without a gap, and add up to the path's length.
 *
 * The log is read once, and segments that no path needs any more are freed. A path cannot be followed across a loss of
 * events or a pause. If there are any, the result is the longest path that lies between two of these. */
#pragma once

#include "profile/log/chain.h"
#include "profile/query/query.h"

struct qp_critical_path {
    struct qp_chain_segment *items; /* in order of time */
    uint32_t count;
    struct qp_life of; /* the virtual thread with which the path ends; `over` is true if the path ends at the end of
                        * this thread's life */
    uint64_t from;
    uint64_t until;
    uint32_t matches; /* number of virtual threads that match `wanted`; the path is that of the matching thread that
                       * lived longest */
    bool logged;      /* the run has a log */
    bool cut;         /* true if events were lost or the recorder was paused, so that the path may be too short */
};

/* Find the path of the virtual thread that ran last in the query's phases. If `wanted` (an id, or a part of a name) is
 * not NULL, find the path of a matching virtual thread from its creation to its end. If no path is known, the result
 * has no items. Return 0, or the error's code; then nothing needs to be closed. */
int qp_critical_path_open(struct qp_critical_path *path, struct qp_profile *profile, const struct qp_query *query,
                          const char *wanted, struct qp_error *error);
void qp_critical_path_close(struct qp_critical_path *path);
