#include "export/stacks.h"

#include "base/number.h"

/* ---- path selection ---------------------------------------------------------------------------------------------- */

static uint64_t weight_of(const struct qp_stacks *stacks, uint32_t node)
{
    return stacks->calls_below ? stacks->calls_below[node] : qp_query_elapsed(stacks->query, node);
}

/* Weights are sorted into buckets by their highest 9 bits: a bucket is at most 0.4 % wide. */
#define BUCKETS ((64 - 7) * 256)

static uint32_t bucket_of(uint64_t weight)
{
    if (weight < 256)
        return (uint32_t)weight;
    uint32_t top = 63 - (uint32_t)__builtin_clzll(weight);
    return (top - 7) * 256 + (uint32_t)(weight >> (top - 8) & 255);
}

static uint64_t least_of(uint32_t bucket)
{
    return bucket < 256 ? bucket : (256 + (uint64_t)(bucket & 255)) << (bucket / 256 - 1);
}

/* Return the lowest weight that at most `most` paths reach; `counts` has the number of paths in each bucket. */
static uint64_t weight_of_costliest(const uint64_t counts[BUCKETS], uint32_t most)
{
    uint64_t reached = 0, least = UINT64_MAX;
    for (uint32_t bucket = BUCKETS; bucket-- > 0;) {
        reached += counts[bucket];
        if (reached > most)
            break;
        least = least_of(bucket);
    }
    return least;
}

/* A path with n frames counts as 1 + n / FRAMES_OF_ONE paths, since a stack is written with all of its frames.
 * Without this rule, a million paths of a deep recursion took 13.8 GB. */
#define FRAMES_OF_ONE 100

/* Return the minimum weight of an emitted path. A path with this weight is among the costliest paths and has at
 * least the limit's share. */
static uint64_t least_weight(const struct qp_stacks *stacks, const uint64_t counts[BUCKETS],
                             struct qp_stacks_limit limit)
{
    const struct qp_totals *all = &stacks->query->all;
    uint64_t costliest = weight_of_costliest(counts, limit.most);
    double share = limit.share * (double)(stacks->timed ? all->elapsed : all->calls);
    return share > (double)costliest ? (uint64_t)share : costliest;
}

static bool choose_costliest(struct qp_stacks *stacks, struct qp_stacks_limit limit)
{
    const struct qp_profile *profile = stacks->query->profile;
    uint64_t *counts = qp_scratch_zeros(&stacks->scratch, BUCKETS, sizeof *counts);
    uint16_t *depths = qp_scratch_zeros(&stacks->scratch, profile->node_count, sizeof *depths);
    if (!counts || !depths)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t parent = profile->nodes[i].parent;
        if (!qp_query_has_node(stacks->query, i))
            continue;
        if (parent != QP_NONE)
            depths[i] = depths[parent] < QP_STACKS_DEPTH ? depths[parent] + 1 : QP_STACKS_DEPTH;
        counts[bucket_of(weight_of(stacks, i))] += 1 + depths[i] / FRAMES_OF_ONE;
    }
    stacks->least = least_weight(stacks, counts, limit);
    stacks->least_above = weight_of_costliest(counts, limit.most / 1000);
    return true;
}

static bool count_calls_below(struct qp_stacks *stacks)
{
    const struct qp_profile *profile = stacks->query->profile;
    stacks->calls_below = qp_scratch_zeros(&stacks->scratch, profile->node_count, sizeof *stacks->calls_below);
    for (uint32_t i = profile->node_count; stacks->calls_below && i-- > 0;) {
        if (!qp_query_has_node(stacks->query, i))
            continue;
        stacks->calls_below[i] += profile->nodes[i].calls;
        if (profile->nodes[i].parent != QP_NONE)
            stacks->calls_below[profile->nodes[i].parent] += stacks->calls_below[i];
    }
    return stacks->calls_below;
}

