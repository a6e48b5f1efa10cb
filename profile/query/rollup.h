/* rollup.h - cost of virtual threads, attributed to the functions that created them or first resumed them.
 *
 *   own    sum of the groups whose first virtual thread was created, or first resumed, while the function was on top
 *   with   sum of the groups whose first virtual thread was created, or first resumed, while the function was anywhere
 *          on the stack, or on the stack of a group that is already in this sum. Each group is counted once
 *
 * So the `own` parts of all rows add up to the sum of all groups, to the tick. */
#pragma once

#include "profile/query/groups.h"

enum qp_rollup_to { QP_ROLLUP_TO_SPAWNER, QP_ROLLUP_TO_RESUMER };

struct qp_rollup_part {
    struct qp_totals totals;
    uint64_t created; /* number of virtual threads */
    uint64_t living;
    uint64_t groups;
};

struct qp_rollup_row {
    uint32_t method; /* index; QP_NONE = unknown */
    struct qp_rollup_part own;
    struct qp_rollup_part with;
};

struct qp_rollup {
    struct qp_rollup_row *items; /* sorted in descending order by the running time of the field `with`, then by its
                                  * elapsed time */
    uint32_t count;
};

/* Attribute the cost of the groups of a query to functions, as described above. `groups` must be of the same query.
 * Return false if out of memory; then nothing needs to be closed. */
bool qp_rollup_open(struct qp_rollup *rollup, const struct qp_query *query, const struct qp_groups *groups,
                    enum qp_rollup_to to);
void qp_rollup_close(struct qp_rollup *rollup);

/* Return the node that was on top when the first virtual thread of a group was created, or first resumed; QP_NONE if
 * it is unknown. */
uint32_t qp_rollup_node(const struct qp_profile *profile, uint32_t group, enum qp_rollup_to to);
