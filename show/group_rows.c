#include "show/group_rows.h"

#include "base/order.h"
#include "show/parts/profile_cell.h"

#include <stdlib.h>

static int by_running(const void *left, const void *right, void *items)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct qp_totals *one = &((const struct qp_group_totals *)items)[a].totals;
    const struct qp_totals *other = &((const struct qp_group_totals *)items)[b].totals;
    return QP_ORDER({other->self, one->self}, {other->wall, one->wall}, {a, b});
}

bool qp_group_rows_open(struct qp_group_rows *rows, const struct qp_query *query, const struct qp_filter *filter)
{
    const struct qp_profile *profile = query->profile;
    *rows = (struct qp_group_rows){.order = malloc(((size_t)profile->group_count + 1) * sizeof *rows->order)};
    if (!rows->order || !qp_groups_open(&rows->groups, query)) {
        free(rows->order);
        return false;
    }
    for (uint32_t i = 0; i < profile->group_count; i++) {
        if (profile->groups[i].product == (uint32_t)query->selection.product &&
            qp_filter_passes_name(filter, profile->groups[i].name))
            rows->order[rows->count++] = i;
    }
    qsort_r(rows->order, rows->count, sizeof *rows->order, by_running, rows->groups.items);
    return true;
}

void qp_group_rows_close(struct qp_group_rows *rows)
{
    qp_groups_close(&rows->groups);
    free(rows->order);
    *rows = (struct qp_group_rows){0};
}

void qp_group_rows_add_name(struct qp_table *table, const struct qp_profile *profile, uint32_t group)
{
    qp_table_add_text(table, QP_STYLE_PLAIN, profile->groups[group].name);
    qp_profile_cell_name(table, profile, profile->groups[group].parent_method, "");
    qp_group_rows_add_hidden(table, profile, group);
}

void qp_group_rows_add_hidden(struct qp_table *table, const struct qp_profile *profile, uint32_t group)
{
    uint32_t resumer = profile->groups[group].resumer;
    qp_profile_cell_location(table, profile, profile->groups[group].parent_method);
    qp_profile_cell_name(table, profile, resumer == QP_NONE ? QP_NONE : profile->nodes[resumer].method, "");
    qp_table_addf(table, QP_STYLE_PLAIN, "#%u", group);
}
