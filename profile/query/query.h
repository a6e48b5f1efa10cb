/* query.h - times and counts of one product in a profile: per node, per method, per carrier.
 *
 *   self       running time in the method itself, without runnable, blocked, waiting or uncounted time
 *   total      running time of the method and of all that it called; a method that is on the stack several times at
 *              once (recursion) is counted once
 *   runnable   time in which virtual threads could run in it, but waited for a carrier
 *   blocked    self time of a method flagged BLOCKS, and time of virtual threads suspended as blocked
 *   waiting    self time of a method flagged WAITS, and time of virtual threads suspended as waiting
 *   elapsed    self, runnable, blocked and waiting of the method and of all that it called
 *   uncounted  self time of a method that counts cycles instead
 *   outside    time of a carrier before any method or virtual thread was reported
 *   scheduler  time of a carrier between two virtual threads, on the processor
 *   idle       time of a carrier between two virtual threads, off the processor
 *   recorder   the client's callbacks, and the recorder's overhead (own_cost.h), which is subtracted from the times
 *              of methods unless raw is chosen
 *   wall       all of these times together, and paused time. For a carrier it is the time on the carrier's clock, for
 *              virtual threads the sum of their lives
 *
 * Suspended time is on no carrier's clock. So the blocked and waiting times of a carrier are self times of flagged
 * methods only, and a carrier has no runnable time. An exception are waits beside samples (qprof_record_stack_wait): a
 * carrier's blocked, waiting and wall times include them. Times are ticks of the chosen phases, and include open time
 * (open.h). */
#pragma once

#include "base/scratch.h"
#include "profile/load/profile.h"
#include "profile/query/links.h"
#include "profile/query/selection.h"

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* Sums over a part of a run: a node, a method, a carrier, or several of these. */
struct qp_totals {
    uint64_t calls;   /* in a sampled run: samples (qp_query_is_sampled) */
    uint64_t counted; /* only in a sampled run: calls that the client's own counters counted, which have no callers, so
                       * that nodes have none; and the waits of methods that stand for waits */
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
    struct qp_allocated allocated; /* only if the measure is time */
    uint64_t measured;             /* number of calls whose duration was measured, for minimum and maximum */
    uint64_t minimum;
    uint64_t maximum;
    uint64_t outside; /* outside, scheduler and idle are set only for carriers and for the whole query */
    uint64_t scheduler;
    uint64_t idle;
    uint64_t recorder;
    uint64_t paused; /* paused and wall: only for carriers, virtual threads and the whole query */
    uint64_t wall;
    bool estimated; /* true if some times are estimates, because the client did not report all suspensions of the
                     * method or its callees */
};

/* Add parts to a sum. minimum becomes the smaller minimum, maximum the larger maximum. If a part is estimated, so is
 * the sum. */
void qp_totals_add(struct qp_totals *sum, const struct qp_totals *parts);

/* Return true if there are calls, samples or times. */
static inline bool qp_totals_is_called(const struct qp_totals *totals)
{
    return totals->calls || totals->counted || totals->elapsed || totals->uncounted;
}

/* Return true if a method has no calls, no times and no overhead. The overhead must be checked because it may have
 * been all of the method's recorded time. */
bool qp_totals_is_nothing(const struct qp_totals *totals);

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

struct qp_node_totals {
    uint64_t self; /* self time minus overhead; this is running, blocked, waiting or uncounted time */
    uint64_t total;
};

/* Numbers of a node that are stored only if the query has suspended time or measured calls. Otherwise each elapsed
 * time equals the total. */
struct qp_node_rare {
    uint64_t elapsed;
    uint64_t recorder; /* overhead subtracted from the node and all that it called (own_cost.h) */
    bool estimated;    /* true if `elapsed` is partly estimated */
};

