#include "profile/query/groups.h"

#include "base/order.h"
#include "format/array.h"
#include "profile/load/open.h"

#include <stdlib.h>

/* ---- one virtual thread -------------------------------------------------------------------------------------- */

/* Add a virtual thread's open time in the chosen phases (open.h) to its times. Return how much of it was paused. */
static uint64_t add_open(const struct qp_query *query, const struct qp_profile_thread *thread, uint64_t times[QP_TIMES])
{
    uint64_t paused = 0;
    const struct qp_span *spans = query->selected.spans;
    uint32_t first = qp_array_until(&spans->until, query->selected.span_count, sizeof *spans, thread->since);
    for (uint32_t i = first; i < query->selected.span_count; i++)
        paused += qp_open_add(query->profile, thread, spans[i], times);
    return paused;
}

static struct qp_totals totals_of(const uint64_t times[QP_TIMES], uint64_t paused)
{
    struct qp_totals totals = {
        .self = times[QP_CONTEXT_RUNNING - 1],
        .total = times[QP_CONTEXT_RUNNING - 1],
        .runnable = times[QP_CONTEXT_RUNNABLE - 1],
        .blocked = times[QP_CONTEXT_BLOCKED - 1],
        .waiting = times[QP_CONTEXT_WAITING - 1],
        .uncounted = times[QP_CONTEXT_UNCOUNTED - 1],
        .recorder = times[QP_CONTEXT_RECORDER - 1],
        .paused = paused,
    };
    totals.elapsed = totals.self + totals.runnable + totals.blocked + totals.waiting;
    totals.wall = qp_times_sum(times) + paused;
    return totals;
}

bool qp_thread_is_chosen(const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_thread *thread = &query->profile->threads[index];
    return thread->virtual_thread && query->selected.phases[thread->phase] && !thread->cleared;
}

/* Store a virtual thread's times without subtracting overhead. Return the paused time. */
static uint64_t times_of(const struct qp_query *query, uint32_t index, uint64_t times[QP_TIMES])
{
    const struct qp_profile_thread *thread = &query->profile->threads[index];
    bool chosen = qp_thread_is_chosen(query, index);
    uint64_t paused = chosen ? thread->paused : 0;
    for (int i = 0; i < QP_TIMES; i++)
        times[i] = chosen ? thread->times[i] : 0;
    if (thread->virtual_thread && !thread->kept && thread->product == (uint32_t)query->selection.product)
        paused += add_open(query, thread, times);
    return paused;
}

uint64_t qp_thread_times(const struct qp_query *query, uint32_t index, uint64_t times[QP_TIMES])
{
    uint64_t paused = times_of(query, index, times);
    uint32_t group = query->profile->threads[index].group;
    for (int i = 0; i < QP_TIMES && group != QP_NONE && query->subtracted; i++) {
        double share = query->own_shares[group][i];
        uint64_t own = share > 0 ? (uint64_t)(share * (double)times[i]) : 0;
        times[i] -= own;
        times[QP_CONTEXT_RECORDER - 1] += own;
    }
    return paused;
}

struct qp_totals qp_thread_totals(const struct qp_query *query, uint32_t index)
{
    uint64_t times[QP_TIMES];
    uint64_t paused = qp_thread_times(query, index, times);
    struct qp_totals totals = totals_of(times, paused);
    totals.estimated = query->profile->threads[index].estimated;
    return totals;
}

/* ---- one group --------------------------------------------------------------------------------------------------- */

static void add_trees(struct qp_groups *groups, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t group = qp_query_has_node(query, i) ? profile->roots[profile->nodes[i].root].group : QP_NONE;
        if (group != QP_NONE)
            qp_query_add_node(&groups->items[group].totals, query, i);
    }
}

