/* critical_path.h - what the end of a run, or of a virtual thread, had to wait for, by libqprof's log.
 *
 * The path of a virtual thread at a moment is what it did, but that the time until a wake-up was the waker's: there its
 * path is what the waker's was. A suspension that no virtual thread ended (a timer, a device, another thread) is its
 * own, and so is the time for which it was runnable. It begins with its creator's path. So the segments of a path
 * follow each other without a gap, and add up to its length.
 *
 * One pass over the log; what no path needs any more is forgotten on the way. Over a loss of events or a pause no path
 * is known: then it is one of the longest stretch between two of these. */
#ifndef QP_LOG_CRITICAL_PATH_H
#define QP_LOG_CRITICAL_PATH_H

#include "profile/log/chain.h"
#include "profile/query/query.h"

struct qp_critical_path {
    struct qp_chain_segment *items; /* by time */
    uint32_t count;
    struct qp_life of; /* whose path it is; over: it ended there */
    uint64_t from;
    uint64_t until;
    uint32_t matches; /* virtual threads that were asked for: the path is of the one that lived longest */
    bool logged;      /* there is a log */
    bool cut;         /* there were losses or pauses */
};

/* The path of the virtual thread that ran last, in the query's phases; or, when wanted (an id, or a part of a name) is
 * not NULL, of one from its creation to its end. No items: none is known. Returns 0, else the error's code; nothing is
 * to be closed then. */
int qp_critical_path_open(struct qp_critical_path *path, struct qp_profile *profile, const struct qp_query *query,
                          const char *wanted, struct qp_error *error);
void qp_critical_path_close(struct qp_critical_path *path);

#endif
