/* group_rows.h - the groups of virtual threads in the order of reports, and their names. */
#pragma once

#include "profile/query/groups.h"
#include "profile/source/pattern.h"
#include "show/parts/table.h"

struct qp_group_rows {
    struct qp_groups groups;
    uint32_t *order; /* indexes of the groups of the query's library, sorted by running time, then by sum of lives,
                      * largest first */
    uint32_t count;
};

/* Collect the groups whose name passes the filter. If out of memory, return false; then `rows` must not be closed. */
bool qp_group_rows_open(struct qp_group_rows *rows, const struct qp_query *query, const struct qp_filter *filter);
void qp_group_rows_close(struct qp_group_rows *rows);

#define QP_GROUP_ROWS_NAME   "-name|-created in|" QP_GROUP_ROWS_HIDDEN
#define QP_GROUP_ROWS_HIDDEN "-+created at|-+first resumed in|-+number"

/* Add the cells of QP_GROUP_ROWS_NAME: the group's name, the function that created it, and what distinguishes groups
 * with equal names and creators. */
void qp_group_rows_add_name(struct qp_table *table, const struct qp_profile *profile, uint32_t group);

/* Add the cells of QP_GROUP_ROWS_HIDDEN. */
void qp_group_rows_add_hidden(struct qp_table *table, const struct qp_profile *profile, uint32_t group);
