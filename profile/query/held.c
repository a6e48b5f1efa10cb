#include "profile/query/held.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

static int by_time(const void *left, const void *right)
{
    const struct qp_held *a = left, *b = right;
    return QP_ORDER({b->ticks, a->ticks}, {b->calls, a->calls}, {a->method, b->method}, {a->caller, b->caller},
                    {a->group, b->group});
}

bool qp_held_open(struct qp_held_calls *held, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    struct qp_map known = {0};
    *held = (struct qp_held_calls){0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        if (!(node->flags & (QP_NODE_BLOCKS | QP_NODE_WAITS)) || node->method == QP_NONE ||
            !qp_query_has_node(query, i))
            continue;
        uint32_t group = profile->roots[node->root].group;
        if (group == QP_NONE)
            continue;
        const uint32_t parts[] = {node->method, profile->nodes[node->parent].method, group};
        uint32_t at = QP_ARRAY_KEYED(&known, qp_hash_bytes(parts, sizeof parts), &held->items, &held->count,
                                     (struct qp_held){.method = parts[0], .caller = parts[1], .group = group});
        ok = at != QP_NONE;
        if (!ok)
            break;
        held->items[at].calls += node->calls;
        held->items[at].ticks += query->nodes[i].self;
    }
    qp_map_fini(&known);
    if (ok)
        qp_sort(held->items, held->count, sizeof *held->items, by_time);
    else
        qp_held_close(held);
    return ok;
}

void qp_held_close(struct qp_held_calls *held)
{
    free(held->items);
    *held = (struct qp_held_calls){0};
}
