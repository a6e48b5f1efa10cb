#include "show/log/event_order.h"

#include "base/order.h"

static bool is_before(const struct qp_event_next *a, const struct qp_event_next *b)
{
    return QP_ORDER({a->ns, b->ns}, {a->log, b->log}) < 0;
}

static void swap(struct qp_event_next *a, struct qp_event_next *b)
{
    struct qp_event_next kept = *a;
    *a = *b;
    *b = kept;
}

void qp_event_order_add(struct qp_event_order *order, struct qp_event_next next)
{
    struct qp_event_next *items = order->items;
    uint32_t at = order->count++;
    items[at] = next;
    for (; at && is_before(&items[at], &items[(at - 1) / 2]); at = (at - 1) / 2)
        swap(&items[at], &items[(at - 1) / 2]);
}

uint32_t qp_event_order_take(struct qp_event_order *order)
{
    struct qp_event_next *items = order->items;
    uint32_t log = items[0].log;
    items[0] = items[--order->count];
    for (uint32_t at = 0, below = 1; below < order->count; at = below, below = 2 * at + 1) {
        below += below + 1 < order->count && is_before(&items[below + 1], &items[below]);
        if (!is_before(&items[below], &items[at]))
            break;
        swap(&items[below], &items[at]);
    }
    return log;
}
