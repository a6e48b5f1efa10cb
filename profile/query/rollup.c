#include "profile/query/rollup.h"

#include "base/order.h"

#include <stdlib.h>

struct rolling {
    const struct qp_profile *profile;
    const struct qp_groups *groups;
    enum qp_rollup_to to;
    struct qp_rollup_row *rows; /* one for each method; the last row is for unknown methods */
    uint32_t *last_group;       /* for each row: index of the group that was added last, + 1 */
};

uint32_t qp_rollup_node(const struct qp_profile *profile, uint32_t group, enum qp_rollup_to to)
{
    return to == QP_ROLLUP_TO_SPAWNER ? profile->groups[group].creator : profile->groups[group].resumer;
}

/* ---- attribution of a group's time ------------------------------------------------------------------------------- */

static void add_part(struct qp_rollup_part *sum, const struct qp_group_totals *group)
{
    qp_totals_add(&sum->totals, &group->totals);
    sum->created += group->created;
    sum->living += group->living;
    sum->groups++;
}

static void add_with(struct rolling *rolling, uint32_t row, uint32_t group)
{
    if (rolling->last_group[row] == group + 1)
        return;
    rolling->last_group[row] = group + 1;
    add_part(&rolling->rows[row].with, &rolling->groups->items[group]);
}

static uint32_t row_of(const struct rolling *rolling, uint32_t group, uint32_t node)
{
    const struct qp_profile *profile = rolling->profile;
    uint32_t method = node != QP_NONE                       ? profile->nodes[node].method
                      : rolling->to == QP_ROLLUP_TO_SPAWNER ? profile->groups[group].parent_method
                                                            : QP_NONE;
    return method == QP_NONE ? profile->method_count : method;
}

/* Add a group to functions of one stack: the stack on which the group's first virtual thread was created, or first
 * resumed. The group is added to `own` of the function on top, and to `with` of all functions on the stack. If the
 * stack belongs to another virtual thread, it continues with the stack on which that thread's own group was created or
 * resumed, and so on. In a damaged file, groups may form a cycle, so the number of hops is limited. */
static void add_group(struct rolling *rolling, uint32_t group)
{
    const struct qp_profile *profile = rolling->profile;
    uint32_t node = qp_rollup_node(profile, group, rolling->to), from = group;
    uint32_t own = row_of(rolling, group, node);
    add_part(&rolling->rows[own].own, &rolling->groups->items[group]);
    add_with(rolling, own, group);
    for (uint32_t hops = 0; node != QP_NONE && from != QP_NONE && hops <= profile->group_count; hops++) {
        for (; profile->nodes[node].parent != QP_NONE; node = profile->nodes[node].parent) {
            if (profile->nodes[node].method != QP_NONE)
                add_with(rolling, profile->nodes[node].method, group);
        }
        from = profile->nodes[node].root == QP_NONE ? QP_NONE : profile->roots[profile->nodes[node].root].group;
        node = from == QP_NONE ? QP_NONE : qp_rollup_node(profile, from, rolling->to);
    }
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static int by_time(const void *left, const void *right)
{
    const struct qp_rollup_row *a = left, *b = right;
    return QP_ORDER({b->with.totals.self, a->with.totals.self}, {b->with.totals.elapsed, a->with.totals.elapsed},
                    {b->own.totals.self, a->own.totals.self}, {a->method, b->method});
}

static uint32_t take_rows(struct qp_rollup_row *rows, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].with.groups)
            rows[kept++] = rows[i];
    }
    qp_sort(rows, kept, sizeof *rows, by_time);
    return kept;
}

bool qp_rollup_open(struct qp_rollup *rollup, const struct qp_query *query, const struct qp_groups *groups,
                    enum qp_rollup_to to)
{
    const struct qp_profile *profile = query->profile;
    size_t rows = profile->group_count ? (size_t)profile->method_count + 1 : 0; /* without groups there are no rows */
    struct rolling rolling = {
        .profile = profile,
        .groups = groups,
        .to = to,
        .rows = calloc(rows + 1, sizeof *rolling.rows),
        .last_group = calloc(rows + 1, sizeof *rolling.last_group),
    };
    *rollup = (struct qp_rollup){.items = rolling.rows};
    bool ok = rolling.rows && rolling.last_group;
    for (uint32_t i = 0; ok && i < rows; i++)
        rolling.rows[i].method = i < profile->method_count ? i : QP_NONE;
    for (uint32_t i = 0; ok && i < profile->group_count; i++) {
        if (groups->items[i].totals.wall || groups->items[i].created || groups->items[i].living)
            add_group(&rolling, i);
    }
    free(rolling.last_group);
    if (ok)
        rollup->count = take_rows(rollup->items, (uint32_t)rows);
    else
        qp_rollup_close(rollup);
    return ok;
}

void qp_rollup_close(struct qp_rollup *rollup)
{
    free(rollup->items);
    *rollup = (struct qp_rollup){0};
}
