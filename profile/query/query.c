#include "profile/query/query.h"

#include "base/atomic.h"
#include "base/number.h"
#include "profile/query/own_cost.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- times of nodes ------------------------------------------------------------------------------------- */

/* Set each chosen node's self time to the recorded time minus overhead. Return false if out of memory. */
static bool subtract_overhead(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    uint64_t *own = query->selection.raw ? NULL : qp_own_cost_nodes(profile, query->selection.product);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (!qp_query_has_node(query, i))
            continue;
        query->subtracted += own ? own[i] : 0;
        query->nodes[i].self = profile->nodes[i].self - (own ? own[i] : 0);
    }
    bool ok = own || query->selection.raw;
    free(own);
    return ok;
}

/* For each group and state, find which fraction of the recorded time is overhead. The times of single virtual threads
 * are corrected by this fraction (groups.h). Return false if out of memory. */
static bool find_own_shares(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    double(*left)[QP_TIMES] = calloc((size_t)profile->group_count + 1, sizeof *left);
    for (uint32_t i = 0; left && query->subtracted && i < profile->node_count; i++) {
        uint32_t group = qp_query_has_node(query, i) ? profile->roots[profile->nodes[i].root].group : QP_NONE;
        if (group == QP_NONE)
            continue;
        const struct qp_node_parts parts = qp_query_parts(query, i);
        const struct qp_profile_node *node = &profile->nodes[i];
        bool counts_cycles = node->flags & QP_NODE_CYCLES;
        enum qp_context_state state = counts_cycles ? QP_CONTEXT_UNCOUNTED : qp_profile_node_state(node);
        query->own_shares[group][state - 1] += (double)(node->self - query->nodes[i].self);
        left[group][QP_CONTEXT_RUNNING - 1] += (double)parts.self;
        left[group][QP_CONTEXT_BLOCKED - 1] += (double)parts.blocked;
        left[group][QP_CONTEXT_WAITING - 1] += (double)parts.waiting;
        left[group][QP_CONTEXT_UNCOUNTED - 1] += (double)parts.uncounted;
    }
    for (uint32_t i = 0; left && i < profile->group_count; i++) {
        for (int k = 0; k < QP_TIMES; k++) {
            double own = query->own_shares[i][k];
            query->own_shares[i][k] = own > 0 ? own / (own + left[i][k]) : 0;
        }
    }
    free(left);
    return left;
}

/* ---- rare numbers -------------------------------------------------------------------------------------------- */

/* Return true if a node's elapsed time may differ from its total, or if single calls of the node were measured. */
static bool has_rare(const struct qp_profile *profile, uint32_t node)
{
    const struct qp_profile_extra *extra = qp_profile_extra(profile, node);
    if (profile->nodes[node].flags & (QP_NODE_BLOCKS | QP_NODE_WAITS | QP_NODE_ESTIMATED))
        return true;
    if (!extra)
        return false;
    const struct qp_suspended *suspended = &extra->suspended, *open = &extra->open;
    return extra->measured || suspended->blocked || suspended->waiting || suspended->runnable || open->blocked ||
           open->waiting || open->runnable;
}

/* Fill the rare numbers of each node, and add them to its parent. Children have higher indexes than their parent, so
 * the loop in descending order visits them first. */
static void add_up_rare(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = profile->node_count; i-- > 0;) {
        if (!qp_query_has_node(query, i))
            continue;
        const struct qp_node_parts parts = qp_query_parts(query, i);
        struct qp_node_rare *node = &query->rare[i];
        node->elapsed += parts.self + parts.runnable + parts.blocked + parts.waiting;
        node->recorder += profile->nodes[i].self - query->nodes[i].self;
        node->estimated |= qp_profile_extra(profile, i) && profile->nodes[i].flags & QP_NODE_ESTIMATED;
        if (profile->nodes[i].parent == QP_NONE)
            continue;
        struct qp_node_rare *parent = &query->rare[profile->nodes[i].parent];
        parent->elapsed += node->elapsed;
        parent->recorder += node->recorder;
        parent->estimated |= node->estimated;
    }
}

/* Compute the rare numbers if some chosen node needs them. Return false if out of memory. */
static bool find_rare(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    bool rare = false;
    for (uint32_t i = 0; i < profile->node_count && !rare; i++)
        rare = qp_query_has_node(query, i) && has_rare(profile, i);
    if (!rare)
        return true;
    query->rare = qp_scratch_zeros(&query->scratch, profile->node_count, sizeof *query->rare);
    if (query->rare)
        add_up_rare(query);
    return query->rare;
}

/* ---- totals --------------------------------------------------------------------------------------------------- */

/* Add each node's running time to its total and to the totals of all nodes above it, children first. */
static void add_up_totals(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = profile->node_count; i-- > 0;) {
        if (!qp_query_has_node(query, i))
            continue;
        query->nodes[i].total += qp_query_spent(query, i).self;
        if (profile->nodes[i].parent != QP_NONE)
            query->nodes[profile->nodes[i].parent].total += query->nodes[i].total;
    }
}

