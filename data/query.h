/* query.h - what a profile says about one product: times and counts per node and per method.
 *
 *   self       clock time in the method itself, without what counts as blocked, waiting or uncounted
 *   total      self, blocked and waiting of the method and of all that it called; a method that is on the stack
 *              several times at once (recursion) is counted once
 *   blocked    self time of a method flagged BLOCKS, and what virtual threads were suspended for; waiting likewise
 *   uncounted  self time of a method that counts cycles, which stand in for it
 *   outside    time of roots: a thread is recorded but in no method; not part of the totals
 *
 *   recorder   what the recorder's own calls cost, which is taken off all times unless raw is asked for (own_cost.h)
 *
 * Times are ticks. */
#ifndef QP_DATA_QUERY_H
#define QP_DATA_QUERY_H

#include "data/profile.h"

struct qp_selection {
    enum qp_product product;
    const char *phase; /* name or number; NULL = all since the last clear */
    uint32_t thread;   /* index of a carrier: its own trees only; QP_NONE = all */
    uint32_t group;    /* index: the trees of these virtual threads only; QP_NONE = all */
    bool raw;
};

struct qp_totals {
    uint64_t calls;
    uint64_t self;
    uint64_t total;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t uncounted;
    uint64_t cycles;
    uint64_t acquired;
    uint64_t released;
    uint64_t measured; /* calls that minimum and maximum cover */
    uint64_t minimum;
    uint64_t maximum;
    uint64_t outside;  /* of threads and of all */
    uint64_t recorder; /* what was taken off */
};

struct qp_node_totals {
    uint64_t self; /* as recorded less own cost, whatever it counts as */
    uint64_t total;
    uint64_t recorder; /* what was taken off it and all that it called (own_cost.h) */
};

struct qp_query {
    const struct qp_profile *profile;
    struct qp_selection selection;
    bool *chosen;                 /* by root */
    struct qp_node_totals *nodes; /* by node; zero where the root is not chosen */
    struct qp_totals *methods;    /* by method */
    struct qp_totals *threads;    /* by carrier: all that ran on it; its total is self + blocked + waiting */
    struct qp_totals all;         /* the same of all together */
    bool counts_lines;            /* not so where a function with lines was called, and no line of any was counted */
};

/* Everything of one product since the last clear. */
struct qp_selection qp_selection_of(enum qp_product product);

/* The result is 0, else the error's code (no memory, no such phase); nothing is to be closed then. */
int qp_query_open(struct qp_query *query, const struct qp_profile *profile, const struct qp_selection *selection,
                  struct qp_error *error);
void qp_query_close(struct qp_query *query);

bool qp_query_has_node(const struct qp_query *query, uint32_t node);

/* The parts of a node's own time: one of them is its self time, the others are 0 or from its extra record. */
struct qp_totals qp_query_node(const struct qp_query *query, uint32_t node);

#endif
