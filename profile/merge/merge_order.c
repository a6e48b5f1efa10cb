#include "profile/merge/merging.h"

#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* ---- sorting numbers --------------------------------------------------------------------------------------------- */

struct sorting {
    const struct qp_merge *merge;
    struct qp_merge_order *order;
};

typedef int compare_numbers(const void *left, const void *right, void *of);

static uint32_t *ranks_of(struct qp_merge_order *order, const uint32_t *numbers, uint32_t count)
{
    uint32_t *ranks = qp_scratch_zeros(&order->scratch, count, sizeof *ranks);
    for (uint32_t i = 0; numbers && ranks && i < count; i++)
        ranks[numbers[i]] = i;
    return ranks;
}

/* Return the numbers of all items of a kind in the order of `compare`. Unless `ranks` is NULL, also set it to the rank
 * of each number. */
static uint32_t *sorted(struct sorting *of, uint32_t count, compare_numbers *compare, uint32_t **ranks)
{
    struct qp_scratch *scratch = &of->order->scratch;
    uint32_t *numbers = qp_scratch_zeros(scratch, count, sizeof *numbers);
    for (uint32_t i = 0; numbers && i < count; i++)
        numbers[i] = i;
    if (!scratch->failed)
        qsort_r(numbers, count, sizeof *numbers, compare, of);
    if (ranks)
        *ranks = ranks_of(of->order, numbers, count);
    return numbers;
}

/* Declare a and b, the two items that a callback of qsort_r compares; `array` is the field of struct qp_merge that
 * has them. */
#define ITEMS(array)                                                                                                   \
    const struct sorting *sorting = of;                                                                                \
    const __typeof__(*sorting->merge->array) *a = &sorting->merge->array[*(const uint32_t *)left],                     \
                                             *b = &sorting->merge->array[*(const uint32_t *)right]

/* Return an item's rank for comparisons, such that QP_NONE (no item) sorts first. */
static uint64_t rank_of(const uint32_t *ranks, uint32_t number)
{
    return number == QP_NONE ? 0 : (uint64_t)ranks[number] + 1;
}

/* ---- order of each kind ------------------------------------------------------------------------------------------ */

static int by_start(const void *left, const void *right, void *of)
{
    ITEMS(runs);
    const struct qp_run_record *x = a->record, *y = b->record;
    int order = QP_ORDER({x->start_realtime_ns, y->start_realtime_ns}, {x->pid, y->pid}, {x->rank, y->rank},
                         {x->process_start, y->process_start}, {x->start_tick, y->start_tick},
                         {x->duration_ns, y->duration_ns});
    order = order ? order : qp_text_compare(a->program, b->program);
    return order ? order : memcmp(x->calls, y->calls, sizeof x->calls);
}

static int by_name(const void *left, const void *right, void *of)
{
    ITEMS(files);
    return qp_text_compare(a->name, b->name);
}

static int by_position(const void *left, const void *right, void *of)
{
    ITEMS(exclusions);
    const uint32_t *ranks = sorting->order->file_ranks;
    int order = QP_ORDER({ranks[a->file], ranks[b->file]}, {qp_order_signed(a->first), qp_order_signed(b->first)},
                         {qp_order_signed(a->last), qp_order_signed(b->last)});
    return order ? order : qp_text_compare(a->reason, b->reason);
}

static int by_function(const void *left, const void *right, void *of)
{
    ITEMS(methods);
    const struct qp_merged_function *x = &sorting->merge->functions[a->function];
    const struct qp_merged_function *y = &sorting->merge->functions[b->function];
    const uint32_t *ranks = sorting->order->file_ranks;
    int order = QP_ORDER({x->product, y->product}, {rank_of(ranks, x->file), rank_of(ranks, y->file)},
                         {qp_order_signed(x->key.line), qp_order_signed(y->key.line)}, {x->key.id, y->key.id});
    order = order ? order : qp_text_compare(x->key.class_name, y->key.class_name);
    order = order ? order : qp_text_compare(x->key.name, y->key.name);
    order = order ? order : qp_text_compare(x->lines, y->lines);
    order = order ? order : qp_text_compare(x->branches, y->branches);
    return order ? order : QP_ORDER({a->occurrence, b->occurrence});
}

static int by_number(const void *left, const void *right, void *of)
{
    ITEMS(carriers);
    int order = QP_ORDER({a->rank, b->rank}, {a->number, b->number});
    order = order ? order : qp_text_compare(a->name, b->name);
    return order ? order : QP_ORDER({a->occurrence, b->occurrence});
}

static int by_tick(const void *left, const void *right, void *of)
{
    ITEMS(phases);
    int order = QP_ORDER({a->product, b->product}, {!a->first, !b->first}, {a->tick, b->tick});
    return order ? order : qp_text_compare(a->name, b->name);
}

static int by_group(const void *left, const void *right, void *of)
{
    ITEMS(groups);
    int order = QP_ORDER({a->product, b->product});
    order = order ? order : qp_text_compare(a->name, b->name);
    return order ? order : QP_ORDER({a->hash, b->hash});
}

static int by_context(const void *left, const void *right, void *of)
{
    ITEMS(named);
    int order = QP_ORDER({a->members.length, b->members.length}, {a->product, b->product}, {a->flags, b->flags});
    order = order ? order : qp_text_compare(a->name, b->name);
    return order ? order : QP_ORDER({a->hash, b->hash});
}

static int by_inner(const void *left, const void *right, void *of)
{
    ITEMS(within);
    const uint32_t *ranks = sorting->order->named_ranks;
    return QP_ORDER({ranks[a->inner], ranks[b->inner]}, {ranks[a->outer], ranks[b->outer]});
}

