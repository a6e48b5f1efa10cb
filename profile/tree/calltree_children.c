#include "base/order.h"
#include "profile/tree/calltree.h"

#include <stdlib.h>

static int by_total(const void *left, const void *right, void *items)
{
    const struct qp_call_path *a = (const struct qp_call_path *)items + *(const uint32_t *)left;
    const struct qp_call_path *b = (const struct qp_call_path *)items + *(const uint32_t *)right;
    return QP_ORDER({b->total, a->total}, {b->elapsed, a->elapsed}, {b->calls, a->calls}, {a->method, b->method});
}

uint32_t qp_calltree_children(const struct qp_calltree *tree, uint32_t path, uint32_t *array)
{
    uint32_t count = 0;
    for (uint32_t i = tree->items[path].child; i != QP_NONE; i = tree->items[i].sibling) {
        const struct qp_call_path *it = &tree->items[i];
        if (it->kept && (it->calls || it->total || it->self || it->child != QP_NONE || it->pruned))
            array[count++] = i;
    }
    qsort_r(array, count, sizeof *array, by_total, tree->items);
    return count;
}
