#include "profile/query/wakers.h"

#include "base/map.h"
#include "base/order.h"

#include <stdlib.h>

static int by_suspended(const void *left, const void *right)
{
    const struct qp_waker *a = left, *b = right;
    return QP_ORDER({b->suspended, a->suspended}, {b->count, a->count}, {a->waiter, b->waiter}, {a->waker, b->waker});
}

/* Return the pair of an edge, which is added if it is new. Return NULL if out of memory. */
static struct qp_waker *pair_of(struct qp_wakers *wakers, struct qp_map *known, uint32_t waiter, uint32_t waker)
{
    uint64_t key = (uint64_t)waiter << 32 | waker;
    uint64_t place = qp_map_get(known, key);
    if (place)
        return &wakers->items[place - 1];
    wakers->items[wakers->count] = (struct qp_waker){.waiter = waiter, .waker = waker};
    return qp_map_put(known, key, ++wakers->count) == 0 ? &wakers->items[wakers->count - 1] : NULL;
}

bool qp_wakers_open(struct qp_wakers *wakers, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    struct qp_map known = {0};
    *wakers = (struct qp_wakers){.items = malloc(((size_t)profile->edge_count + 1) * sizeof *wakers->items)};
    bool ok = wakers->items;
    for (uint32_t i = 0; ok && i < profile->edge_count; i++) {
        const struct qp_profile_edge *edge = &profile->edges[i];
        if (!qp_query_has_node(query, edge->waiter))
            continue;
        struct qp_waker *pair = pair_of(wakers, &known, profile->nodes[edge->waiter].method,
                                        edge->waker == QP_NONE ? QP_NONE : profile->nodes[edge->waker].method);
        ok = pair;
        if (!pair)
            break;
        pair->count += edge->count;
        pair->suspended += edge->suspended;
        pair->delayed += edge->delayed;
    }
    qp_map_fini(&known);
    if (ok && wakers->count)
        qsort(wakers->items, wakers->count, sizeof *wakers->items, by_suspended);
    else if (!ok)
        qp_wakers_close(wakers);
    return ok;
}

void qp_wakers_close(struct qp_wakers *wakers)
{
    free(wakers->items);
    *wakers = (struct qp_wakers){0};
}
