#include "core/tree/node_extra.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"

/* If one virtual thread runs on two threads at once, another carrier may make the node's record at the same time. Then
 * one of the two records stays unused. */
struct qp_node_extra_record *qp_node_extra_of(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    uint32_t none = 0, known = qp_load_acquire(&node->extra);
    if (known != 0)
        return qp_store_at(known);
    struct qp_node_extra_record *extra = qp_arena_take(&carrier->extras, sizeof *extra);
    if (!extra) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "times and cycles of method %#llx",
                    (unsigned long long)node->method);
        return NULL;
    }
    extra->minimum = UINT64_MAX;
    if (!__atomic_compare_exchange_n(&node->extra, &none, qp_store_reference(extra), 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
        return qp_store_at(none);
    qp_store_release(&extra->node, qp_store_reference(node)); /* pairs with the reader's walk over extra records */
    return extra;
}

/* Return the key under which the carrier's index holds the edges of a waiting node. The key is a reference to a
 * position inside the node's extra record. No other record can begin there, so no other key is equal. */
static uint32_t key_of(const struct qp_node_extra_record *extra)
{
    return extra->node + 2;
}

struct qp_edge_record *qp_node_extra_edge(struct qp_carrier *carrier, enum qp_product product,
                                          struct qp_node_extra_record *extra, uint32_t waker)
{
    uint32_t known = qp_index_get(&carrier->index, key_of(extra), waker);
    if (known != 0) {
        extra->edge = known;
        return qp_store_at(known);
    }
    struct qp_edge_record *edge = qp_arena_take(&carrier->edges, sizeof *edge);
    if (!edge || qp_index_put(&carrier->index, key_of(extra), waker, qp_store_reference(edge)) != 0) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a pair of waiting and waking methods");
        return NULL;
    }
    edge->waker = waker;
    qp_store_release(&edge->waiter, extra->node); /* pairs with the reader's walk over edges */
    extra->edge = qp_store_reference(edge);
    return edge;
}
