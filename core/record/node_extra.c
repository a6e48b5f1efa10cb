#include "core/record/node_extra.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"

/* An extra record's key in the carrier's index: the reference after its node's, at which no record can begin. */
static uint32_t key_of(const struct qp_node *node)
{
    return qp_store_reference(node) + 1;
}

static struct qp_node_extra_record *make(struct qp_carrier *carrier, struct qp_node *node)
{
    struct qp_node_extra_record *extra = qp_arena_take(&carrier->extras, sizeof *extra);
    if (!extra || qp_index_put(&carrier->index, key_of(node), 0, qp_store_reference(extra)) != 0)
        return NULL;
    extra->minimum = UINT64_MAX;
    qp_store_release(&extra->node, qp_store_reference(node)); /* pairs with the reader's walk over extra records */
    return extra;
}

struct qp_node_extra_record *qp_node_extra_find(const struct qp_carrier *carrier, const struct qp_node *node)
{
    uint32_t known = qp_load_relaxed(&node->flags) & QP_NODE_EXTRA ? qp_index_get(&carrier->index, key_of(node), 0) : 0;
    return known != 0 ? qp_store_at(known) : NULL;
}

/* Another carrier may have made the node's record: only where one virtual thread runs on two threads at once. */
struct qp_node_extra_record *qp_node_extra_of(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    struct qp_node_extra_record *extra = NULL;
    if (!(qp_load_relaxed(&node->flags) & QP_NODE_EXTRA) &&
        !(__atomic_fetch_or(&node->flags, QP_NODE_EXTRA, __ATOMIC_ACQ_REL) & QP_NODE_EXTRA))
        extra = make(carrier, node);
    else
        extra = qp_node_extra_find(carrier, node);
    if (!extra)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "times and cycles of method %#llx",
                    (unsigned long long)node->method);
    return extra;
}