/* ---- times of methods and carriers ------------------------------------------------------------------------ */

static void add_node(struct qp_totals *sum, const struct qp_query *query, uint32_t node,
                     const struct qp_node_spent *spent)
{
    if (qp_profile_extra(query->profile, node)) {
        struct qp_totals parts = qp_query_node(query, node);
        qp_totals_add(sum, &parts);
        return;
    }
    sum->calls += query->profile->nodes[node].calls;
    qp_query_add_spent(sum, spent);
}

void qp_query_add_node(struct qp_totals *sum, const struct qp_query *query, uint32_t node)
{
    const struct qp_node_spent spent = qp_query_spent(query, node);
    add_node(sum, query, node, &spent);
}

/* In a sampled run, add the calls that were counted to their methods and carriers. */
static void add_counted(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->array_count; i++) {
        const struct qp_profile_array *array = &profile->arrays[i];
        uint64_t calls = qp_query_counted_in(query, array);
        if (calls == 0)
            continue;
        query->methods[array->method].counted += calls;
        query->threads[profile->roots[array->root].thread].counted += calls;
    }
}

/* Add the suspended time of a node to its carrier and to the wall times, if the node is of the carrier's own trees.
 * Only a run of samples has such time: the clock of a waiting thread, its CPU time, stands still. */
static void add_suspended(struct qp_query *query, struct qp_totals *carrier, uint32_t node)
{
    const struct qp_profile *profile = query->profile;
    if (!qp_profile_extra(profile, node) || profile->roots[profile->nodes[node].root].group != QP_NONE)
        return;
    const struct qp_node_parts parts = qp_query_parts(query, node);
    const struct qp_node_spent spent = qp_query_spent(query, node);
    const struct qp_totals suspended = {
        .runnable = parts.runnable, .blocked = parts.blocked - spent.blocked, .waiting = parts.waiting - spent.waiting};
    uint64_t all = suspended.runnable + suspended.blocked + suspended.waiting;
    qp_totals_add(carrier, &suspended);
    carrier->elapsed += all;
    carrier->wall += all;
    query->all.wall += all;
}

/* Add each node's numbers to its method and to its carrier. Add suspended time of virtual threads to the method only.
 * The totals of methods stay 0 here: add_totals_of_methods adds them. */
static void add_up_methods(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t method = profile->nodes[i].method;
        if (!qp_query_has_node(query, i))
            continue;
        const struct qp_node_spent spent = qp_query_spent(query, i);
        struct qp_totals *carrier = &query->threads[profile->roots[profile->nodes[i].root].thread];
        carrier->calls += profile->nodes[i].calls;
        qp_query_add_spent(carrier, &spent);
        const struct qp_profile_extra *extra = qp_profile_extra(profile, i);
        if (extra)
            qp_allocated_add(&carrier->allocated, &extra->allocated);
        add_suspended(query, carrier, i);
        uint32_t parent = profile->nodes[i].parent;
        /* In timed products, ignore the flag: there, a function with this flag calls no other functions. */
        if (method != QP_NONE && !qp_product_is_timed(query->selection.product))
            query->lacks_callers |= profile->methods[method].flags & QP_METHOD_LACKS_CALLERS;
        query->has_callers |= method != QP_NONE && parent != QP_NONE && profile->nodes[parent].method != QP_NONE;
        add_node(method == QP_NONE ? &query->all : &query->methods[method], query, i, &spent);
    }
    query->in_no_function = query->all.self;
    add_counted(query);
    for (uint32_t i = 0; i < profile->method_count; i++) {
        struct qp_totals *it = &query->methods[i];
        if (qp_totals_is_nothing(it)) /* skip the writes below: for a million methods that were not called, they would
                                       * touch 200 MB of pages */
            continue;
        qp_totals_add(&query->all, it);
        it->total = it->elapsed = 0;
    }
}

/* Add the times of carriers that belong to no call tree: scheduler, idle, recorder and paused. */
static void add_ledgers(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        const struct qp_ledger *ledger = &root->ledger;
        if (!query->selected.roots[i] || root->group != QP_NONE)
            continue;
        const struct qp_totals parts = {
            .scheduler = ledger->scheduler,
            .idle = ledger->idle,
            .recorder = ledger->recorder,
            .paused = ledger->paused,
            .wall = ledger->wall + ledger->last - ledger->since,
            .estimated = root->estimated,
        };
        qp_totals_add(&query->threads[root->thread], &parts);
        qp_totals_add(&query->all, &parts);
    }
}

bool qp_query_add_outermost(const struct qp_query *query, struct qp_by_node groups, struct qp_totals *totals,
                            size_t step, uint32_t count)
{
    const struct qp_profile_node *nodes = query->profile->nodes;
    bool *outermost =
        qp_outermost((struct qp_by_node){&nodes->parent, sizeof *nodes}, groups, query->profile->node_count, count);
    for (uint32_t i = 0; outermost && i < query->profile->node_count; i++) {
        if (!outermost[i])
            continue;
        struct qp_totals *sum = (void *)((char *)totals + qp_by_node(&groups, i) * step);
        sum->total += query->nodes[i].total;
        sum->elapsed += qp_query_elapsed(query, i);
        sum->estimated |= qp_query_is_estimated(query, i);
    }
    free(outermost);
    return outermost;
}

