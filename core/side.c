#include "core/side.h"

#include "base/atomic.h"
#include "core/diagnose.h"

/* In the carrier's index a side record is found from the place behind its node's reference, where no record begins. */
static uint32_t key_of(const struct qp_node *node)
{
    return qp_store_reference(node) + 1;
}

struct qp_side_record *qp_side_of(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    if (node->flags & QP_NODE_SIDE)
        return qp_store_at(qp_edges_get(&carrier->edges, key_of(node), 0));
    struct qp_side_record *side = qp_arena_take(&carrier->sides, sizeof *side);
    if (side == NULL || qp_edges_put(&carrier->edges, key_of(node), 0, qp_store_reference(side)) != 0) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "times and cycles of method %#llx",
                    (unsigned long long)node->method);
        return NULL;
    }
    side->minimum = UINT64_MAX;
    qp_store_release(&side->node, qp_store_reference(node)); /* pairs with the reader's walk over side records */
    node->flags |= QP_NODE_SIDE;
    return side;
}
