#include "core/record/method_nodes.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"

uint32_t qp_method_nodes_kept;

void qp_method_nodes_reset(void)
{
    qp_store_relaxed(&qp_method_nodes_kept, 0);
}

/* ---- lists: the newest one is kept under a place where none lies, an older one under the newer one ---- */

static uint32_t list_of_nodes(enum qp_product product)
{
    return 1 + (uint32_t)product;
}

static uint32_t list_of_arrays(enum qp_product product)
{
    return 1 + QP_PRODUCTS + (uint32_t)product;
}

static uint32_t older(const struct qp_carrier *carrier, uint32_t record)
{
    return qp_index_get(&carrier->method_nodes, record, 0);
}

static void add(struct qp_carrier *carrier, enum qp_product product, uint32_t list, uint64_t method, uint32_t record)
{
    uint32_t newest = qp_index_get(&carrier->method_nodes, list, method);
    if ((newest != 0 && qp_index_put(&carrier->method_nodes, record, 0, newest) != 0) ||
        qp_index_put(&carrier->method_nodes, list, method, record) != 0)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "what is to be retired with method %#llx",
                    (unsigned long long)method);
}

void qp_method_nodes_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node)
{
    add(carrier, product, list_of_nodes(product), node->method, qp_store_reference(node));
}

void qp_method_nodes_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array)
{
    add(carrier, product, list_of_arrays(product), array->method, qp_store_reference(array));
}

/* ---- renaming -------------------------------------------------------------------------------------------- */

/* Its parent's index may have its old name; whoever finds it by that sees that it is another (tree.c). */
static void rename_node(struct qp_carrier *carrier, struct qp_node *node, uint64_t to)
{
    qp_store_release(&node->method, to);
    if (qp_index_get(&carrier->index, node->parent, to) == 0)
        qp_index_put(&carrier->index, node->parent, to, qp_store_reference(node));
}

void qp_method_nodes_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to)
{
    uint32_t record = qp_index_get(&carrier->method_nodes, list_of_nodes(product), method);
    for (; record != 0; record = older(carrier, record)) {
        struct qp_node *node = qp_store_at(record);
        if (node->method != method) /* from here on they are of one that was retired before */
            break;
        rename_node(carrier, node, to);
    }
    record = qp_index_get(&carrier->method_nodes, list_of_arrays(product), method);
    for (; record != 0; record = older(carrier, record)) {
        struct qp_block_array *array = qp_store_at(record);
        if (array->method != method)
            break;
        qp_store_release(&array->method, to);
    }
}
