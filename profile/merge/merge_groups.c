#include "profile/merge/merging.h"

#include "base/hash.h"
#include "format/array.h"

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static uint64_t hash_of(const struct qp_merge *merge, const struct qp_merged_group *group)
{
    const uint64_t parts[] = {group->product, qp_hash_bytes(group->name.bytes, group->name.length),
                              qp_merge_path_hash(merge, group->creator), qp_merge_path_hash(merge, group->resumer)};
    return qp_hash_bytes(parts, sizeof parts);
}

static uint32_t find_group(struct qp_merge *merge, struct qp_merged_group group)
{
    group.name = qp_texts_keep(&merge->texts, group.name);
    group.hash = hash_of(merge, &group);
    const uint64_t parts[] = {group.product, qp_texts_key(group.name), group.parent_method, group.creator,
                              group.resumer};
    uint32_t number = QP_ARRAY_KEYED(&merge->group_map, qp_texts_identity(&merge->texts, parts, sizeof parts),
                                     &merge->groups, &merge->group_count, group);
    merge->failed |= number == QP_NONE;
    return number;
}

/* ---- groups in order: each after the groups of its creator and resumer ----------------------------------------- */

struct pending {
    uint32_t group;
    bool opened; /* true once the groups that must be added before this group have been pushed; when this group is on
                  * top again, it can be added */
};

static uint32_t group_of_node(const struct qp_profile *profile, uint32_t node)
{
    return node == QP_NONE || profile->nodes[node].root == QP_NONE ? QP_NONE
                                                                   : profile->roots[profile->nodes[node].root].group;
}

/* Return the merged number of a group's creator or resumer, which is a node. The node's own group should have been
 * added before. If not, groups form a cycle, which is damage: ignore the node. */
static uint32_t merged_node(struct qp_merge *merge, struct qp_adding *adding, uint32_t node)
{
    uint32_t group = group_of_node(adding->profile, node);
    return group == QP_NONE || adding->groups[group] != QP_NONE ? qp_merge_node(merge, adding, node) : QP_NONE;
}

static void add_group(struct qp_merge *merge, struct qp_adding *adding, uint32_t index)
{
    const struct qp_profile_group *it = &adding->profile->groups[index];
    struct qp_merged_group group = {
        .product = it->product,
        .name = it->name,
        .parent_method = it->parent_method == QP_NONE ? QP_NONE : adding->methods[it->parent_method],
        .creator = merged_node(merge, adding, it->creator),
        .resumer = merged_node(merge, adding, it->resumer),
    };
    uint32_t number = merge->failed ? QP_NONE : find_group(merge, group);
    adding->groups[index] = number;
    if (number != QP_NONE)
        merge->groups[number].flags |=
            (it->estimated ? QP_GROUP_ESTIMATED : 0) | (it->disturbed ? QP_GROUP_DISTURBED : 0);
}

void qp_merge_groups(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    struct pending *stack = qp_scratch_zeros(&adding->scratch, (size_t)profile->group_count * 3, sizeof *stack);
    bool *opened = qp_scratch_zeros(&adding->scratch, profile->group_count, sizeof *opened);
    merge->failed |= adding->scratch.failed;
    for (uint32_t i = 0; i < profile->group_count && !merge->failed; i++) {
        uint32_t depth = 0;
        stack[depth++] = (struct pending){i, false};
        while (depth && !merge->failed) {
            struct pending *top = &stack[depth - 1];
            const struct qp_profile_group *it = &profile->groups[top->group];
            if (top->opened || opened[top->group]) {
                if (top->opened)
                    add_group(merge, adding, top->group);
                depth--;
                continue;
            }
            top->opened = opened[top->group] = true;
            const uint32_t needed[] = {group_of_node(profile, it->creator), group_of_node(profile, it->resumer)};
            for (int k = 0; k < 2; k++) {
                if (needed[k] != QP_NONE && !opened[needed[k]])
                    stack[depth++] = (struct pending){needed[k], false};
            }
        }
    }
}
