#include "profile/query/held.h"

#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

#define FLAGGED (QP_NODE_BLOCKS | QP_NODE_WAITS)

/* Time of a node and its callees on a system thread, and resumptions in them. Callees that are items are left out. */
struct part {
    uint64_t ticks;
    uint64_t resumed;
    bool resumes; /* true if the node resumed virtual threads first: an event loop */
    bool inside; /* true if the node is of a virtual thread, or was called by an event loop: a callback, but not a wait,
                  * which is the event loop's own */
};

static int by_time(const void *left, const void *right)
{
    const struct qp_held *a = left, *b = right;
    return QP_ORDER({b->ticks, a->ticks}, {b->calls, a->calls}, {a->method, b->method}, {a->caller, b->caller},
                    {a->group, b->group});
}

static int by_method(const void *left, const void *right)
{
    const struct qp_held *a = left, *b = right;
    return QP_ORDER({a->method, b->method}, {a->caller, b->caller}, {a->group, b->group});
}

/* Return true if a node's calls blocked their system thread. A method that was suspended often, or called often, is
 * judged by its average. */
static bool has_blocked(const struct qp_query *query, const struct qp_profile_node *node, const struct part *part)
{
    uint64_t calls = node->calls + part->resumed;
    if (node->flags & FLAGGED)
        return true;
    return query->all.runnable && calls && qp_profile_ns(query->profile, part->ticks) / calls >= QP_HELD_NS;
}

/* Set `inside` of all nodes. */
static void mark(const struct qp_query *query, struct part *parts)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->group_count; i++)
        if (profile->groups[i].resumer != QP_NONE)
            parts[profile->groups[i].resumer].resumes = true;
    for (uint32_t i = 0; i < profile->node_count; i++) { /* callees have higher indexes than their caller */
        const struct qp_profile_node *node = &profile->nodes[i];
        if (node->parent != QP_NONE && qp_query_has_node(query, i))
            parts[i].inside = profile->roots[node->root].group != QP_NONE || parts[node->parent].inside ||
                              (parts[node->parent].resumes && !(node->flags & FLAGGED));
    }
}

static bool collect(struct qp_held_calls *held, const struct qp_query *query, struct part *parts)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = profile->node_count; i-- > 0;) {
        const struct qp_profile_node *node = &profile->nodes[i];
        struct part *part = &parts[i];
        if (!part->inside)
            continue;
        const struct qp_profile_extra *extra = qp_profile_extra(profile, i);
        part->ticks += query->nodes[i].self;
        part->resumed += extra ? extra->resumed : 0;
        if (node->method != QP_NONE && has_blocked(query, node, part)) {
            if (!QP_ARRAY_APPEND(&held->items, &held->count,
                                 (struct qp_held){.method = node->method,
                                                  .caller = profile->nodes[node->parent].method,
                                                  .group = profile->roots[node->root].group,
                                                  .calls = node->calls + (node->flags & FLAGGED ? 0 : part->resumed),
                                                  .ticks = part->ticks}))
                return false;
            part->ticks = 0;
        }
        parts[node->parent].ticks += part->ticks;
        parts[node->parent].resumed += part->resumed;
    }
    return true;
}

/* Add up the items of the same method, caller and group, which have several call paths. */
static void merge(struct qp_held_calls *held)
{
    uint32_t count = 0;
    qp_sort(held->items, held->count, sizeof *held->items, by_method);
    for (uint32_t i = 0; i < held->count; i++) {
        struct qp_held *last = count ? &held->items[count - 1] : NULL;
        if (last && by_method(last, &held->items[i]) == 0) {
            last->calls += held->items[i].calls;
            last->ticks += held->items[i].ticks;
        } else {
            held->items[count++] = held->items[i];
        }
    }
    held->count = count;
}

bool qp_held_open(struct qp_held_calls *held, const struct qp_query *query)
{
    *held = (struct qp_held_calls){0};
    if (query->profile->group_count == 0 || qp_query_is_sampled(query)) /* samples are no calls */
        return true;
    struct part *parts = calloc(query->profile->node_count + 1, sizeof *parts);
    bool ok = parts != NULL;
    if (ok) {
        mark(query, parts);
        ok = collect(held, query, parts);
    }
    free(parts);
    if (!ok) {
        qp_held_close(held);
        return false;
    }
    merge(held);
    qp_sort(held->items, held->count, sizeof *held->items, by_time);
    return true;
}

void qp_held_close(struct qp_held_calls *held)
{
    free(held->items);
    *held = (struct qp_held_calls){0};
}