struct qp_query {
    const struct qp_profile *profile;
    struct qp_scratch scratch; /* owns all arrays */
    struct qp_selection selection;
    struct qp_selected selected;
    struct qp_node_totals *nodes;   /* for each node; zero if the root is not chosen */
    struct qp_node_rare *rare;      /* for each node; NULL = each elapsed time equals the total, and no call was
                                     * measured */
    struct qp_totals *methods;      /* for each method */
    struct qp_totals *threads;      /* for each carrier: sums of the trees that ran on it, and its clock if the
                                     * carrier's own trees are chosen */
    uint64_t subtracted;            /* overhead subtracted from all nodes: a part of all.recorder (own_cost.h) */
    double (*own_shares)[QP_TIMES]; /* for each group and state: fraction of the group's recorded time in the state
                                     * that is overhead */
    struct qp_totals all;           /* sums over all carriers, and suspended time of virtual threads */
    uint64_t in_no_function;        /* part of all.self that virtual threads ran outside of all functions */
    bool has_callers;               /* some function was called from another one */
    bool lacks_callers; /* true if some calls were counted by the functions' own code, which does not record callers;
                         * only libcprof */
    bool counts_calls;  /* false if calls were not counted: in a sampled run without the client's own counters. In a
                         * sampled run with such counters, calls of some methods may not be counted
                         * (qp_query_counts_calls_of). Also false if the measure is objects, of which `self` is the
                         * count */
    bool counts_lines;  /* true if executions of lines were counted. They were not in a sampled run without the client's
                         * own counters, if functions with lines were called but no line was counted, and if the measure
                         * is allocations */
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

/* Return true if the query includes a block array. */
static inline bool qp_query_has(const struct qp_query *query, const struct qp_profile_array *array)
{
    return qp_selected_has(&query->selected, query->profile, array->root, array->method);
}

/* Return true if the query includes a block array, and its values are the counts of blocks: executions, or samples if
 * the run counted no executions. */
static inline bool qp_query_has_counts(const struct qp_query *query, const struct qp_profile_array *array)
{
    bool sampled = qp_profile_is_sampled(query->profile, (uint32_t)query->selection.product);
    return !array->times && !!array->calls == (sampled && query->counts_lines) && qp_query_has(query, array);
}

/* A node's self time, stored in the one field that matches its state, and the overhead that was subtracted from it.
 * The struct is small because loops over millions of nodes fill it. */
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

/* The parts of a node's own time that reports of call paths need. Use this struct in loops over a million nodes,
 * because it is computed faster than qp_query_node. It lacks `outside`, which is the self time of a root's node. */
struct qp_node_parts {
    uint64_t calls;
    uint64_t self;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t uncounted;
    uint64_t cycles;
    struct qp_allocated allocated;
};

struct qp_node_parts qp_query_parts(const struct qp_query *query, uint32_t node);

/* Return the parts of a node's own time, without its callees. Its self time is in the one field that matches its
 * state; suspended time and rarer numbers are from its extra record. */
struct qp_totals qp_query_node(const struct qp_query *query, uint32_t node);

/* Return a number for the owner of a node's time. It is the method's index; for a root's node, method_count + the
 * thread's index, or method_count + thread_count + the group's index; for folded call paths, method_count +
 * thread_count + group_count. */
uint32_t qp_query_owner(const struct qp_query *query, uint32_t node);

/* ---- the query --------------------------------------------------------------------------------------------------- */

/* Compute all numbers of a selection. Return 0, or the error's code (no memory, no such phase); then nothing needs to
 * be closed. */
int qp_query_open(struct qp_query *query, const struct qp_profile *profile, const struct qp_selection *selection,
                  struct qp_error *error);
void qp_query_close(struct qp_query *query);

/* Add the parts of a node's own time to a sum, like qp_query_node, but fast enough for a million nodes. */
void qp_query_add_node(struct qp_totals *sum, const struct qp_query *query, uint32_t node);

/* Each node belongs to a group of nodes, or to none (links.h). Add the total times of a group's nodes to its totals,
 * but skip nodes below another node of the same group (recursion), because the upper node's total includes theirs.
 * Groups are numbered below `count`. `totals` points to the totals of group 0, and `step` is the number of bytes from
 * the totals of one group to the next. The profile needs at least one node. Return false if out of memory. */
bool qp_query_add_outermost(const struct qp_query *query, struct qp_by_node groups, struct qp_totals *totals,
                            size_t step, uint32_t count);

/* Return true if the product has times. libcprof has none, because libqprof records them. */
static inline bool qp_query_has_times(const struct qp_query *query)
{
    return qp_profile_has_clock(query->profile) && query->selection.product != QP_CPROF;
}

/* Return true if the calls of nodes and totals are samples. */
static inline bool qp_query_is_sampled(const struct qp_query *query)
{
    return qp_profile_is_sampled(query->profile, (uint32_t)query->selection.product);
}

/* Return true if the run has samples, and also counted calls: `counted` of totals. */
static inline bool qp_query_has_counted(const struct qp_query *query)
{
    return qp_query_is_sampled(query) && query->counts_calls;
}

/* Return true if a method stands for waits. */
static inline bool qp_query_is_wait(const struct qp_query *query, uint32_t method)
{
    return method != QP_NONE && query->profile->methods[method].flags & (QP_METHOD_BLOCKS | QP_METHOD_WAITS);
}

/* Return true if the calls of a method were counted. */
static inline bool qp_query_counts_calls_of(const struct qp_query *query, uint32_t method)
{
    return !qp_query_is_sampled(query) || query->profile->methods[method].counts_itself ||
           query->methods[method].counted != 0;
}

/* Return the number of samples from which a method's share of the running time was estimated. A method that stands for
 * waits, and has no running time, was not sampled: 0. */
static inline uint64_t qp_query_samples_for(const struct qp_query *query, uint32_t method, uint64_t running)
{
    return running == 0 && qp_query_is_wait(query, method) ? 0 : query->all.calls;
}

/* In a sampled run, return the number of counted calls of a block array that the query includes; otherwise 0. */
uint64_t qp_query_counted_in(const struct qp_query *query, const struct qp_profile_array *array);

/* Return the number of calls in totals of methods, threads or the query: those that were counted, not samples. */
static inline uint64_t qp_query_calls_in(const struct qp_query *query, const struct qp_totals *totals)
{
    return qp_query_is_sampled(query) ? totals->counted : totals->calls;
}

/* Return true if the measure is allocations (measure.h), so that calls of nodes and totals are objects or samples. */
static inline bool qp_query_is_of_allocations(const struct qp_query *query)
{
    return query->profile->measure != QP_MEASURE_TIME;
}

/* Return the nanoseconds of a call, including its callees, or the bytes of an object; 0 without calls. */
static inline uint64_t qp_query_per_call(const struct qp_query *query, const struct qp_totals *totals, uint64_t calls)
{
    uint64_t whole = qp_query_is_of_allocations(query) ? totals->self : totals->total;
    return calls ? qp_profile_ns(query->profile, whole) / calls : 0;
}

/* Return from how many samples a sampled run estimated this running time of functions. */
static inline uint64_t qp_query_samples_of(const struct qp_query *query, uint64_t ticks)
{
    double all = (double)query->all.self;
    return all > 0 ? (uint64_t)((double)query->all.calls * ((double)ticks / all) + 0.5) : 0;
}

/* Return in words how calls were recorded: "all calls counted, no sampling". */
const char *qp_query_recording(const struct qp_query *query);

/* Return the word for counted calls: "call" or "object". */
static inline const char *qp_query_counted_word(const struct qp_query *query)
{
    return qp_query_is_of_allocations(query) ? "object" : "call";
}

/* Return the word for what is counted: "call", "object" or "sample". */
static inline const char *qp_query_call_word(const struct qp_query *query)
{
    return qp_query_is_sampled(query) ? "sample" : qp_query_counted_word(query);
}

/* Return true if counts show only what ran, not how often (QP_FEATURE_HITS). */
static inline bool qp_query_is_of_hits(const struct qp_query *query)
{
    return query->profile->reader.header.features & QP_FEATURE_HITS && query->selection.product == QP_CPROF;
}

/* Return true if call paths show which function called which. They do not if calls are counted by counters in the
 * functions' code, or if a client of libcprof reports no exits. */
static inline bool qp_query_knows_callers(const struct qp_query *query)
{
    return query->has_callers || query->selection.product != QP_CPROF;
}

/* Return true if the caller of every call of a function is known. */
static inline bool qp_query_knows_callers_of(const struct qp_query *query, uint32_t method)
{
    return qp_query_knows_callers(query) && !(query->profile->methods[method].flags & QP_METHOD_LACKS_CALLERS);
}

#define QP_QUERY_COUNT 80 /* size of the text */

/* Write the total number of calls in words: "3,096 calls", "1 sample", "9 samples, 3,096 calls", or "what ran, not how
 * often". Return text. */
const char *qp_query_count(const struct qp_query *query, char text[QP_QUERY_COUNT]);
