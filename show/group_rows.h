/* group_rows.h - the groups of virtual threads in the order in which reports show them, and their names. */
#ifndef QP_SHOW_GROUP_ROWS_H
#define QP_SHOW_GROUP_ROWS_H

#include "profile/query/groups.h"
#include "profile/source/pattern.h"
#include "show/parts/table.h"

struct qp_group_rows {
    struct qp_groups groups;
    uint32_t *order; /* indexes of groups of the query's product: most running time first, then longest lives */
    uint32_t count;
};

/* Those whose name passes the filter. Returns false without memory; nothing is to be closed then. */
bool qp_group_rows_open(struct qp_group_rows *rows, const struct qp_query *query, const struct qp_filter *filter);
void qp_group_rows_close(struct qp_group_rows *rows);

/* Two cells: the group's name, and the function that created it. */
void qp_group_rows_add_name(struct qp_table *table, const struct qp_profile *profile, uint32_t group);

#endif