static bool is_emitted(const struct qp_stacks *stacks, uint32_t node, uint32_t depth)
{
    return depth <= QP_STACKS_DEPTH && weight_of(stacks, node) >= stacks->least;
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

/* List the threads and groups (tops) with their roots. The walk over the roots goes backwards and links each root to
 * the next root of the same top. After the walk, `tops` has the first root of each top. */
static bool make_tops(struct qp_stacks *stacks)
{
    const struct qp_profile *profile = stacks->query->profile;
    uint32_t keys = profile->thread_count + profile->group_count;
    uint32_t *tops = qp_scratch_none(&stacks->scratch, keys);
    for (uint32_t i = profile->root_count; tops && i-- > 0;) {
        const struct qp_profile_root *root = &profile->roots[i];
        bool is_group = root->group != QP_NONE;
        if (!stacks->query->selected.roots[i] || !root->has_node)
            continue;
        uint32_t *top = &tops[is_group ? profile->thread_count + root->group : root->thread];
        stacks->links.sibling[i] = *top;
        *top = i;
    }
    for (uint32_t i = 0; tops && i < keys; i++) {
        if (tops[i] == QP_NONE)
            continue;
        bool is_group = i >= profile->thread_count;
        uint64_t weight = 0;
        for (uint32_t root = tops[i]; root != QP_NONE; root = stacks->links.sibling[root])
            weight += stacks->timed ? stacks->query->nodes[root].total : stacks->calls_below[root];
        stacks->first_root[stacks->top_count] = tops[i];
        stacks->tops[stacks->top_count++] = (struct qp_stacks_top){
            .thread = is_group ? QP_NONE : i,
            .group = is_group ? i - profile->thread_count : QP_NONE,
            .weight = weight,
        };
    }
    return tops;
}

static bool make_room(struct qp_stacks *stacks)
{
    const struct qp_profile *profile = stacks->query->profile;
    struct qp_scratch *scratch = &stacks->scratch;
    size_t methods = (size_t)profile->method_count + 1;
    const uint32_t *parents = profile->node_count ? &profile->nodes->parent : NULL;
    stacks->tops = qp_scratch_zeros(scratch, profile->root_count, sizeof *stacks->tops);
    stacks->first_root = qp_scratch_none(scratch, profile->root_count);
    stacks->emitted_sums = qp_scratch_zeros(scratch, methods, sizeof *stacks->emitted_sums);
    stacks->rest = qp_scratch_zeros(scratch, methods, sizeof *stacks->rest);
    stacks->touched = qp_scratch_none(scratch, methods);
    stacks->frames = qp_scratch_none(scratch, QP_STACKS_DEPTH + 2);
    return !scratch->failed &&
           qp_links_open(&stacks->links, (struct qp_by_node){parents, sizeof *profile->nodes}, profile->node_count);
}

bool qp_stacks_open(struct qp_stacks *stacks, const struct qp_query *query, struct qp_stacks_limit limit)
{
    *stacks = (struct qp_stacks){.query = query, .timed = query->all.elapsed != 0};
    bool ok = make_room(stacks) && (stacks->timed || count_calls_below(stacks)) && make_tops(stacks) &&
              (limit.most == 0 || query->profile->node_count <= limit.most || choose_costliest(stacks, limit));
    if (!ok)
        qp_stacks_close(stacks);
    return ok;
}

void qp_stacks_close(struct qp_stacks *stacks)
{
    qp_links_close(&stacks->links);
    qp_scratch_free(&stacks->scratch);
    *stacks = (struct qp_stacks){0};
}

/* ---- costs ------------------------------------------------------------------------------------------------------- */

/* Return the index of a method in the arrays by method. Frames that are not methods share the last index. */
static uint32_t index_of(const struct qp_stacks *stacks, uint32_t method)
{
    return method == QP_NONE ? stacks->query->profile->method_count : method;
}

static bool is_nothing(const struct qp_stacks_cost *cost)
{
    return !(cost->calls || cost->self || cost->runnable || cost->blocked || cost->waiting || cost->objects ||
             cost->bytes);
}

/* Emit the path of the first `depth` frames, of which the last frame is `method`. */
static void emit_path(struct qp_stacks *stacks, uint32_t method, uint32_t depth, const struct qp_stacks_cost *cost,
                      qp_stacks_emit *emit, void *of)
{
    const struct qp_profile *profile = stacks->query->profile;
    struct qp_stacks_cost *done = &stacks->emitted_sums[index_of(stacks, method)];
    const struct qp_stacks_path path = {
        .frames = stacks->frames,
        .depth = depth,
        .cost = {.calls = cost->calls,
                 .self = qp_profile_ns_after(profile, &done->self, cost->self),
                 .runnable = qp_profile_ns_after(profile, &done->runnable, cost->runnable),
                 .blocked = qp_profile_ns_after(profile, &done->blocked, cost->blocked),
                 .waiting = qp_profile_ns_after(profile, &done->waiting, cost->waiting),
                 .objects = cost->objects,
                 .bytes = cost->bytes},
    };
    if (!stacks->stopped && !is_nothing(&path.cost))
        stacks->stopped = !emit(of, &path);
}

/* Return a node's own cost. A root has no calls. */
static struct qp_stacks_cost cost_of(const struct qp_stacks *stacks, uint32_t node)
{
    const struct qp_totals parts = qp_query_node(stacks->query, node);
    bool is_root = stacks->query->profile->nodes[node].parent == QP_NONE;
    return (struct qp_stacks_cost){.calls = is_root ? 0 : parts.calls,
                                   .self = parts.self,
                                   .runnable = parts.runnable,
                                   .blocked = parts.blocked,
                                   .waiting = parts.waiting,
                                   .objects = parts.allocated.objects,
                                   .bytes = parts.allocated.bytes};
}

/* ---- folding ----------------------------------------------------------------------------------------------------- */

static void fold_node(struct qp_stacks *stacks, uint32_t node)
{
    uint32_t index = index_of(stacks, stacks->query->profile->nodes[node].method);
    const struct qp_stacks_cost cost = cost_of(stacks, node);
    struct qp_stacks_cost *sum = &stacks->rest[index];
    stacks->folded++;
    if (is_nothing(&cost))
        return;
    if (is_nothing(sum))
        stacks->touched[stacks->touched_count++] = index;
    sum->calls += cost.calls;
    sum->self += cost.self;
    sum->runnable += cost.runnable;
    sum->blocked += cost.blocked;
    sum->waiting += cost.waiting;
    sum->objects += cost.objects;
    sum->bytes += cost.bytes;
}

static bool takes_others(const struct qp_stacks *stacks, uint32_t node, uint32_t depth)
{
    return is_emitted(stacks, node, depth) && weight_of(stacks, node) >= stacks->least_above;
}

/* Fold the nodes below `top` that are not emitted. The path of `top` has `depth` frames. If one of the nodes below
 * `top` collects folded nodes itself (takes_others), skip all nodes below it. */
static void fold_below(struct qp_stacks *stacks, uint32_t top, uint32_t depth)
{
    uint32_t at = stacks->links.child[top];
    for (depth++; at != QP_NONE; at = stacks->links.sibling[at]) {
        while (!takes_others(stacks, at, depth)) {
            if (!is_emitted(stacks, at, depth))
                fold_node(stacks, at);
            if (stacks->links.child[at] == QP_NONE)
                break;
            at = stacks->links.child[at];
            depth++;
        }
        for (; stacks->links.sibling[at] == QP_NONE; depth--) {
            at = stacks->query->profile->nodes[at].parent;
            if (at == top)
                return;
        }
    }
}

static void emit_rest(struct qp_stacks *stacks, uint32_t node, uint32_t depth, qp_stacks_emit *emit, void *of)
{
    uint32_t methods = stacks->query->profile->method_count;
    fold_below(stacks, node, depth);
    for (uint32_t i = 0; i < stacks->touched_count; i++) {
        uint32_t index = stacks->touched[i], method = index == methods ? QP_STACKS_NO_ROOM : index;
        stacks->frames[depth] = QP_STACKS_SHORTENED;
        stacks->frames[depth + 1] = method;
        emit_path(stacks, method, depth + 2, &stacks->rest[index], emit, of);
        stacks->rest[index] = (struct qp_stacks_cost){0};
    }
    stacks->touched_count = 0;
}

/* ---- walk -------------------------------------------------------------------------------------------------------- */

static void visit(struct qp_stacks *stacks, uint32_t node, uint32_t depth, qp_stacks_emit *emit, void *of)
{
    uint32_t method = stacks->query->profile->nodes[node].method;
    const struct qp_stacks_cost cost = cost_of(stacks, node);
    if (depth)
        stacks->frames[depth - 1] = method;
    emit_path(stacks, method, depth, &cost, emit, of);
    if (depth == 0 || takes_others(stacks, node, depth))
        emit_rest(stacks, node, depth, emit, of);
    stacks->emitted++;
}

/* Return the node or the first of its following siblings that is emitted; QP_NONE if there is none. */
static uint32_t first_emitted(const struct qp_stacks *stacks, uint32_t node, uint32_t depth)
{
    while (node != QP_NONE && !is_emitted(stacks, node, depth))
        node = stacks->links.sibling[node];
    return node;
}

static void walk_root(struct qp_stacks *stacks, uint32_t root, qp_stacks_emit *emit, void *of)
{
    uint32_t at = root, depth = 0;
    for (;;) {
        visit(stacks, at, depth, emit, of);
        uint32_t next = first_emitted(stacks, stacks->links.child[at], depth + 1);
        if (next != QP_NONE)
            depth++;
        while (next == QP_NONE && at != root) {
            next = first_emitted(stacks, stacks->links.sibling[at], depth);
            if (next == QP_NONE) {
                at = stacks->query->profile->nodes[at].parent;
                depth--;
            }
        }
        if (next == QP_NONE || stacks->stopped)
            return;
        at = next;
    }
}

bool qp_stacks_walk(struct qp_stacks *stacks, uint32_t top, qp_stacks_emit *emit, void *of)
{
    for (uint32_t root = stacks->first_root[top]; root != QP_NONE && !stacks->stopped;
         root = stacks->links.sibling[root])
        walk_root(stacks, root, emit, of);
    return !stacks->stopped;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

uint32_t *qp_stacks_number(const struct qp_query *query, struct qp_scratch *scratch, uint32_t *count)
{
    const struct qp_profile *profile = query->profile;
    uint32_t *numbers = qp_scratch_none(scratch, profile->method_count);
    *count = 0;
    if (!numbers)
        return NULL;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (profile->nodes[i].method != QP_NONE && qp_query_has_node(query, i))
            numbers[profile->nodes[i].method] = 0;
    }
    for (uint32_t i = 0; i < profile->method_count; i++)
        numbers[i] = numbers[i] == QP_NONE ? QP_NONE : (*count)++;
    return numbers;
}

void qp_stacks_describe_shortened(const struct qp_stacks *stacks, char *text, size_t size)
{
    text[0] = '\0';
    if (stacks->folded)
        snprintf(text, size, "%s of %s call paths are shortened; costs per function are complete",
                 qp_number_count(stacks->folded).text, qp_number_count(stacks->folded + stacks->emitted).text);
}
