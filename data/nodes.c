#include "data/load.h"

#include "base/atomic.h"
#include "data/array.h"

/* ---- roots ----------------------------------------------------------------------------------------------- */

/* The last phase of the product that begins at the epoch or before: phases lie by product and epoch. */
static uint32_t phase_of(const struct qp_profile *profile, uint32_t product, uint32_t epoch)
{
    uint32_t low = 0, high = profile->phase_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct qp_profile_phase *phase = &profile->phases[middle];
        if (phase->product < product || (phase->product == product && phase->epoch <= epoch))
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

static bool add_root(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_root *record = of;
    struct qp_reader *reader = &profile->reader;
    uint32_t reference = qp_reader_reference(reader, record);
    uint32_t thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, record->thread);
    uint32_t group = qp_array_find(profile->groups, profile->group_count, sizeof *profile->groups, record->group);
    if (record->product >= QP_PRODUCTS || thread == QP_NONE || (record->group && group == QP_NONE)) {
        if (reader->ending != QP_ENDING_RUNNING)
            qp_reader_damage(reader, "the root at %#x has no thread, group or product", reference);
        return true;
    }
    struct qp_profile_root *root = qp_array_add(&profile->roots, &profile->root_count, sizeof *root);
    if (!root)
        return false;
    *root = (struct qp_profile_root){
        .reference = reference,
        .product = record->product,
        .thread = thread,
        .group = group,
        .epoch = record->epoch,
        .phase = phase_of(profile, record->product, record->epoch),
        .hidden = (record->flags & QP_ROOT_HIDDEN) != 0,
        .cleared = record->epoch < profile->clear_epoch[record->product],
    };
    return true;
}

static uint32_t root_at(const struct qp_profile *profile, uint32_t reference)
{
    return qp_array_find(profile->roots, profile->root_count, sizeof *profile->roots, reference);
}

/* ---- nodes ----------------------------------------------------------------------------------------------- */

/* Every record of a chunk has a slot, sound or not, so that a reference becomes an index by arithmetic. The nodes of
 * roots have moved to the front, since a root made late may lie above the nodes below it. */
struct chunk {
    uint32_t reference; /* of its first record */
    uint32_t first;     /* index of its first slot */
    uint32_t count;
    const struct qp_node *records;
};

struct chunks {
    struct chunk *items;
    uint32_t count;
    uint32_t hit; /* found last: a parent mostly lies where the one before lay */
};

/* Slots up to the last published node. */
static uint32_t count_slots(const struct qp_records *records)
{
    const struct qp_node *nodes = (const void *)records->bytes;
    uint32_t count = (uint32_t)(records->size / sizeof *nodes);
    while (count && !qp_load_acquire(&nodes[count - 1].method))
        count--;
    return count;
}

static bool collect_chunks(struct qp_profile *profile, struct chunks *chunks)
{
    struct qp_walk walk = {.kind = QP_KIND_NODE};
    struct qp_records records;
    while (qp_reader_next(&profile->reader, &walk, &records)) {
        struct chunk *chunk = qp_array_add(&chunks->items, &chunks->count, sizeof *chunk);
        if (!chunk)
            return false;
        *chunk = (struct chunk){
            .reference = qp_reader_reference(&profile->reader, records.bytes),
            .count = count_slots(&records),
            .records = (const void *)records.bytes,
        };
    }
    qp_array_sort(chunks->items, chunks->count, sizeof *chunks->items);
    profile->node_count = profile->root_count;
    for (uint32_t i = 0; i < chunks->count; i++) {
        chunks->items[i].first = profile->node_count;
        profile->node_count += chunks->items[i].count;
    }
    return true;
}

static bool chunk_has(const struct chunk *chunk, uint32_t reference)
{
    return reference >= chunk->reference &&
           (reference - chunk->reference) / (sizeof(struct qp_node) / QP_UNIT) < chunk->count;
}

