#include "profile/load/counting.h"

#include "base/atomic.h"
#include "base/map.h"
#include "format/array.h"

#include <string.h>
#include <unistd.h>

static void fix_sums(struct qp_profile *profile)
{
    for (uint32_t i = 0; i < profile->counted_count; i++)
        for (uint32_t k = 0; k < profile->counted[i].count; k++)
            if ((int64_t)profile->counted[i].values[k] < 0)
                profile->counted[i].values[k] = 0;
}

/* ---- one record -------------------------------------------------------------------------------------------------- */

/* Make room for the counters. In the file, there is a counter every `stride` bytes; read_values reads all these
 * bytes, then moves the counters together. */
static bool make_room(struct qp_counting *counting, const struct qp_block_counters_record *record)
{
    uint64_t size = (uint64_t)record->count * record->stride;
    uint64_t *grown = size <= counting->capacity ? counting->now : realloc(counting->now, size);
    if (!grown)
        return false;
    counting->now = grown;
    counting->capacity = size > counting->capacity ? size : counting->capacity;
    return true;
}

static bool read_values(const struct qp_counting *counting)
{
    const struct qp_block_counters_record *record = counting->item->record;
    size_t size = (size_t)record->count * record->stride;
    if (pread(counting->profile->reader.fd, counting->now, size, (off_t)record->values) != (ssize_t)size)
        return false;
    for (uint32_t i = 0; i < record->count; i++)
        memmove(&counting->now[i], (unsigned char *)counting->now + (size_t)i * record->stride,
                sizeof counting->now[i]);
    return true;
}

static const struct qp_block_snapshot *snapshot_at(const struct qp_counting *counting, uint32_t reference)
{
    const struct qp_reader *reader = &counting->profile->reader;
    uint32_t count = counting->item->record->count;
    size_t size = sizeof(struct qp_block_snapshot) + (size_t)count * sizeof(uint64_t);
    const struct qp_block_snapshot *snapshot = reference == 0 ? NULL : qp_reader_at(reader, reference, size);
    return snapshot && snapshot->count == count ? snapshot : NULL;
}

static uint32_t newest_epoch(const struct qp_profile *profile, uint32_t product)
{
    uint32_t count = profile->epoch_count[product];
    return count ? profile->epochs[product][count - 1].epoch : 0;
}

/* Add the differences between snapshots, from the newest to the oldest. In a damaged file, snapshots may form a
 * cycle, so follow no more of them than fit into the file. */
static bool add_snapshots(struct qp_counting *counting, const struct qp_block_snapshot *snapshot)
{
    struct qp_reader *reader = &counting->profile->reader;
    uint64_t most = reader->window_size / (sizeof *snapshot + counting->item->record->count * sizeof(uint64_t));
    while (snapshot) {
        const struct qp_block_snapshot *before = snapshot_at(counting, snapshot->before);
        if ((snapshot->before != 0 && !before) || most-- == 0) {
            qp_reader_damage(reader, "a snapshot of block counters is incomplete, or refers to itself");
            return true;
        }
        if (snapshot->counted &&
            !qp_counting_add(counting, snapshot->epoch, QP_NONE, before ? before->values : NULL, snapshot->values))
            return false;
        snapshot = before;
    }
    return true;
}

/* Return true if the product's last pause has no end, so that the product was still paused when the recording ended. */
static bool is_paused(const struct qp_profile *profile, uint32_t product)
{
    uint32_t count = profile->pause_count[product];
    return count && profile->pauses[product][count - 1].span.until == UINT64_MAX;
}

/* Add the counts since the newest snapshot. In a run that has not ended, those since the last interval belong to the
 * present named contexts. */
static bool add_newest(struct qp_counting *counting, const struct qp_block_snapshot *newest, bool has_ended)
{
    uint32_t product = counting->item->record->product, epoch = newest_epoch(counting->profile, product);
    if (!qp_counting_add(counting, epoch, QP_NONE, newest ? newest->values : NULL, counting->now))
        return false;
    return has_ended ||
           qp_counting_move(counting, epoch, counting->present[product], counting->item->ended, counting->now);
}

static bool add_all(struct qp_counting *counting)
{
    struct qp_profile *profile = counting->profile;
    const struct qp_block_counters_record *record = counting->item->record;
    uint32_t reference = qp_load_acquire(&record->snapshot); /* read before the values, so that the values are newer */
    const struct qp_block_snapshot *newest = snapshot_at(counting, reference);
    uint32_t over = is_paused(profile, record->product) ? QP_OVER : qp_load_acquire(&record->over);
    if (!make_room(counting, record))
        return false;
    if ((reference != 0 && !newest) || !read_values(counting)) {
        QP_LOAD_DAMAGE(profile, "the block counters of method %#llx are incomplete",
                       (unsigned long long)record->method);
        return true;
    }
    if (qp_profile_is_sampled(profile, record->product) &&
        !qp_counting_make(counting, newest_epoch(profile, record->product)))
        return false;
    return add_snapshots(counting, newest) && (over == QP_OVER || add_newest(counting, newest, over != 0));
}

static bool terms_are_valid(struct qp_profile *profile, struct qp_counting_item *item)
{
    const struct qp_block_counters_record *record = item->record;
    if (record->terms == 0)
        return record->count == record->blocks + 1;
    item->terms = qp_reader_table(&profile->reader, record->terms, record->term_count, sizeof *item->terms,
                                  &profile->table_budget);
    bool valid = item->terms && record->blocks < INT32_MAX;
    for (uint32_t i = 0; valid && i < record->term_count; i++) {
        const struct qp_counter_term *term = &item->terms[i];
        valid = term->block >= 0 && (uint32_t)term->block <= record->blocks && term->counter >= 0 &&
                (uint32_t)term->counter < record->count;
    }
    return valid;
}