static bool add_totals_of_methods(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    return profile->node_count == 0 ||
           qp_query_add_outermost(query, (struct qp_by_node){&profile->nodes->method, sizeof *profile->nodes},
                                  query->methods, sizeof *query->methods, profile->method_count);
}

/* ---- what the run counts ----------------------------------------------------------------------------------- */

uint64_t qp_query_counted_in(const struct qp_query *query, const struct qp_profile_array *array)
{
    return array->calls && qp_query_has(query, array) ? qp_load_relaxed(array->calls) : 0;
}

static bool counts_calls(const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    bool counted = !qp_query_is_sampled(query) && profile->measure != QP_MEASURE_OBJECTS;
    for (uint32_t i = 0; i < profile->array_count && !counted; i++)
        counted = profile->arrays[i].calls;
    return counted;
}

static bool counts_lines_apart(const struct qp_profile *profile)
{
    bool counted = false;
    for (uint32_t i = 0; i < profile->array_count && !counted; i++)
        counted = profile->arrays[i].calls && profile->arrays[i].count != 0;
    return counted;
}

static bool counts_lines(const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    bool called = false, counted = false;
    if (qp_query_is_of_allocations(query))
        return false;
    if (qp_query_is_sampled(query))
        return counts_lines_apart(profile);
    for (uint32_t i = 0; i < profile->array_count && !counted; i++)
        counted = profile->roots[profile->arrays[i].root].product == (uint32_t)query->selection.product;
    for (uint32_t i = 0; i < profile->node_count && !called && !counted; i++) {
        uint32_t method = profile->nodes[i].method;
        called = method != QP_NONE && profile->methods[method].line_count != 0 && profile->nodes[i].calls != 0 &&
                 profile->methods[method].product == (uint32_t)query->selection.product;
    }
    return counted || !called;
}

/* ---- open and close -------------------------------------------------------------------------------------- */

static bool make_room(struct qp_query *query)
{
    query->nodes = qp_scratch_zeros(&query->scratch, query->profile->node_count, sizeof *query->nodes);
    query->methods = qp_scratch_zeros(&query->scratch, query->profile->method_count, sizeof *query->methods);
    query->threads = qp_scratch_zeros(&query->scratch, query->profile->carrier_count, sizeof *query->threads);
    query->own_shares = qp_scratch_zeros(&query->scratch, query->profile->group_count, sizeof *query->own_shares);
    return !query->scratch.failed;
}

int qp_query_open(struct qp_query *query, const struct qp_profile *profile, const struct qp_selection *selection,
                  struct qp_error *error)
{
    *query = (struct qp_query){.profile = profile, .selection = *selection};
    qp_selection_look_up(&query->selection, profile);
    if (qp_selected_open(&query->selected, profile, &query->selection, error) != 0)
        return error->code;
    bool ok = make_room(query) && subtract_overhead(query) && find_own_shares(query) && find_rare(query);
    if (ok) {
        add_up_totals(query);
        add_up_methods(query);
        add_ledgers(query);
        ok = add_totals_of_methods(query);
        query->counts_calls = counts_calls(query);
        query->counts_lines = counts_lines(query);
    }
    if (!ok) {
        qp_query_close(query);
        return qp_error_memory(error);
    }
    return 0;
}

void qp_query_close(struct qp_query *query)
{
    qp_selected_close(&query->selected);
    qp_scratch_free(&query->scratch);
    *query = (struct qp_query){0};
}

const char *qp_query_recording(const struct qp_query *query)
{
    if (qp_query_is_of_allocations(query))
        return query->profile->reader.header.features & QP_FEATURE_ESTIMATES ? "allocations estimated from samples"
                                                                             : "all allocations counted";
    if (!qp_query_is_sampled(query))
        return "all calls counted, no sampling";
    return query->counts_calls ? "times sampled, calls counted" : "sampled, calls were not counted";
}

const char *qp_query_count(const struct qp_query *query, char text[QP_QUERY_COUNT])
{
    uint64_t calls = query->all.calls, counted = query->all.counted;
    int used = 0;
    if (qp_query_is_of_hits(query))
        snprintf(text, QP_QUERY_COUNT, "what ran, not how often");
    else
        used = snprintf(text, QP_QUERY_COUNT, "%s %s%s", qp_number_count(calls).text, qp_query_call_word(query),
                        qp_number_plural(calls));
    if (qp_query_has_counted(query))
        snprintf(text + used, QP_QUERY_COUNT - (size_t)used, ", %s call%s", qp_number_count(counted).text,
                 qp_number_plural(counted));
    return text;
}