static const struct chunk *chunk_of(struct chunks *chunks, uint32_t reference)
{
    if (chunks->hit < chunks->count && chunk_has(&chunks->items[chunks->hit], reference))
        return &chunks->items[chunks->hit];
    uint32_t low = 0, high = chunks->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (chunks->items[middle].reference <= reference)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || !chunk_has(&chunks->items[low - 1], reference))
        return NULL;
    chunks->hit = low - 1;
    return &chunks->items[low - 1];
}

/* The index of the node at a reference, QP_NONE when there is none. */
static uint32_t node_at(const struct qp_profile *profile, struct chunks *chunks, uint32_t reference)
{
    const struct chunk *chunk = chunk_of(chunks, reference);
    uint32_t step = sizeof(struct qp_node) / QP_UNIT;
    if (!chunk || (reference - chunk->reference) % step)
        return QP_NONE;
    uint32_t slot = (reference - chunk->reference) / step;
    const struct qp_node *record = &chunk->records[slot];
    if (record->flags & QP_NODE_ROOT) {
        uint64_t root = qp_load_acquire(&record->method);
        return root <= UINT32_MAX ? root_at(profile, (uint32_t)root) : QP_NONE;
    }
    return chunk->first + slot;
}

static void fill_node(struct qp_profile *profile, uint32_t index, const struct qp_node *record, uint32_t root)
{
    struct qp_profile_node *node = &profile->nodes[index];
    node->reference = qp_reader_reference(&profile->reader, record);
    node->root = root;
    node->self = qp_load_relaxed(&record->self);
    node->calls = qp_load_relaxed(&record->calls);
    node->fold = (record->flags & QP_NODE_FOLD) != 0;
}

/* False when the record is unsound. */
static bool load_root_node(struct qp_profile *profile, const struct qp_node *record, uint64_t reference)
{
    uint32_t root = reference <= UINT32_MAX ? root_at(profile, (uint32_t)reference) : QP_NONE;
    if (root == QP_NONE || profile->roots[root].has_node)
        return false;
    profile->roots[root].has_node = true;
    fill_node(profile, root, record, root);
    return true;
}

static bool load_inner_node(struct qp_profile *profile, struct chunks *chunks, const struct qp_node *record,
                            uint64_t method, uint32_t index, bool *ok)
{
    uint32_t parent = node_at(profile, chunks, record->parent);
    if (parent == QP_NONE || parent >= index || profile->nodes[parent].root == QP_NONE)
        return false;
    struct qp_profile_node *node = &profile->nodes[index];
    node->parent = parent;
    fill_node(profile, index, record, profile->nodes[parent].root);
    if (!(node->fold && method == QP_METHOD_FOLD) && !profile->roots[node->root].hidden)
        node->method = qp_definitions_method(profile, profile->roots[node->root].product, method, ok);
    return true;
}

static bool load_chunk(struct qp_profile *profile, struct chunks *chunks, const struct chunk *chunk, bool roots)
{
    struct qp_reader *reader = &profile->reader;
    bool ok = true;
    for (uint32_t i = 0; i < chunk->count && ok; i++) {
        const struct qp_node *record = &chunk->records[i];
        uint64_t method = qp_load_acquire(&record->method);
        if (!method || ((record->flags & QP_NODE_ROOT) != 0) != roots)
            continue;
        bool sound = roots ? load_root_node(profile, record, method)
                           : load_inner_node(profile, chunks, record, method, chunk->first + i, &ok);
        if (!sound && reader->ending != QP_ENDING_RUNNING)
            qp_reader_damage(reader, "the node at %#x has no parent or root", qp_reader_reference(reader, record));
    }
    return ok;
}

static bool load_nodes(struct qp_profile *profile, struct chunks *chunks)
{
    if (!collect_chunks(profile, chunks))
        return false;
    if (profile->node_count == 0)
        return true;
    profile->nodes = malloc((size_t)profile->node_count * sizeof *profile->nodes);
    if (!profile->nodes)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++)
        profile->nodes[i] =
            (struct qp_profile_node){.parent = QP_NONE, .method = QP_NONE, .root = QP_NONE, .extra = QP_NONE};
    for (uint32_t i = 0; i < chunks->count; i++)
        load_chunk(profile, chunks, &chunks->items[i], true);
    bool ok = true;
    for (uint32_t i = 0; i < chunks->count && ok; i++)
        ok = load_chunk(profile, chunks, &chunks->items[i], false);
    return ok;
}