static void add_lives(struct qp_group_totals *group, const struct qp_profile_lives *lives)
{
    group->created += lives->created;
    group->ended += lives->ended;
    group->living += lives->living;
    group->migrations += lives->migrations;
    qp_raise_to(&group->longest, lives->longest);
    qp_raise_to(&group->longest_life, lives->longest_life);
    qp_raise_to(&group->longest_delay, lives->longest_delay);
    for (int i = 0; i < QP_LIVES_BUCKETS; i++) {
        group->lives[i] += lives->lives[i];
        group->delays[i] += lives->delays[i];
    }
    group->totals.paused += lives->paused;
    group->totals.recorder += lives->times[QP_CONTEXT_RECORDER - 1];
    group->totals.wall += lives->life;
}

/* Add the part of a living thread's open time that no node of the query includes. Open time of mounted threads is
 * already in the self time of their nodes. The node of a suspended thread includes all open time, but if a phase is
 * chosen, only the open time in the node's own phase. */
static void add_open_without_node(struct qp_totals *sum, const struct qp_query *query,
                                  const struct qp_profile_thread *thread)
{
    uint64_t all[QP_TIMES] = {0}, shown[QP_TIMES] = {0};
    bool has_node = thread->top != QP_NONE && qp_query_has_node(query, thread->top);
    if (thread->mounted || (has_node && !query->selection.phase))
        return;
    add_open(query, thread, all);
    if (has_node) {
        uint32_t root = query->profile->nodes[thread->top].root;
        qp_open_add(query->profile, thread, qp_open_phase(query->profile, query->profile->roots[root].phase), shown);
    }
    for (int i = 0; i < QP_TIMES; i++)
        all[i] -= shown[i] < all[i] ? shown[i] : all[i];
    struct qp_totals parts = totals_of(all, 0);
    parts.recorder = parts.wall = 0;
    qp_totals_add(sum, &parts);
}

static void add_living(struct qp_group_totals *group, const struct qp_query *query, uint32_t index)
{
    const struct qp_profile_thread *thread = &query->profile->threads[index];
    uint64_t times[QP_TIMES];
    uint64_t paused = times_of(query, index, times);
    group->living++;
    group->totals.paused += paused;
    group->totals.recorder += times[QP_CONTEXT_RECORDER - 1];
    group->totals.wall += qp_times_sum(times) + paused;
    group->totals.estimated |= thread->estimated;
    if (qp_thread_is_chosen(query, index)) {
        group->migrations += thread->migrations;
        qp_raise_to(&group->longest, thread->longest);
    }
    add_open_without_node(&group->totals, query, thread);
}

/* ---- all groups ------------------------------------------------------------------------------------------------ */

bool qp_groups_open(struct qp_groups *groups, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    groups->items = calloc((size_t)profile->group_count + 1, sizeof *groups->items);
    if (!groups->items)
        return false;
    add_trees(groups, query);
    for (uint32_t i = 0; i < profile->lives_count; i++) {
        const struct qp_profile_root *root = &profile->roots[profile->lives[i].root];
        if (query->selected.roots[profile->lives[i].root])
            add_lives(&groups->items[root->group], &profile->lives[i]);
    }
    for (uint32_t i = profile->carrier_count; i < profile->carrier_count + profile->living_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        if (thread->group != QP_NONE && thread->product == (uint32_t)query->selection.product)
            add_living(&groups->items[thread->group], query, i);
    }
    for (uint32_t i = 0; i < profile->group_count; i++) {
        if (profile->groups[i].product == (uint32_t)query->selection.product)
            groups->items[i].totals.estimated |= profile->groups[i].estimated;
    }
    return true;
}

void qp_groups_close(struct qp_groups *groups)
{
    free(groups->items);
    *groups = (struct qp_groups){0};
}

uint64_t qp_groups_created(const struct qp_query *query)
{
    uint64_t created = 0;
    for (uint32_t i = 0; i < query->profile->lives_count; i++) {
        const struct qp_profile_lives *lives = &query->profile->lives[i];
        created += query->selected.roots[lives->root] ? lives->created : 0;
    }
    return created;
}
