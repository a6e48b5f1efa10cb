#include "profile/merge/merging.h"

#include "base/hash.h"
#include "base/order.h"
#include "format/array.h"
#include "profile/query/own_cost.h"

/* ---- merged nodes ------------------------------------------------------------------------------------------------ */

_Static_assert(QP_MERGE_KIND_FLAGS < 32, "five bits of a node's key");

static uint32_t child_of(struct qp_merge *merge, uint32_t parent, uint32_t method, uint32_t flags)
{
    uint64_t key = (uint64_t)parent << 32 | (uint32_t)(method << 5) | (flags & QP_MERGE_KIND_FLAGS);
    uint32_t child =
        QP_ARRAY_KEYED(&merge->node_map, key, &merge->nodes, &merge->node_count,
                       (struct qp_merged_node){
                           .parent = parent, .method = method, .extra = QP_NONE, .flags = flags & QP_MERGE_KIND_FLAGS});
    merge->failed |= child == QP_NONE;
    return child;
}

static uint32_t method_of(const struct qp_adding *adding, uint32_t node)
{
    uint32_t method = adding->profile->nodes[node].method;
    return method == QP_NONE ? QP_NONE : adding->methods[method];
}

static uint32_t root_node(struct qp_merge *merge, const struct qp_adding *adding, uint32_t index)
{
    uint32_t number = qp_merge_root(merge, adding, index);
    return number == QP_NONE ? QP_NONE : merge->roots[number].node;
}

/* Walk up to the nearest node that has a merged number, then make merged nodes downwards from it. */
uint32_t qp_merge_node(struct qp_merge *merge, struct qp_adding *adding, uint32_t node)
{
    const struct qp_profile *profile = adding->profile;
    uint32_t *path = NULL, count = 0;
    if (node == QP_NONE || profile->nodes[node].root == QP_NONE || profile->roots[profile->nodes[node].root].hidden)
        return QP_NONE;
    for (; adding->nodes[node] == QP_NONE && profile->nodes[node].parent != QP_NONE;
         node = profile->nodes[node].parent) {
        if (!qp_array_room(&path, count, sizeof *path)) {
            merge->failed = true;
            break;
        }
        path[count++] = node;
    }
    uint32_t number = adding->nodes[node];
    if (number == QP_NONE && !merge->failed)
        number = adding->nodes[node] = root_node(merge, adding, profile->nodes[node].root);
    while (count-- > 0 && !merge->failed) {
        number = child_of(merge, number, method_of(adding, path[count]), profile->nodes[path[count]].flags);
        adding->nodes[path[count]] = number;
    }
    free(path);
    return merge->failed ? QP_NONE : number;
}

/* ---- hash of a path ---------------------------------------------------------------------------------------------- */

static uint64_t hash_of_root(const struct qp_merge *merge, const struct qp_merged_root *root)
{
    const struct qp_merged_carrier *carrier = &merge->carriers[root->carrier];
    const struct qp_merged_phase *phase = &merge->phases[root->phase];
    const uint64_t parts[] = {root->product,
                              root->group == QP_NONE ? 0 : merge->groups[root->group].hash,
                              qp_hash_bytes(carrier->name.bytes, carrier->name.length),
                              carrier->occurrence,
                              phase->first,
                              qp_hash_bytes(phase->name.bytes, phase->name.length),
                              root->named == QP_NONE ? 0 : merge->named[root->named].hash};
    return qp_hash_bytes(parts, sizeof parts);
}

static uint64_t hash_of_method(const struct qp_merge *merge, uint32_t index)
{
    if (index == QP_NONE)
        return 0;
    const struct qp_merged_method *method = &merge->methods[index];
    const struct qp_merged_function *function = &merge->functions[method->function];
    const uint64_t parts[] = {qp_function_key_hash(&function->key),
                              qp_hash_bytes(function->lines.bytes, function->lines.length), method->occurrence};
    return qp_hash_bytes(parts, sizeof parts);
}

