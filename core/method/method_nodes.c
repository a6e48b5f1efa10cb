#include "core/method/method_nodes.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"

uint32_t qp_method_nodes_kept;

void qp_method_nodes_reset(void)
{
    qp_store_relaxed(&qp_method_nodes_kept, 0);
}

/* ---- lists: a list's key leads to the newest record, and each record to the one before it ----------------- */

static uint32_t list_of_nodes(enum qp_product product)
{
    return 1 + (uint32_t)product;
}

static uint32_t list_of_arrays(enum qp_product product)
{
    return 1 + QP_PRODUCTS + (uint32_t)product;
}

static uint32_t newest(const struct qp_carrier *carrier, uint32_t list, uint64_t method)
{
    return qp_index_get_set(&carrier->method_nodes, list, method); /* 0 if the method has no list, or if its list
                                                                    * moved to another method */
}

static uint32_t older(const struct qp_carrier *carrier, uint32_t record)
{
    return qp_index_get(&carrier->method_nodes, record, 0);
}

static void add(struct qp_carrier *carrier, enum qp_product product, uint32_t list, uint64_t method, uint32_t record)
{
    uint32_t next = newest(carrier, list, method);
    if ((next != 0 && qp_index_put(&carrier->method_nodes, record, 0, next) != 0) ||
        qp_index_put(&carrier->method_nodes, list, method, record) != 0)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "the nodes of method %#llx", (unsigned long long)method);
}

void qp_method_nodes_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node)
{
    add(carrier, product, list_of_nodes(product), node->method, qp_store_reference(node));
}

void qp_method_nodes_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array)
{
    add(carrier, product, list_of_arrays(product), array->method, qp_store_reference(array));
}

bool qp_method_nodes_has(const struct qp_carrier *carrier, enum qp_product product, uint64_t method)
{
    return newest(carrier, list_of_nodes(product), method) != 0 ||
           newest(carrier, list_of_arrays(product), method) != 0;
}

/* ---- renaming -------------------------------------------------------------------------------------------- */

/* Give the list of `method` to the method `to`, which has no list. Return the list's newest record, 0 if the list is
 * empty. */
static uint32_t move(struct qp_carrier *carrier, enum qp_product product, uint32_t list, uint64_t method, uint64_t to)
{
    uint32_t record = newest(carrier, list, method);
    if (record != 0 && (qp_index_put(&carrier->method_nodes, list, to, record) != 0 ||
                        qp_index_set(&carrier->method_nodes, list, method, 0) != 0))
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "the nodes of method %#llx", (unsigned long long)method);
    return record;
}

/* Enter a record into the carrier's index. If the index has another record under this key, replace that record,
 * because it belongs to a retired method. */
static void enter_index(struct qp_carrier *carrier, uint32_t from, uint64_t to, uint32_t record)
{
    if (qp_index_get(&carrier->index, from, to) != record)
        qp_index_put(&carrier->index, from, to, record);
}

/* The carrier's index may still lead from the old id to a renamed node. A search for the old id notices that the
 * node has another method (tree.c). */
void qp_method_nodes_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to)
{
    uint32_t record = move(carrier, product, list_of_nodes(product), method, to);
    for (; record != 0; record = older(carrier, record)) {
        struct qp_node *node = qp_store_at(record);
        qp_store_release(&node->method, to);
        enter_index(carrier, node->parent, to, record);
    }
    record = move(carrier, product, list_of_arrays(product), method, to);
    for (; record != 0; record = older(carrier, record)) {
        struct qp_block_array *array = qp_store_at(record);
        qp_store_release(&array->method, to);
        if (qp_method_nodes_is_indexed((enum qp_blocks)array->values_of))
            enter_index(carrier, qp_method_nodes_array_key(array->root, (enum qp_blocks)array->values_of), to, record);
    }
}
