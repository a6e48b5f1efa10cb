#include "profile/merge/merging.h"

#include "format/array.h"

/* ---- one root -------------------------------------------------------------------------------------------------- */

uint32_t qp_merge_root(struct qp_merge *merge, const struct qp_adding *adding, uint32_t index)
{
    const struct qp_profile_root *it = &adding->profile->roots[index];
    uint32_t carrier = adding->carriers[it->thread], phase = adding->phases[it->phase];
    uint32_t group = it->group == QP_NONE ? QP_NONE : adding->groups[it->group];
    uint32_t named = it->named == QP_NONE ? QP_NONE : adding->named[it->named];
    const uint32_t parts[] = {it->product, carrier, group, phase, named};
    uint32_t before = merge->root_count;
    uint32_t root = QP_ARRAY_KEYED(&merge->root_map, qp_texts_identity(&merge->texts, parts, sizeof parts),
                                   &merge->roots, &merge->root_count,
                                   (struct qp_merged_root){.product = it->product,
                                                           .carrier = carrier,
                                                           .group = group,
                                                           .phase = phase,
                                                           .named = named,
                                                           .node = merge->node_count,
                                                           .lives = QP_NONE});
    if (root == QP_NONE ||
        (root == before &&
         !QP_ARRAY_APPEND(
             &merge->nodes, &merge->node_count,
             (struct qp_merged_node){.parent = QP_NONE, .method = root, .extra = QP_NONE, .flags = QP_NODE_ROOT})))
        merge->failed = true;
    return merge->failed ? QP_NONE : root;
}

/* ---- roots of a file ------------------------------------------------------------------------------------------- */

/* Return the index of the balance (struct qp_adding_group) of a root's group and epoch. Return QP_NONE if the root
 * is not a group's. */
static uint32_t balance_of(struct qp_merge *merge, struct qp_adding *adding, struct qp_map *known, uint32_t root)
{
    const struct qp_profile_root *it = &adding->profile->roots[root];
    if (it->group == QP_NONE)
        return QP_NONE;
    uint32_t balance = QP_ARRAY_KEYED(known, (uint64_t)it->group << 32 | it->epoch, &adding->balances,
                                      &adding->balance_count, (struct qp_adding_group){0});
    merge->failed |= balance == QP_NONE;
    return balance;
}

void qp_merge_roots(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_map known = {0};
    for (uint32_t i = 0; i < profile->root_count && !merge->failed; i++) {
        const struct qp_profile_root *it = &profile->roots[i];
        adding->balance[i] = balance_of(merge, adding, &known, i);
        if (it->hidden || it->cleared || !it->has_node || merge->failed)
            continue;
        uint32_t root = adding->roots[i] = qp_merge_root(merge, adding, i);
        if (root != QP_NONE)
            merge->roots[root].flags |= it->estimated ? QP_ROOT_ESTIMATED : 0;
    }
    qp_map_fini(&known);
}