static bool is_valid(struct qp_profile *profile, struct qp_counting_item *item)
{
    const struct qp_block_counters_record *record = item->record;
    uint64_t file_size = profile->reader.file_size, size = (uint64_t)record->count * record->stride;
    return record->product < QP_PRODUCTS && item->thread != QP_NONE && record->count > 0 &&
           record->stride >= sizeof(uint64_t) && record->values <= file_size && size <= file_size - record->values &&
           terms_are_valid(profile, item);
}

/* Return true if the counters count blocks, not only calls. */
static bool counts_blocks(const struct qp_counting_item *item)
{
    bool counts = !item->terms;
    for (uint32_t i = 0; item->terms && i < item->record->term_count && !counts; i++)
        counts = (uint32_t)item->terms[i].block < item->record->blocks;
    return counts;
}

static bool add_item(void *to, const void *of)
{
    struct qp_counting *counting = to;
    struct qp_profile *profile = counting->profile;
    const struct qp_block_counters_record *record = of;
    struct qp_counting_item item = {
        .record = record,
        .reference = qp_reader_reference(&profile->reader, record),
        .thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, record->thread)};
    if (!is_valid(profile, &item)) {
        QP_LOAD_DAMAGE(profile, "block counters have no valid thread, product or position in the file");
        return true;
    }
    bool ok = true;
    item.method = qp_definitions_method(profile, record->product, qp_load_relaxed(&record->method), &ok);
    item.counts_blocks = counts_blocks(&item);
    if (ok && item.method != QP_NONE)
        profile->methods[item.method].counts_itself = true;
    return ok && QP_ARRAY_APPEND(&counting->items, &counting->item_count, item);
}

bool qp_block_counters_load(struct qp_profile *profile)
{
    struct qp_counting counting = {.profile = profile, .present = {QP_NONE, QP_NONE, QP_NONE}};
    bool ok =
        qp_counting_begin(&counting) && qp_reader_each(&profile->reader, QP_KIND_BLOCK_COUNTERS,
                                                       sizeof(struct qp_block_counters_record), add_item, &counting);
    if (ok && counting.item_count) {
        qp_array_sort(counting.items, counting.item_count, sizeof *counting.items);
        ok = qp_intervals_load(&counting);
    }
    for (uint32_t i = 0; i < counting.item_count; i++) {
        counting.item = &counting.items[i];
        ok = ok && add_all(&counting);
        free(counting.items[i].ended);
    }
    fix_sums(profile);
    qp_map_fini(&counting.roots);
    qp_map_fini(&counting.named_roots);
    qp_map_fini(&counting.known);
    free(counting.items);
    free(counting.now);
    return ok;
}

/* ---- nodes and arrays -------------------------------------------------------------------------------------------- */

static uint64_t calls_of(const struct qp_profile_counted *counted)
{
    return counted->values[counted->count - 1];
}

/* Map the root and method of each node directly below a root to the node's index + 1. */
static bool index_nodes(struct qp_map *nodes, const struct qp_profile *profile)
{
    for (uint32_t i = profile->root_count; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        if (node->root != QP_NONE && node->parent < profile->root_count && node->method != QP_NONE &&
            qp_map_put(nodes, (uint64_t)node->root << 32 | node->method, (uint64_t)i + 1) != 0)
            return false;
    }
    return true;
}

/* Add the calls to a node. In a sampled run, nodes have samples, so the calls are only in the block array. */
static void add_node(struct qp_profile *profile, const struct qp_map *nodes, const struct qp_profile_counted *counted)
{
    uint64_t known = qp_map_get(nodes, (uint64_t)counted->root << 32 | counted->method);
    profile->roots[counted->root].has_node = true;
    profile->nodes[counted->root].root = counted->root;
    if (qp_profile_is_sampled(profile, profile->roots[counted->root].product))
        return;
    profile->methods[counted->method].flags |= calls_of(counted) ? QP_METHOD_LACKS_CALLERS : 0;
    if (known)
        profile->nodes[known - 1].calls += calls_of(counted);
    else if (calls_of(counted) > 0)
        profile->nodes[profile->node_count++] = (struct qp_profile_node){
            .calls = calls_of(counted), .parent = counted->root, .method = counted->method, .root = counted->root};
}

bool qp_block_counters_add_nodes(struct qp_profile *profile)
{
    struct qp_map nodes = {0};
    bool ok = profile->counted_count == 0 || index_nodes(&nodes, profile);
    for (uint32_t i = 0; i < profile->counted_count && ok; i++)
        add_node(profile, &nodes, &profile->counted[i]);
    qp_map_fini(&nodes);
    return ok;
}

bool qp_block_counters_add_arrays(struct qp_profile *profile)
{
    for (uint32_t i = 0; i < profile->counted_count; i++) {
        const struct qp_profile_counted *counted = &profile->counted[i];
        bool sampled = qp_profile_is_sampled(profile, profile->roots[counted->root].product);
        uint32_t blocks = counted->has_blocks ? counted->count - 1 : 0;
        if (!counted->has_blocks && !sampled)
            continue;
        const struct qp_profile_array array = {.root = counted->root,
                                               .method = counted->method,
                                               .next_of_method = profile->methods[counted->method].first_array,
                                               .count = blocks,
                                               .values_of = sampled ? QP_BLOCKS_COUNTED : QP_BLOCKS_EXECUTIONS,
                                               .values = counted->values,
                                               .calls = sampled ? &counted->values[counted->count - 1] : NULL};
        if (!QP_ARRAY_APPEND(&profile->arrays, &profile->array_count, array))
            return false;
        profile->methods[counted->method].first_array = profile->array_count - 1;
    }
    return true;
}
