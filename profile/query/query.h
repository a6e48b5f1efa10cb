/* query.h - what a profile says about one product: times and counts per node, per method, per carrier.
 *
 *   self       running time in the method itself: without what counts as runnable, blocked, waiting or uncounted
 *   total      running time of the method and of all that it called; a method that is on the stack several times at
 *              once (recursion) is counted once
 *   runnable   virtual threads could run in it, and waited for a carrier
 *   blocked    self time of a method flagged BLOCKS, and what virtual threads were suspended for; waiting likewise
 *   elapsed    self, runnable, blocked and waiting of the method and of all that it called
 *   uncounted  self time of a method that counts cycles, which stand in for it
 *   outside    time of a carrier before any method, or virtual thread, was named
 *   scheduler  time of a carrier between two virtual threads, on the processor; idle: off it
 *   recorder   callbacks of the client's, and what the recorder's own calls cost (own_cost.h), which is taken off the
 *              times of methods unless raw is asked for
 *   wall       all of that and what was paused: a carrier's clock, or the lives of virtual threads
 *
 * Suspended time is nobody's clock: a carrier's blocked and waiting are self times of flagged methods alone, and it has
 * nothing runnable. Times are ticks, of the chosen phases. They hold time that was still open (open.h). */
#ifndef QP_QUERY_QUERY_H
#define QP_QUERY_QUERY_H

#include "profile/query/query_nodes.h"

/* The result is 0, else the error's code (no memory, no such phase); nothing is to be closed then. */
int qp_query_open(struct qp_query *query, const struct qp_profile *profile, const struct qp_selection *selection,
                  struct qp_error *error);
void qp_query_close(struct qp_query *query);

/* Add the parts of a node's own time to a sum, as qp_query_node tells them: for a million nodes one after the other. */
void qp_query_add_node(struct qp_totals *sum, const struct qp_query *query, uint32_t node);

/* Whether its times are: libcprof takes none beside libqprof's. */
static inline bool qp_query_has_times(const struct qp_query *query)
{
    return qp_profile_has_clock(query->profile) && query->selection.product != QP_CPROF;
}

/* Whether what it calls calls are samples (QP_FEATURE_SAMPLED): libqprof's alone, libcprof counts beside it. */
static inline bool qp_query_is_sampled(const struct qp_query *query)
{
    return query->profile->reader.header.features & QP_FEATURE_SAMPLED && query->selection.product == QP_QPROF;
}

/* What that is called: "call" or "sample". */
static inline const char *qp_query_call_word(const struct qp_query *query)
{
    return qp_query_is_sampled(query) ? "sample" : "call";
}

/* Whether counts tell what ran, not how often (QP_FEATURE_HITS). */
static inline bool qp_query_is_of_hits(const struct qp_query *query)
{
    return query->profile->reader.header.features & QP_FEATURE_HITS && query->selection.product == QP_CPROF;
}

/* Whether its call paths tell who called whom: counters in the functions' code, and a libcprof client that reports no
 * exits, leave only functions that nobody called. */
static inline bool qp_query_knows_callers(const struct qp_query *query)
{
    return query->has_callers || query->selection.product != QP_CPROF;
}

/* Whether every call of a function has its caller. */
static inline bool qp_query_knows_callers_of(const struct qp_query *query, uint32_t method)
{
    return qp_query_knows_callers(query) && !(query->profile->methods[method].flags & QP_METHOD_LACKS_CALLERS);
}

#define QP_QUERY_COUNT 40 /* room for it */

/* What was counted in all, in words: "3,096 calls", "1 sample", "what ran, not how often". Returns text. */
const char *qp_query_count(const struct qp_query *query, char text[QP_QUERY_COUNT]);

#endif
