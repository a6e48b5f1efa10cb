#include "core/record/side.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"

/* In the carrier's index a side record is found from the place behind its node's reference, where no record begins. */
static uint32_t key_of(const struct qp_node *node)
{
    return qp_store_reference(node) + 1;
}

static struct qp_side_record *make(struct qp_carrier *carrier, struct qp_node *node)
{
    struct qp_side_record *side = qp_arena_take(&carrier->sides, sizeof *side);
    if (side == NULL || qp_edges_put(&carrier->edges, key_of(node), 0, qp_store_reference(side)) != 0)
        return NULL;
    side->minimum = UINT64_MAX;
    qp_store_release(&side->node, qp_store_reference(node)); /* pairs with the reader's walk over side records */
    return side;
}

struct qp_side_record *qp_side_find(const struct qp_carrier *carrier, const struct qp_node *node)
{
    uint32_t known = qp_load_relaxed(&node->flags) & QP_NODE_SIDE ? qp_edges_get(&carrier->edges, key_of(node), 0) : 0;
    return known != 0 ? qp_store_at(known) : NULL;
}

/* A node that another carrier made a record for is in two hands only when one virtual thread runs twice. */
struct qp_side_record *qp_side_of(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    struct qp_side_record *side = NULL;
    if (!(qp_load_relaxed(&node->flags) & QP_NODE_SIDE) &&
        !(__atomic_fetch_or(&node->flags, QP_NODE_SIDE, __ATOMIC_ACQ_REL) & QP_NODE_SIDE))
        side = make(carrier, node);
    else
        side = qp_side_find(carrier, node);
    if (side == NULL)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "times and cycles of method %#llx",
                    (unsigned long long)node->method);
    return side;
}