uint64_t qp_merge_path_hash(const struct qp_merge *merge, uint32_t node)
{
    uint64_t hash = 0;
    if (node == QP_NONE)
        return 0;
    for (; merge->nodes[node].parent != QP_NONE; node = merge->nodes[node].parent) {
        const uint64_t parts[] = {hash, hash_of_method(merge, merge->nodes[node].method), merge->nodes[node].flags};
        hash = qp_hash_bytes(parts, sizeof parts);
    }
    const uint64_t parts[] = {hash, hash_of_root(merge, &merge->roots[merge->nodes[node].method])};
    return qp_hash_bytes(parts, sizeof parts);
}

/* ---- times and counts -------------------------------------------------------------------------------------------- */

/* Return the rounding to use for times of a root's nodes in one state. */
static struct qp_rounding *rounding_of(struct qp_adding *adding, uint32_t root, enum qp_context_state state)
{
    uint32_t balance = adding->balance[root];
    return balance == QP_NONE ? &adding->others : &adding->balances[balance].trees[QP_TIME_OF(state)];
}

static void add_values(struct qp_merge *merge, struct qp_adding *adding, uint32_t index, uint64_t own)
{
    const struct qp_profile_node *it = &adding->profile->nodes[index];
    struct qp_merged_node *sum = &merge->nodes[adding->nodes[index]];
    uint64_t self = qp_rate_carry(&adding->rate, rounding_of(adding, it->root, qp_profile_node_state(it)), it->self);
    uint64_t cost = qp_rate_carry(&adding->rate, &adding->own_costs, own);
    sum->self += self;
    sum->own += cost < self ? cost : self;
    sum->calls += it->calls;
    adding->self[it->root] += self;
    adding->self_ticks[it->root] += it->self;
    /* This node's self time has two states (ledger.c), and is rounded as one time here. Virtual threads have one
     * rounded time for each state, so the sums may differ by rounding: exclude the group from the check. */
    bool mixed = (it->flags & QP_NODE_CYCLES) && qp_profile_node_state(it) != QP_CONTEXT_RUNNING;
    uint32_t group = adding->profile->roots[it->root].group;
    if (mixed && group != QP_NONE && adding->rate.ns != adding->rate.ticks)
        merge->groups[adding->groups[group]].flags |= QP_GROUP_DISTURBED;
}

/* Compute the overhead of each node, for all products. */
static bool find_own_costs(const struct qp_adding *adding, uint64_t *own)
{
    const struct qp_profile *profile = adding->profile;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        if (!(profile->reader.header.products & (1u << product)))
            continue;
        uint64_t *of_product = qp_own_cost_nodes(profile, (enum qp_product)product);
        if (!of_product)
            return false;
        for (uint32_t i = 0; i < profile->node_count; i++) {
            uint32_t root = profile->nodes[i].root;
            if (root != QP_NONE && profile->roots[root].product == (uint32_t)product)
                own[i] = of_product[i];
        }
        free(of_product);
    }
    return true;
}

static bool is_added(const struct qp_adding *adding, uint32_t node)
{
    uint32_t root = adding->profile->nodes[node].root;
    return root != QP_NONE && adding->roots[root] != QP_NONE;
}

static void add_nodes(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    uint64_t *own = qp_scratch_zeros(&adding->scratch, profile->node_count, sizeof *own);
    merge->failed |= !own || !find_own_costs(adding, own);
    for (uint32_t i = 0; i < profile->node_count && !merge->failed; i++) {
        if (is_added(adding, i) && qp_merge_node(merge, adding, i) != QP_NONE)
            add_values(merge, adding, i, own[i]);
    }
}

/* ---- extra numbers ----------------------------------------------------------------------------------------------- */

