#include "profile/query/query_rare.h"

#include <stdlib.h>

/* Return true if a node's elapsed time may differ from its total, or single calls of it were measured. */
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

static bool make_room(struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    bool rare = false;
    for (uint32_t i = 0; i < profile->node_count && !rare; i++)
        rare = qp_query_has_node(query, i) && has_rare(profile, i);
    if (rare)
        query->rare = qp_scratch_zeros(&query->scratch, profile->node_count, sizeof *query->rare);
    return query->rare || !rare;
}

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

bool qp_query_find_rare(struct qp_query *query)
{
    bool ok = make_room(query);
    if (query->rare)
        add_up_rare(query);
    return ok;
}
