#include "profile/merge/merge_writing.h"

/* ---- trees ------------------------------------------------------------------------------------------------------- */

static void write_root(const struct qp_merge_writing *writing, uint32_t number)
{
    const struct qp_merge *merge = writing->merge;
    const struct qp_merged_root *it = &merge->roots[number];
    uint16_t named = it->named == QP_NONE ? 0 : writing->named[it->named];
    uint32_t node = qp_writer_root(writing->to, (struct qp_root){
                                                    .product = it->product,
                                                    .thread = writing->carriers[it->carrier],
                                                    .group = qp_merge_reference(writing->groups, it->group),
                                                    .epoch = writing->epochs[it->phase],
                                                    .flags = it->flags | QP_ROOT_OF_NAMED(named),
                                                    .ledger = it->ledger,
                                                });
    writing->nodes[it->node] = node;
    if (!node)
        return;
    struct qp_node *record = qp_writer_at(writing->to, node);
    record->self = merge->nodes[it->node].self;
    record->calls = merge->nodes[it->node].calls;
    record->flags |= (uint16_t)merge->nodes[it->node].flags;
    writing->roots[number] = (uint32_t)record->method;
}

static void write_extra(const struct qp_merge_writing *writing, uint32_t number)
{
    const struct qp_merged_node *it = &writing->merge->nodes[number];
    if (it->own)
        QP_WRITER_ADD(writing->to, QP_KIND_OWN, struct qp_own_record, .node = writing->nodes[number], .ticks = it->own);
    if (it->extra == QP_NONE)
        return;
    struct qp_node_extra_record record = writing->merge->extras[it->extra];
    record.node = writing->nodes[number];
    uint32_t extra = qp_writer_add(writing->to, QP_KIND_EXTRA, &record, sizeof record);
    if (extra)
        ((struct qp_node *)qp_writer_at(writing->to, record.node))->extra = extra;
}

void qp_merge_write_nodes(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->root_count; i++)
        write_root(writing, writing->order->roots[i]);
    for (uint32_t i = merge->root_count; i < merge->node_count && !writing->to->failed; i++) {
        uint32_t number = writing->order->nodes[i];
        const struct qp_merged_node *it = &merge->nodes[number];
        writing->nodes[number] =
            QP_WRITER_ADD(writing->to, QP_KIND_NODE, struct qp_node, .self = it->self, .calls = it->calls,
                          .method = it->method == QP_NONE ? QP_METHOD_FOLD : writing->method_ids[it->method],
                          .parent = writing->nodes[it->parent], .flags = (uint16_t)it->flags);
    }
    for (uint32_t i = 0; i < merge->node_count && !writing->to->failed; i++)
        write_extra(writing, writing->order->nodes[i]);
    for (uint32_t i = 0; i < merge->edge_count; i++) {
        const struct qp_profile_edge *it = &merge->edges[writing->order->edges[i]];
        QP_WRITER_ADD(writing->to, QP_KIND_EDGE, struct qp_edge_record, .waiter = writing->nodes[it->waiter],
                      .waker = qp_merge_reference(writing->nodes, it->waker), .count = it->count,
                      .suspended = it->suspended, .delayed = it->delayed);
    }
}

void qp_merge_write_blocks(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    for (uint32_t i = 0; i < merge->array_count && !writing->to->failed; i++) {
        const struct qp_merged_array *it = &merge->arrays[writing->order->arrays[i]];
        uint32_t array = qp_writer_blocks(writing->to, writing->nodes[merge->roots[it->root].node],
                                          writing->method_ids[it->method], it->values_of, it->values, it->count);
        if (array)
            ((struct qp_block_array *)qp_writer_at(writing->to, array))->events = it->events;
    }
}

/* ---- virtual threads --------------------------------------------------------------------------------------------- */

/* Numbers for virtual threads in the result, in the order in which they are written. Top-k entries that came from
 * one data file and have the same context and start are one virtual thread. */
struct numbering {
    struct qp_map numbers;
    bool failed;
};

static uint32_t number_of(struct numbering *numbering, const struct qp_merged_kept *kept)
{
    uint64_t key = ((uint64_t)kept->added << 32 | kept->record.context) * 0x9e3779b97f4a7c15u ^ kept->record.start;
    uint64_t known = qp_map_get(&numbering->numbers, key);
    if (!known) {
        known = numbering->numbers.count + 1;
        numbering->failed |= qp_map_put(&numbering->numbers, key, known) != 0;
    }
    return (uint32_t)known;
}

static uint32_t write_kept(const struct qp_merge_writing *writing, const struct qp_merged_lives *lives,
                           struct numbering *numbering)
{
    struct qp_kept_record records[QP_KEPT_LISTS][QP_KEPT] = {0};
    if (!lives->kept_count)
        return 0;
    for (uint32_t i = 0; i < lives->kept_count; i++) {
        const struct qp_merged_kept *kept = &lives->kept[i];
        struct qp_kept_record record = kept->record;
        record.context = number_of(numbering, kept);
        record.name = qp_merge_string(writing, kept->name);
        record.creator = qp_merge_reference(writing->nodes, record.creator);
        for (unsigned list = 0; list < QP_KEPT_LISTS; list++) {
            int slot = 0;
            while (slot < QP_KEPT && records[list][slot].published)
                slot++;
            if (kept->lists & (1u << list) && slot < QP_KEPT)
                records[list][slot] = record;
        }
    }
    return qp_writer_add(writing->to, QP_KIND_KEPT, records, sizeof records);
}

bool qp_merge_write_lives(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    struct numbering numbering = {0};
    for (uint32_t i = 0; i < merge->lives_count && !writing->to->failed; i++) {
        struct qp_merged_lives *it = &merge->lives[writing->order->lives[i]];
        struct qp_lives_record record = it->sums;
        qp_merge_sort_kept(it);
        record.root = writing->roots[it->root];
        record.kept = write_kept(writing, it, &numbering);
        uint32_t lives = qp_writer_add(writing->to, QP_KIND_LIVES, &record, sizeof record);
        if (lives)
            ((struct qp_root *)qp_writer_at(writing->to, record.root))->lives = lives;
        if (it->living)
            QP_WRITER_ADD(writing->to, QP_KIND_LIVING, struct qp_living_record, .root = record.root,
                          .count = it->living);
    }
    qp_map_fini(&numbering.numbers);
    return !numbering.failed;
}
