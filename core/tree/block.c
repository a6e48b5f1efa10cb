#include "core/tree/block.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/method/method_nodes.h"
#include "core/method/method.h"
#include "core/tree/tree.h"

static struct qp_block_array *make(struct qp_carrier *carrier, enum qp_product product, uint32_t root, uint64_t method,
                                   uint32_t count, enum qp_blocks values_of)
{
    struct qp_block_array *array =
        qp_arena_take(&carrier->blocks, sizeof *array + (uint64_t)count * sizeof array->values[0]);
    if (!array) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "blocks of method %#llx", (unsigned long long)method);
        return NULL;
    }
    array->method = method;
    array->count = count;
    array->values_of = values_of;
    qp_store_release(&array->root, root); /* pairs with the reader's walk over blocks */
    if (QP_UNLIKELY(qp_load_relaxed(&qp_method_nodes_kept)))
        qp_method_nodes_add_array(carrier, product, array);
    return array;
}

struct qp_block_array *qp_block_of(struct qp_tstate *tstate, enum qp_product product, uint64_t method,
                                   enum qp_blocks values_of)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    /* Find the root through the bottom frame. Following the parents of the node on top instead took 30 s in a
     * program whose calls are nested 200,000 deep. */
    uint32_t root = (uint32_t)qp_frame_node(tstate->bottom)->method;
    uint32_t key = qp_method_nodes_array_key(root, values_of), reference = qp_index_get(&carrier->index, key, method);
    struct qp_block_array *known = reference == 0 ? NULL : qp_store_at(reference);
    if (known && known->method == method) /* otherwise the array belongs to a retired method (method_nodes.h) */
        return known;
    uint32_t count = qp_method_blocks(product, method);
    struct qp_block_array *array = count == 0 ? NULL : make(carrier, product, root, method, count, values_of);
    if (array)
        qp_index_put(&carrier->index, key, method, qp_store_reference(array));
    return array;
}

struct qp_block_array *qp_block_counts(struct qp_tstate *tstate, enum qp_product product, struct qp_node *node)
{
    if (node->blocks != 0)
        return qp_store_at(node->blocks);
    struct qp_block_array *array = qp_block_of(tstate, product, node->method, QP_BLOCKS_EXECUTIONS);
    if (array)
        node->blocks = qp_store_reference(array);
    return array;
}

struct qp_block_array *qp_block_next(struct qp_tstate *tstate, enum qp_product product, struct qp_block_array *array,
                                     enum qp_blocks values_of)
{
    if (array->next != 0)
        return qp_store_at(array->next);
    struct qp_block_array *next =
        make(qp_tstate_carrier(tstate, product), product, array->root, array->method, array->count, values_of);
    if (next)
        array->next = qp_store_reference(next);
    return next;
}
