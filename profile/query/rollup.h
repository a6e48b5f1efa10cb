/* rollup.h - what virtual threads cost, told of the functions that created them or resumed them first.
 *
 *   own    the groups whose virtual threads were created, or first resumed, while the function was on top
 *   with   these and all others that were while it was on the stack: those of functions that it called, and those of
 *          virtual threads that it has with it already. A group is counted once, also where the function recurs
 *
 * So `own` of all rows together is the sum of all groups, to the tick. */
#ifndef QP_QUERY_ROLLUP_H
#define QP_QUERY_ROLLUP_H

#include "profile/query/groups.h"

enum qp_rollup_to { QP_ROLLUP_TO_SPAWNER, QP_ROLLUP_TO_RESUMER };

struct qp_rollup_part {
    struct qp_totals totals;
    uint64_t created; /* virtual threads */
    uint64_t living;
    uint64_t groups;
};

struct qp_rollup_row {
    uint32_t method; /* index; QP_NONE = nobody is known who did */
    struct qp_rollup_part own;
    struct qp_rollup_part with;
};

struct qp_rollup {
    struct qp_rollup_row *items; /* most running time in `with` first, then most elapsed */
    uint32_t count;
};

/* groups: of the same query. Returns false without memory; nothing is to be closed then. */
bool qp_rollup_open(struct qp_rollup *rollup, const struct qp_query *query, const struct qp_groups *groups,
                    enum qp_rollup_to to);
void qp_rollup_close(struct qp_rollup *rollup);

/* The node under which a group hangs: on top when the first of it was created, or resumed. QP_NONE = not known. */
uint32_t qp_rollup_node(const struct qp_profile *profile, uint32_t group, enum qp_rollup_to to);

#endif