/* ---- extra records and blocks --------------------------------------------------------------------------- */

struct extras {
    struct qp_profile *profile;
    struct chunks *chunks;
};

static bool add_extra(void *to, const void *of)
{
    struct extras *extras = to;
    struct qp_profile *profile = extras->profile;
    const struct qp_node_extra_record *record = of;
    uint32_t reference = qp_load_relaxed(&record->node);
    uint32_t node = node_at(profile, extras->chunks, reference);
    if (node == QP_NONE || profile->nodes[node].root == QP_NONE || profile->nodes[node].extra != QP_NONE) {
        if (profile->reader.ending != QP_ENDING_RUNNING)
            qp_reader_damage(&profile->reader, "side numbers of no node, at %#x", reference);
        return true;
    }
    profile->nodes[node].extra = profile->extra_count;
    struct qp_profile_extra *extra = qp_array_add(&profile->extras, &profile->extra_count, sizeof *extra);
    if (!extra)
        return false;
    *extra = (struct qp_profile_extra){
        .node = node,
        .blocked = qp_load_relaxed(&record->blocked),
        .waiting = qp_load_relaxed(&record->waiting),
        .cycles = qp_load_relaxed(&record->cycles),
        .acquired = qp_load_relaxed(&record->acquired),
        .released = qp_load_relaxed(&record->released),
        .measured = qp_load_relaxed(&record->measured),
        .minimum = qp_load_relaxed(&record->minimum),
        .maximum = qp_load_relaxed(&record->maximum),
    };
    return true;
}

static bool add_array(struct qp_profile *profile, const struct qp_block_array *record)
{
    uint32_t root = root_at(profile, record->root);
    if (root == QP_NONE) {
        if (profile->reader.ending != QP_ENDING_RUNNING)
            qp_reader_damage(&profile->reader, "block counts of no root, at %#x", record->root);
        return true;
    }
    bool ok = true;
    uint32_t method = qp_definitions_method(profile, profile->roots[root].product, record->method, &ok);
    if (!ok || !qp_array_room(&profile->arrays, profile->array_count, sizeof *profile->arrays))
        return false;
    profile->arrays[profile->array_count] = (struct qp_profile_array){
        .root = root,
        .method = method,
        .next_of_method = profile->methods[method].first_array,
        .count = record->count,
        .times = record->times == 1,
        .values = record->values,
    };
    profile->methods[method].first_array = profile->array_count++;
    return true;
}

static bool load_arrays(struct qp_profile *profile)
{
    struct qp_walk walk = {.kind = QP_KIND_BLOCK};
    struct qp_records records;
    while (qp_reader_next(&profile->reader, &walk, &records)) {
        for (size_t at = 0; records.size - at >= QP_BLOCK_HEADER;) {
            const struct qp_block_array *record = (const void *)(records.bytes + at);
            if (!qp_load_acquire(&record->root))
                break;
            uint64_t size = QP_BLOCK_HEADER + 8 * (uint64_t)record->count;
            if (size > records.size - at) {
                qp_reader_damage(&profile->reader, "an array of %u block counts does not fit its chunk", record->count);
                break;
            }
            if (!add_array(profile, record))
                return false;
            at += size;
        }
    }
    return true;
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

bool qp_nodes_load(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    struct chunks chunks = {0};
    struct extras extras = {profile, &chunks};
    if (!qp_reader_each(reader, QP_KIND_ROOT, sizeof(struct qp_root), add_root, profile))
        return false;
    qp_array_sort(profile->roots, profile->root_count, sizeof *profile->roots);
    bool ok = load_nodes(profile, &chunks) &&
              qp_reader_each(reader, QP_KIND_EXTRA, sizeof(struct qp_node_extra_record), add_extra, &extras) &&
              load_arrays(profile);
    free(chunks.items);
    return ok;
}
