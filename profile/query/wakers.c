#include "profile/query/wakers.h"

#include "base/map.h"
#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

static int by_suspended(const void *left, const void *right)
{
    const struct qp_waker *a = left, *b = right;
    return QP_ORDER({b->suspended, a->suspended}, {b->count, a->count}, {a->waiter, b->waiter}, {a->waker, b->waker});
}

bool qp_wakers_open(struct qp_wakers *wakers, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    struct qp_map known = {0};
    *wakers = (struct qp_wakers){0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < profile->edge_count; i++) {
        const struct qp_profile_edge *edge = &profile->edges[i];
        if (!qp_query_has_node(query, edge->waiter))
            continue;
        uint32_t waiter = profile->nodes[edge->waiter].method;
        uint32_t waker = edge->waker == QP_NONE ? QP_NONE : profile->nodes[edge->waker].method;
        uint32_t pair = QP_ARRAY_KEYED(&known, (uint64_t)waiter << 32 | waker, &wakers->items, &wakers->count,
                                       (struct qp_waker){.waiter = waiter, .waker = waker});
        ok = pair != QP_NONE;
        if (!ok)
            break;
        wakers->items[pair].count += edge->count;
        wakers->items[pair].suspended += edge->suspended;
        wakers->items[pair].delayed += edge->delayed;
    }
    qp_map_fini(&known);
    if (ok)
        qp_sort(wakers->items, wakers->count, sizeof *wakers->items, by_suspended);
    else
        qp_wakers_close(wakers);
    return ok;
}

void qp_wakers_close(struct qp_wakers *wakers)
{
    free(wakers->items);
    *wakers = (struct qp_wakers){0};
}