static struct qp_node_extra_record *extra_of(struct qp_merge *merge, uint32_t node)
{
    uint32_t *index = &merge->nodes[node].extra;
    if (*index != QP_NONE)
        return &merge->extras[*index];
    if (!QP_ARRAY_APPEND(&merge->extras, &merge->extra_count, (struct qp_node_extra_record){.node = node})) {
        merge->failed = true;
        return NULL;
    }
    *index = merge->extra_count - 1;
    return &merge->extras[*index];
}

static void add_measured(struct qp_node_extra_record *sum, const struct qp_profile_extra *it,
                         const struct qp_rate *rate)
{
    uint64_t minimum = qp_rate_ns(rate, it->minimum), maximum = qp_rate_ns(rate, it->maximum);
    if (!it->measured)
        return;
    if (!sum->measured || minimum < sum->minimum)
        sum->minimum = minimum;
    qp_raise_to(&sum->maximum, maximum);
    sum->measured += it->measured;
}

/* Add extra numbers. Open time at the end of the run becomes suspended time, as if the run had ended normally. */
static void add_extra(struct qp_merge *merge, struct qp_adding *adding, const struct qp_profile_extra *it)
{
    uint32_t root = adding->profile->nodes[it->node].root;
    struct qp_node_extra_record *sum = extra_of(merge, adding->nodes[it->node]);
    if (!sum)
        return;
    const struct qp_rate *rate = &adding->rate;
    sum->blocked +=
        qp_rate_carry(rate, rounding_of(adding, root, QP_CONTEXT_BLOCKED), it->suspended.blocked + it->open.blocked);
    sum->waiting +=
        qp_rate_carry(rate, rounding_of(adding, root, QP_CONTEXT_WAITING), it->suspended.waiting + it->open.waiting);
    sum->runnable +=
        qp_rate_carry(rate, rounding_of(adding, root, QP_CONTEXT_RUNNABLE), it->suspended.runnable + it->open.runnable);
    sum->cycles += it->cycles;
    sum->acquired += it->acquired;
    sum->released += it->released;
    sum->resumed += it->resumed;
    sum->switched += it->switched;
    sum->announced += it->announced;
    sum->tail_calls += it->tail_calls;
    sum->allocated_bytes += it->allocated.bytes;
    sum->allocated_objects += it->allocated.objects;
    sum->allocations += it->allocated.events;
    add_measured(sum, it, rate);
    merge->nodes[adding->nodes[it->node]].flags |= adding->profile->nodes[it->node].flags & QP_NODE_ESTIMATED;
}

/* ---- wake-ups ---------------------------------------------------------------------------------------------------- */

static void add_edge(struct qp_merge *merge, struct qp_adding *adding, const struct qp_profile_edge *it)
{
    uint32_t waiter = adding->nodes[it->waiter], waker = qp_merge_node(merge, adding, it->waker);
    uint32_t number = QP_ARRAY_KEYED(&merge->edge_map, (uint64_t)waiter << 32 | waker, &merge->edges,
                                     &merge->edge_count, (struct qp_profile_edge){.waiter = waiter, .waker = waker});
    merge->failed |= number == QP_NONE;
    if (merge->failed)
        return;
    struct qp_profile_edge *sum = &merge->edges[number];
    sum->count += it->count;
    sum->suspended += qp_rate_ns(&adding->rate, it->suspended);
    sum->delayed += qp_rate_ns(&adding->rate, it->delayed);
}

/* ---- all nodes --------------------------------------------------------------------------------------------------- */

void qp_merge_nodes(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    add_nodes(merge, adding);
    for (uint32_t i = 0; i < profile->extra_count && !merge->failed; i++) {
        if (is_added(adding, profile->extras[i].node))
            add_extra(merge, adding, &profile->extras[i]);
    }
    for (uint32_t i = 0; i < profile->edge_count && !merge->failed; i++) {
        if (is_added(adding, profile->edges[i].waiter))
            add_edge(merge, adding, &profile->edges[i]);
    }
}
