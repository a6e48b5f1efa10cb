/* branches.h - counts of branch outcomes, per file or method.
 *
 * Branches of lines below 1 are skipped, and so are branches that refer to blocks that the method does not have.
 * Outcomes that lead to excluded lines are left out. */
#pragma once

#include "profile/coverage/target.h"

struct qp_branch {
    int32_t line;
    bool excluded;
    uint32_t outcomes;
    uint32_t taken;         /* number of outcomes taken at least once */
    const uint64_t *counts; /* number of times that each outcome was taken */
    const int32_t *targets; /* line to which each outcome leads, 0 = unknown, negative = exit; NULL = all are unknown */
};

struct qp_branches {
    struct qp_branch *items; /* sorted by line; branches of one line by method, in the order of the method's table */
    uint32_t count;
    uint32_t outcomes; /* number of outcomes of branches that are not on excluded lines */
    uint32_t taken;
    uint64_t *counts; /* counts of all items */
    int32_t *targets; /* targets of all items */
};

/* Collect the branches of a file or method. Return false if out of memory; then nothing needs to be freed. */
bool qp_branches_open(struct qp_branches *branches, const struct qp_query *query, struct qp_target target);
void qp_branches_close(struct qp_branches *branches);

/* The branches of one line, which are consecutive, and the sums of their outcomes. */
struct qp_line_branches {
    const struct qp_branch *items;
    uint32_t count;
    uint64_t outcomes;
    uint64_t taken;
};

/* Return the branches of a line. For ascending lines, each call continues the search at *next, which is 0 at first. */
struct qp_line_branches qp_branches_of_line(const struct qp_branches *branches, int32_t line, uint32_t *next);
