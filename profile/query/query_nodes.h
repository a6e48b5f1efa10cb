/* query_nodes.h - times and counts of a query's nodes; query.h defines the terms and sums them up. */
#ifndef QP_QUERY_QUERY_NODES_H
#define QP_QUERY_QUERY_NODES_H

#include "base/scratch.h"
#include "profile/load/profile.h"
#include "profile/query/selection.h"
#include "profile/query/totals.h"

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

#endif
