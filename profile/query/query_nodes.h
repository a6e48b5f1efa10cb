/* query_nodes.h - the times and counts of a query's nodes; query.h has the words and sums them up. */
#ifndef QP_QUERY_QUERY_NODES_H
#define QP_QUERY_QUERY_NODES_H

#include "profile/load/profile.h"
#include "profile/query/selection.h"
#include "profile/query/totals.h"

struct qp_node_totals {
    uint64_t self; /* as recorded less own cost, whatever it counts as */
    uint64_t total;
};

/* Numbers of a node that only suspensions and measured calls make differ from struct qp_node_totals. */
struct qp_node_rare {
    uint64_t elapsed;
    uint64_t recorder; /* what was taken off the node and all that it called (own_cost.h) */
    bool estimated;    /* a part of elapsed is */
};

struct qp_query {
    const struct qp_profile *profile;
    struct qp_selection selection;
    struct qp_selected selected;
    struct qp_node_totals *nodes;   /* by node; zero where the root is not chosen */
    struct qp_node_rare *rare;      /* by node; NULL = every elapsed time is the total, and no call was measured */
    struct qp_totals *methods;      /* by method */
    struct qp_totals *threads;      /* by carrier: all that ran on it, its clock where its own trees are chosen */
    uint64_t taken_off;             /* of all nodes: a part of all.recorder (own_cost.h) */
    double (*own_shares)[QP_TIMES]; /* by group and state: what was taken off its nodes, as a part of that time */
    struct qp_totals all;           /* of all carriers together, and what virtual threads were suspended in */
    uint64_t in_no_function;        /* of all.self: what virtual threads ran outside of all functions */
    bool has_callers;               /* a function was called from another one */
    bool lacks_callers; /* of libcprof: a function's own counters counted calls of it, without their callers */
    bool counts_lines;  /* not so where samples stand for counts, or where a function with lines was called in the run,
                           and no line of any was counted */
};

/* The elapsed time of a node and all that it called. */
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

/* Of the parts of a node's own time those that call paths are drawn by: for a million nodes one after the other. A
 * root's self time is what qp_query_node says of it. */
struct qp_node_parts {
    uint64_t calls;
    uint64_t self;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t uncounted;
};

struct qp_node_parts qp_query_parts(const struct qp_query *query, uint32_t node);

/* The parts of a node's own time: one of them is its self time, others are 0 or from its extra record. */
struct qp_totals qp_query_node(const struct qp_query *query, uint32_t node);

#endif