static int by_root(const void *left, const void *right, void *of)
{
    ITEMS(roots);
    const struct qp_merge_order *order = sorting->order;
    return QP_ORDER({order->phase_ranks[a->phase], order->phase_ranks[b->phase]},
                    {order->carrier_ranks[a->carrier], order->carrier_ranks[b->carrier]}, {a->product, b->product},
                    {rank_of(order->group_ranks, a->group), rank_of(order->group_ranks, b->group)},
                    {rank_of(order->named_ranks, a->named), rank_of(order->named_ranks, b->named)});
}

static int by_waiter(const void *left, const void *right, void *of)
{
    ITEMS(edges);
    const uint32_t *ranks = sorting->order->node_ranks;
    return QP_ORDER({ranks[a->waiter], ranks[b->waiter]}, {rank_of(ranks, a->waker), rank_of(ranks, b->waker)});
}

static int by_root_and_method(const void *left, const void *right, void *of)
{
    ITEMS(arrays);
    const struct qp_merge_order *order = sorting->order;
    return QP_ORDER({order->root_ranks[a->root], order->root_ranks[b->root]},
                    {order->method_ranks[a->method], order->method_ranks[b->method]}, {a->values_of, b->values_of});
}

static int by_its_root(const void *left, const void *right, void *of)
{
    ITEMS(lives);
    return QP_ORDER({sorting->order->root_ranks[a->root], sorting->order->root_ranks[b->root]});
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

/* Compare nodes that have the same parent, by method and flags. Folds come last. */
static int by_method(const void *left, const void *right, void *of)
{
    ITEMS(nodes);
    const uint32_t *ranks = sorting->order->method_ranks;
    return QP_ORDER({a->method == QP_NONE, b->method == QP_NONE},
                    {rank_of(ranks, a->method), rank_of(ranks, b->method)},
                    {a->flags & QP_MERGE_KIND_FLAGS, b->flags & QP_MERGE_KIND_FLAGS});
}

/* Group nodes by parent: the children of node n are in `children`, from index first[n] to before first[n + 1]. */
static void group_children(const struct qp_merge *merge, uint32_t *first, uint32_t *children)
{
    for (uint32_t i = 0; i < merge->node_count; i++)
        if (merge->nodes[i].parent != QP_NONE)
            first[merge->nodes[i].parent + 2]++;
    for (uint32_t i = 1; i <= merge->node_count + 1; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < merge->node_count; i++)
        if (merge->nodes[i].parent != QP_NONE)
            children[first[merge->nodes[i].parent + 1]++] = i;
}

/* Sort nodes level by level, and each node's children by method, so that a parent precedes its children. */
static void sort_nodes(struct sorting *of)
{
    const struct qp_merge *merge = of->merge;
    struct qp_merge_order *order = of->order;
    uint32_t placed = merge->root_count;
    uint32_t *children = qp_scratch_zeros(&order->scratch, merge->node_count, sizeof *children);
    uint32_t *first = qp_scratch_zeros(&order->scratch, (size_t)merge->node_count + 2, sizeof *first);
    order->nodes = qp_scratch_zeros(&order->scratch, merge->node_count, sizeof *order->nodes);
    if (order->scratch.failed)
        return;
    group_children(merge, first, children);
    for (uint32_t i = 0; i < merge->root_count; i++)
        order->nodes[i] = merge->roots[order->roots[i]].node;
    for (uint32_t i = 0; i < merge->node_count; i++) {
        uint32_t begin = first[order->nodes[i]], count = first[order->nodes[i] + 1] - begin;
        qsort_r(children + begin, count, sizeof *children, by_method, of);
        memcpy(order->nodes + placed, children + begin, count * sizeof *children);
        placed += count;
    }
    order->node_ranks = ranks_of(order, order->nodes, merge->node_count);
}

/* ---- all kinds --------------------------------------------------------------------------------------------------- */

/* The order of a kind of item may depend on the ranks of other kinds. These other kinds are sorted first. */
bool qp_merge_order_open(struct qp_merge_order *order, const struct qp_merge *merge)
{
    struct sorting of = {merge, order};
    *order = (struct qp_merge_order){0};
    order->runs = sorted(&of, merge->run_count, by_start, NULL);
    order->files = sorted(&of, merge->file_count, by_name, &order->file_ranks);
    order->carriers = sorted(&of, merge->carrier_count, by_number, &order->carrier_ranks);
    order->phases = sorted(&of, merge->phase_count, by_tick, &order->phase_ranks);
    order->named = sorted(&of, merge->named_count, by_context, &order->named_ranks);
    order->within = sorted(&of, merge->within_count, by_inner, NULL);
    order->groups = sorted(&of, merge->group_count, by_group, &order->group_ranks);
    order->exclusions = sorted(&of, merge->exclusion_count, by_position, NULL);
    order->methods = sorted(&of, merge->method_count, by_function, &order->method_ranks);
    order->roots = sorted(&of, merge->root_count, by_root, &order->root_ranks);
    sort_nodes(&of);
    order->edges = sorted(&of, merge->edge_count, by_waiter, NULL);
    order->arrays = sorted(&of, merge->array_count, by_root_and_method, NULL);
    order->lives = sorted(&of, merge->lives_count, by_its_root, NULL);
    bool ok = !order->scratch.failed;
    if (!ok)
        qp_merge_order_close(order);
    return ok;
}

void qp_merge_order_close(struct qp_merge_order *order)
{
    qp_scratch_free(&order->scratch);
    *order = (struct qp_merge_order){0};
}
