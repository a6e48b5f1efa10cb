/* branches.h - how often each outcome of the branches of a file or method was taken.
 *
 * A branch that a method names with blocks it does not have is left away, as lines below 1 are. */
#ifndef QP_DATA_BRANCHES_H
#define QP_DATA_BRANCHES_H

#include "data/query.h"

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

/* The result is false without memory. What is in them is the caller's to free with qp_branches_free. */
bool qp_branches_of_file(struct qp_branches *branches, const struct qp_query *query, uint32_t file);
bool qp_branches_of_method(struct qp_branches *branches, const struct qp_query *query, uint32_t method);
void qp_branches_free(struct qp_branches *branches);

#endif
