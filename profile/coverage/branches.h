/* branches.h - how often each outcome of the branches of a file or method was taken.
 *
 * A branch that a method names with blocks it does not have is left away, as lines below 1 are. */
#ifndef QP_COVERAGE_BRANCHES_H
#define QP_COVERAGE_BRANCHES_H

#include "profile/coverage/target.h"

struct qp_branch {
    int32_t line;
    bool excluded;
    uint32_t outcomes;
    uint32_t taken;         /* of them, at least once */
    const uint64_t *counts; /* of each outcome */
};

struct qp_branches {
    struct qp_branch *items; /* by line; those of a line by method, in the order of the method's table */
    uint32_t count;
    uint32_t outcomes; /* without excluded lines */
    uint32_t taken;
    uint64_t *counts; /* of all items */
};

/* The branches of a file, or of a method. Returns false without memory; nothing is to be freed then. */
bool qp_branches_open(struct qp_branches *branches, const struct qp_query *query, struct qp_target target);
void qp_branches_close(struct qp_branches *branches);

#endif
