/* query.h - times and counts of one product in a profile: per node, per method, per carrier.
 *
 *   self       running time in the method itself, without runnable, blocked, waiting or uncounted time
 *   total      running time of the method and of all that it called; a method that is on the stack several times at
 *              once (recursion) is counted once
 *   runnable   time in which virtual threads could run in it, but waited for a carrier
 *   blocked    self time of a method flagged BLOCKS, and of suspended virtual threads; waiting likewise
 *   elapsed    self, runnable, blocked and waiting of the method and of all that it called
 *   uncounted  self time of a method that counts cycles instead
 *   outside    time of a carrier before any method or virtual thread was named
 *   scheduler  time of a carrier between two virtual threads, on the processor; idle: off it
 *   recorder   the client's callbacks, and the recorder's overhead (own_cost.h), which is subtracted from the times
 *              of methods unless raw is chosen
 *   wall       all of these and paused time: a carrier's clock, or the lives of virtual threads
 *
 * Suspended time is on no carrier's clock: a carrier's blocked and waiting are self times of flagged methods alone,
 * and it has nothing runnable. Times are ticks of the chosen phases, and include open time (open.h). */
#ifndef QP_QUERY_QUERY_H
#define QP_QUERY_QUERY_H

#include "profile/query/query_nodes.h"

/* Return 0, else the error's code (no memory, no such phase); then nothing needs to be closed. */
int qp_query_open(struct qp_query *query, const struct qp_profile *profile, const struct qp_selection *selection,
                  struct qp_error *error);
void qp_query_close(struct qp_query *query);

/* Add the parts of a node's own time to a sum, like qp_query_node, but fast enough for a million nodes. */
void qp_query_add_node(struct qp_totals *sum, const struct qp_query *query, uint32_t node);

/* Return true if the product has times: libcprof has none beside libqprof's. */
static inline bool qp_query_has_times(const struct qp_query *query)
{
    return qp_profile_has_clock(query->profile) && query->selection.product != QP_CPROF;
}

/* Return true if its calls are samples (QP_FEATURE_SAMPLED): libqprof's only, since libcprof counts beside it. */
static inline bool qp_query_is_sampled(const struct qp_query *query)
{
    return query->profile->reader.header.features & QP_FEATURE_SAMPLED && query->selection.product == QP_QPROF;
}

/* Return the word for what is counted: "call" or "sample". */
static inline const char *qp_query_call_word(const struct qp_query *query)
{
    return qp_query_is_sampled(query) ? "sample" : "call";
}

/* Return true if counts show only what ran, not how often (QP_FEATURE_HITS). */
static inline bool qp_query_is_of_hits(const struct qp_query *query)
{
    return query->profile->reader.header.features & QP_FEATURE_HITS && query->selection.product == QP_CPROF;
}

/* Return true if its call paths show who called whom. Counters in the functions' code, and libcprof clients that
 * report no exits, yield functions without callers. */
static inline bool qp_query_knows_callers(const struct qp_query *query)
{
    return query->has_callers || query->selection.product != QP_CPROF;
}

/* Return true if every call of a function has its caller. */
static inline bool qp_query_knows_callers_of(const struct qp_query *query, uint32_t method)
{
    return qp_query_knows_callers(query) && !(query->profile->methods[method].flags & QP_METHOD_LACKS_CALLERS);
}

#define QP_QUERY_COUNT 40 /* size of the text */

/* Write the total count in words: "3,096 calls", "1 sample", "what ran, not how often". Return text. */
const char *qp_query_count(const struct qp_query *query, char text[QP_QUERY_COUNT]);

#endif
