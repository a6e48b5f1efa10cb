#include "core/record/members.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"

uint32_t qp_members_kept;

void qp_members_reset(void)
{
    qp_store_relaxed(&qp_members_kept, 0);
}

/* ---- lists: the newest member is kept under a place that no record has, an older one under the newer one ---- */

static uint32_t list_of_nodes(enum qp_product product)
{
    return 1 + (uint32_t)product;
}

static uint32_t list_of_arrays(enum qp_product product)
{
    return 1 + QP_PRODUCTS + (uint32_t)product;
}

static uint32_t older(const struct qp_carrier *carrier, uint32_t member)
{
    return qp_index_get(&carrier->members, member, 0);
}

static void add(struct qp_carrier *carrier, enum qp_product product, uint32_t list, uint64_t method, uint32_t member)
{
    uint32_t newest = qp_index_get(&carrier->members, list, method);
    if ((newest != 0 && qp_index_put(&carrier->members, member, 0, newest) != 0) ||
        qp_index_put(&carrier->members, list, method, member) != 0)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "what is to be retired with method %#llx",
                    (unsigned long long)method);
}

void qp_members_add_node(struct qp_carrier *carrier, enum qp_product product, const struct qp_node *node)
{
    add(carrier, product, list_of_nodes(product), node->method, qp_store_reference(node));
}

void qp_members_add_array(struct qp_carrier *carrier, enum qp_product product, const struct qp_block_array *array)
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

void qp_members_rename(struct qp_carrier *carrier, enum qp_product product, uint64_t method, uint64_t to)
{
    uint32_t member = qp_index_get(&carrier->members, list_of_nodes(product), method);
    for (; member != 0; member = older(carrier, member)) {
        struct qp_node *node = qp_store_at(member);
        if (node->method != method) /* from here on they are of one that was retired before */
            break;
        rename_node(carrier, node, to);
    }
    member = qp_index_get(&carrier->members, list_of_arrays(product), method);
    for (; member != 0; member = older(carrier, member)) {
        struct qp_block_array *array = qp_store_at(member);
        if (array->method != method)
            break;
        qp_store_release(&array->method, to);
    }
}
