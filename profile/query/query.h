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
#pragma once

#include "base/scratch.h"
#include "profile/load/profile.h"
#include "profile/query/selection.h"

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* Numbers of a part of a run: a node, a method, a carrier, or several of them. */
struct qp_totals {
    uint64_t calls;
    uint64_t self;
    uint64_t total;
    uint64_t elapsed;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t uncounted;
    uint64_t cycles;
    uint64_t acquired;
    uint64_t released;
    uint64_t measured; /* calls that minimum and maximum cover */
    uint64_t minimum;
    uint64_t maximum;
    uint64_t outside; /* of carriers and of all, like scheduler and idle */
    uint64_t scheduler;
    uint64_t idle;
    uint64_t recorder;
    uint64_t paused; /* of carriers, virtual threads and all, like wall */
    uint64_t wall;
    bool estimated; /* the client did not report all suspensions: the split of some of its time, or its callees', is a
                       guess */
};

/* Add parts to a sum, which also gets the smallest minimum and largest maximum. It is estimated if one part is. */
void qp_totals_add(struct qp_totals *sum, const struct qp_totals *parts);

/* Return true if something was called, or has time. */
static inline bool qp_totals_is_called(const struct qp_totals *totals)
{
    return totals->calls || totals->elapsed || totals->uncounted;
}

/* Return true if a method has no number. Overhead counts as one, since it may be all of the method's time. */
bool qp_totals_is_nothing(const struct qp_totals *totals);

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

struct qp_node_totals {
    uint64_t self; /* as recorded minus overhead, in whatever state */
    uint64_t total;
};

/* Numbers of a node that differ from struct qp_node_totals only with suspensions or measured calls. */
struct qp_node_rare {
    uint64_t elapsed;
    uint64_t recorder; /* overhead subtracted from the node and all that it called (own_cost.h) */
    bool estimated;    /* elapsed is partly estimated */
};

struct qp_query {
    const struct qp_profile *profile;
    struct qp_scratch scratch; /* has all arrays */
    struct qp_selection selection;
    struct qp_selected selected;
    struct qp_node_totals *nodes;   /* by node; zero if the root is not chosen */
    struct qp_node_rare *rare;      /* by node; NULL = all elapsed times equal the totals, and no call was measured */
    struct qp_totals *methods;      /* by method */
    struct qp_totals *threads;      /* by carrier: all that ran on it; also its clock if its own trees are chosen */
    uint64_t taken_off;             /* overhead of all nodes: a part of all.recorder (own_cost.h) */
    double (*own_shares)[QP_TIMES]; /* by group and state: overhead as a fraction of that time */
    struct qp_totals all;           /* all carriers together, and suspended virtual threads */
    uint64_t in_no_function;        /* part of all.self that virtual threads ran outside of all functions */
    bool has_callers;               /* some function was called from another one */
    bool lacks_callers; /* of libcprof: some calls were counted in functions' own code, without their callers */
    bool counts_lines;  /* false for samples, and if a function with lines was called but no line was counted */
};

/* Return the elapsed time of a node and all that it called. */
static inline uint64_t qp_query_elapsed(const struct qp_query *query, uint32_t node)
{
    return query->rare ? query->rare[node].elapsed : query->nodes[node].total;
}

static inline bool qp_query_is_estimated(const struct qp_query *query, uint32_t node)
{
    return query->rare && query->rare[node].estimated;
}

static inline bool qp_query_has_node(const struct qp_query *query, uint32_t node)
{
    uint32_t root = query->profile->nodes[node].root;
    return root != QP_NONE && query->selected.roots[root];
}

/* A node's self time, in the field that it counts as, and the overhead that was subtracted from it. Small, for loops
 * over millions of nodes. */
struct qp_node_spent {
    uint64_t self, blocked, waiting, uncounted, outside, recorder;
};

static inline struct qp_node_spent qp_query_spent(const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_node *node = &query->profile->nodes[index];
    uint64_t self = query->nodes[index].self;
    struct qp_node_spent spent = {.recorder = node->self - self};
    if (node->parent == QP_NONE && query->profile->roots[node->root].group == QP_NONE)
        spent.outside = self;
    else if (node->flags & QP_NODE_CYCLES)
        spent.uncounted = self;
    else if (node->flags & QP_NODE_BLOCKS)
        spent.blocked = self;
    else if (node->flags & QP_NODE_WAITS)
        spent.waiting = self;
    else
        spent.self = self;
    return spent;
}

static inline void qp_query_add_spent(struct qp_totals *sum, const struct qp_node_spent *spent)
{
    sum->self += spent->self;
    sum->total += spent->self;
    sum->elapsed += spent->self + spent->blocked + spent->waiting;
    sum->blocked += spent->blocked;
    sum->waiting += spent->waiting;
    sum->uncounted += spent->uncounted;
    sum->outside += spent->outside;
    sum->recorder += spent->recorder;
}

/* The parts of a node's own time that call paths are drawn from, fast enough for a million nodes. For a root's self
 * time see qp_query_node. */
struct qp_node_parts {
    uint64_t calls;
    uint64_t self;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t uncounted;
    uint64_t cycles;
};

struct qp_node_parts qp_query_parts(const struct qp_query *query, uint32_t node);

/* Return the parts of a node's own time: one of them is its self time, others are 0 or from its extra record. */
struct qp_totals qp_query_node(const struct qp_query *query, uint32_t node);

/* ---- the query --------------------------------------------------------------------------------------------------- */

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
