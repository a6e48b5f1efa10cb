#include "core/block.h"

#include "base/atomic.h"
#include "core/diagnose.h"
#include "core/method.h"
#include "core/tree.h"

static struct qp_block_array *make(struct qp_carrier *carrier, enum qp_product product, uint32_t root, uint64_t method,
                                   uint32_t count, uint32_t times)
{
    struct qp_block_array *array =
        qp_arena_take(&carrier->blocks, sizeof *array + (uint64_t)count * sizeof array->values[0]);
    if (array == NULL) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "blocks of method %#llx", (unsigned long long)method);
        return NULL;
    }
    array->method = method;
    array->count = count;
    array->times = times;
    qp_store_release(&array->root, root); /* pairs with the reader's walk over blocks */
    return array;
}

struct qp_block_array *qp_block_counts(struct qp_carrier *carrier, enum qp_product product, struct qp_node *node)
{
    if (node->blocks != 0)
        return qp_store_at(node->blocks);
    const struct qp_method *method = qp_method_find(product, node->method);
    uint32_t count = method == NULL ? 0 : qp_load_acquire(&method->block_count);
    if (count == 0 || node->parent == 0)
        return NULL;
    uint32_t root = qp_tree_root_of(node);
    uint32_t reference = qp_edges_get(&carrier->edges, root, node->method);
    struct qp_block_array *array =
        reference != 0 ? qp_store_at(reference) : make(carrier, product, root, node->method, count, 0);
    if (array == NULL)
        return NULL;
    if (reference == 0)
        qp_edges_put(&carrier->edges, root, node->method, qp_store_reference(array));
    node->blocks = qp_store_reference(array);
    return array;
}

struct qp_block_array *qp_block_times(struct qp_carrier *carrier, enum qp_product product,
                                      struct qp_block_array *counts)
{
    if (counts->next != 0)
        return qp_store_at(counts->next);
    struct qp_block_array *times = make(carrier, product, counts->root, counts->method, counts->count, 1);
    if (times != NULL)
        counts->next = qp_store_reference(times);
    return times;
}
