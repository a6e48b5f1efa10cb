#include "profile/load/load.h"

#include "base/atomic.h"
#include "format/array.h"
#include "format/version.h"

/* ---- nodes ----------------------------------------------------------------------------------------------- */

/* Node records that lie one after another in the file. Each record of a chunk has a slot in profile.nodes even if it
 * is invalid, so that a node's index can be computed from its reference. Roots are loaded into slots at the front of
 * profile.nodes instead: a root's record may follow those of the nodes below it, but in profile.nodes a parent must
 * come before its children. */
struct qp_node_chunk {
    uint32_t reference; /* reference of its first record */
    uint32_t first;     /* index of its first slot */
    uint32_t count;
    const struct qp_node *records;
};

/* Return the number of slots up to the last published node. */
static uint32_t count_slots(const struct qp_records *records)
{
    const struct qp_node *nodes = (const void *)records->bytes;
    uint32_t count = (uint32_t)(records->size / sizeof *nodes);
    while (count && !qp_load_acquire(&nodes[count - 1].method))
        count--;
    return count;
}

static bool collect_chunks(struct qp_profile *profile)
{
    struct qp_walk walk = {.kind = QP_KIND_NODE};
    struct qp_records records;
    while (qp_reader_next(&profile->reader, &walk, &records)) {
        const struct qp_node_chunk chunk = {
            .reference = qp_reader_reference(&profile->reader, records.bytes),
            .count = count_slots(&records),
            .records = (const void *)records.bytes,
        };
        if (!QP_ARRAY_APPEND(&profile->node_chunks, &profile->node_chunk_count, chunk))
            return false;
    }
    qp_array_sort(profile->node_chunks, profile->node_chunk_count, sizeof *profile->node_chunks);
    profile->node_count = profile->root_count;
    for (uint32_t i = 0; i < profile->node_chunk_count; i++) {
        profile->node_chunks[i].first = profile->node_count;
        profile->node_count += profile->node_chunks[i].count;
    }
    return true;
}

/* Return the last chunk that begins at or before a node's index and at or before a reference, NULL if there is none.
 * To search by one of the two numbers, pass UINT32_MAX as the other one. */
static const struct qp_node_chunk *last_chunk(const struct qp_profile *profile, uint32_t node, uint32_t reference)
{
    const struct qp_node_chunk *chunks = profile->node_chunks;
    uint32_t count =
        QP_BISECT(i, profile->node_chunk_count, chunks[i].first <= node && chunks[i].reference <= reference);
    return count ? &chunks[count - 1] : NULL;
}

uint32_t qp_profile_node_reference(const struct qp_profile *profile, uint32_t node)
{
    if (node < profile->root_count)
        return profile->roots[node].node;
    const struct qp_node_chunk *chunk = last_chunk(profile, node, UINT32_MAX);
    if (!chunk || node - chunk->first >= chunk->count)
        return 0; /* the node was made from block counters and has no reference */
    return chunk->reference + (node - chunk->first) * (uint32_t)(sizeof(struct qp_node) / QP_UNIT);
}

/* Return the index of the node at a reference if it lies in the chunk, else QP_NONE. */
static uint32_t node_in(const struct qp_profile *profile, const struct qp_node_chunk *chunk, uint32_t reference)
{
    const uint32_t step = sizeof(struct qp_node) / QP_UNIT;
    if (!chunk || reference < chunk->reference || (reference - chunk->reference) % step)
        return QP_NONE;
    uint32_t slot = (reference - chunk->reference) / step;
    if (slot >= chunk->count)
        return QP_NONE;
    if (profile->nodes[chunk->first + slot].root != QP_NONE) /* the node is loaded already; reading its record could
                                                              * page the record in again */
        return chunk->first + slot;
    const struct qp_node *record = &chunk->records[slot];
    if (record->flags & QP_NODE_ROOT) {
        uint64_t root = qp_load_acquire(&record->method);
        return root <= UINT32_MAX ? qp_roots_find(profile, (uint32_t)root) : QP_NONE;
    }
    return chunk->first + slot;
}

uint32_t qp_nodes_find(const struct qp_profile *profile, uint32_t reference)
{
    uint32_t node = reference ? node_in(profile, last_chunk(profile, UINT32_MAX, reference), reference) : QP_NONE;
    return node != QP_NONE && profile->nodes[node].root != QP_NONE ? node : QP_NONE;
}

/* Return the flags that a node takes from its method. With virtual threads and in merged files, each node has
 * recorded flags of its own. Otherwise nodes have their method's flags, even if the method got them after the node was
 * made. */
static uint16_t flags_of_method(const struct qp_profile *profile, uint32_t product, uint32_t method)
{
    if (method == QP_NONE || qp_profile_is_merged(profile) ||
        (profile->reader.header.virtual_threads & (1u << product)))
        return 0;
    uint32_t flags = profile->methods[method].flags;
    return (flags & QP_METHOD_BLOCKS ? QP_NODE_BLOCKS : 0) | (flags & QP_METHOD_WAITS ? QP_NODE_WAITS : 0) |
           (flags & QP_METHOD_CYCLES ? QP_NODE_CYCLES : 0);
}

static void fill_node(struct qp_profile *profile, uint32_t index, const struct qp_node *record, uint32_t root)
{
    struct qp_profile_node *node = &profile->nodes[index];
    node->root = root;
    node->self = qp_load_relaxed(&record->self);
    node->calls = qp_load_relaxed(&record->calls);
    node->flags = qp_load_relaxed(&record->flags);
    node->fold = (node->flags & QP_NODE_FOLD) != 0;
}

/* Return false if the record is invalid. */
static bool load_root_node(struct qp_profile *profile, const struct qp_node *record, uint64_t reference)
{
    uint32_t root = reference <= UINT32_MAX ? qp_roots_find(profile, (uint32_t)reference) : QP_NONE;
    if (root == QP_NONE || profile->roots[root].has_node)
        return false;
    profile->roots[root].has_node = true;
    profile->roots[root].node = qp_reader_reference(&profile->reader, record);
    fill_node(profile, root, record, root);
    return true;
}

/* Return the index of a parent. Try the chunk of the previous parent (*last) first, because most parents lie in the
 * same chunk. */
static uint32_t parent_of(const struct qp_profile *profile, const struct qp_node_chunk **last, uint32_t reference)
{
    uint32_t node = node_in(profile, *last, reference);
    const struct qp_node_chunk *chunk = node == QP_NONE ? last_chunk(profile, UINT32_MAX, reference) : NULL;
    if (!chunk)
        return node;
    *last = chunk;
    return node_in(profile, chunk, reference);
}

static bool load_inner_node(struct qp_profile *profile, const struct qp_node_chunk **last, const struct qp_node *record,
                            uint64_t method, uint32_t index, bool *ok)
{
    uint32_t parent = parent_of(profile, last, record->parent);
    if (parent == QP_NONE || parent >= index || profile->nodes[parent].root == QP_NONE)
        return false;
    struct qp_profile_node *node = &profile->nodes[index];
    node->parent = parent;
    fill_node(profile, index, record, profile->nodes[parent].root);
    if (!(node->fold && method == QP_METHOD_FOLD) && !profile->roots[node->root].hidden)
        node->method = qp_definitions_method(profile, profile->roots[node->root].product, method, ok);
    if (*ok)
        node->flags |= flags_of_method(profile, profile->roots[node->root].product, node->method);
    return true;
}

static bool load_chunk(struct qp_profile *profile, const struct qp_node_chunk *chunk, bool roots)
{
    struct qp_reader *reader = &profile->reader;
    const struct qp_node_chunk *last = chunk;
    bool ok = true;
    for (uint32_t i = 0; i < chunk->count && ok; i++) {
        const struct qp_node *record = &chunk->records[i];
        uint64_t method = qp_load_acquire(&record->method);
        if (!method || ((record->flags & QP_NODE_ROOT) != 0) != roots)
            continue;
        bool valid = roots ? load_root_node(profile, record, method)
                           : load_inner_node(profile, &last, record, method, chunk->first + i, &ok);
        if (!valid)
            QP_LOAD_DAMAGE(profile, "the node at %#x has no parent or root", qp_reader_reference(reader, record));
    }
    if (!roots)
        qp_reader_take(reader, chunk->count * sizeof *chunk->records);
    return ok;
}

/* Bytes to release at once. Releasing the pages of each chunk separately takes longer than reading the file. */
#define DROPPED_AT_ONCE ((size_t)32 << 20)

/* Release the mapped pages from *from to the end of a chunk, in large steps. Chunks are in file order. */
static void drop_read(struct qp_profile *profile, const unsigned char **from, const struct qp_node_chunk *chunk)
{
    const unsigned char *end = (const unsigned char *)(chunk->records + chunk->count);
    if ((size_t)(end - *from) < DROPPED_AT_ONCE)
        return;
    qp_reader_drop(&profile->reader, *from, (size_t)(end - *from));
    *from = end;
}

static bool load_inner_nodes(struct qp_profile *profile)
{
    const unsigned char *from = profile->reader.window;
    bool ok = true;
    for (uint32_t i = 0; i < profile->node_chunk_count && ok; i++) {
        ok = load_chunk(profile, &profile->node_chunks[i], false);
        drop_read(profile, &from, &profile->node_chunks[i]);
    }
    return ok;
}

static bool load_nodes(struct qp_profile *profile)
{
    if (!collect_chunks(profile))
        return false;
    size_t capacity = (size_t)profile->node_count + profile->counted_count;
    if (capacity == 0)
        return true;
    profile->nodes = malloc(capacity * sizeof *profile->nodes);
    if (!profile->nodes)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++)
        profile->nodes[i] = (struct qp_profile_node){.parent = QP_NONE, .method = QP_NONE, .root = QP_NONE};
    for (uint32_t i = 0; i < profile->node_chunk_count; i++)
        load_chunk(profile, &profile->node_chunks[i], true);
    return load_inner_nodes(profile) && qp_block_counters_add_nodes(profile);
}

/* ---- extra records, wake-ups, blocks --------------------------------------------------------------------------- */

struct qp_profile_extra *qp_nodes_add_extra(struct qp_profile *profile, uint32_t node)
{
    if (!profile->extra_of)
        profile->extra_of = calloc((size_t)profile->node_count + 1, sizeof *profile->extra_of);
    if (!profile->extra_of ||
        !QP_ARRAY_APPEND(&profile->extras, &profile->extra_count, (struct qp_profile_extra){.node = node}))
        return NULL;
    profile->extra_of[node] = profile->extra_count;
    return &profile->extras[profile->extra_count - 1];
}

static bool add_extra(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_node_extra_record *record = of;
    uint32_t reference = qp_load_relaxed(&record->node);
    uint32_t node = qp_nodes_find(profile, reference);
    if (node == QP_NONE || qp_profile_extra(profile, node)) {
        QP_LOAD_DAMAGE(profile, "extra numbers refer to %#x, which is no node", reference);
        return true;
    }
    struct qp_profile_extra *extra = qp_nodes_add_extra(profile, node);
    if (!extra)
        return false;
    *extra = (struct qp_profile_extra){
        .node = node,
        .suspended = {qp_load_relaxed(&record->blocked), qp_load_relaxed(&record->waiting),
                      qp_load_relaxed(&record->runnable)},
        .cycles = qp_load_relaxed(&record->cycles),
        .acquired = qp_load_relaxed(&record->acquired),
        .released = qp_load_relaxed(&record->released),
        .resumed = qp_load_relaxed(&record->resumed),
        .tail_calls = qp_load_relaxed(&record->tail_calls),
        .measured = qp_load_relaxed(&record->measured),
        .minimum = qp_load_relaxed(&record->minimum),
        .maximum = qp_load_relaxed(&record->maximum),
    };
    if (qp_version_extra_size(profile->reader.header.version) == sizeof *record) {
        extra->switched = qp_load_relaxed(&record->switched);
        extra->announced = qp_load_relaxed(&record->announced);
        extra->allocated.bytes = qp_load_relaxed(&record->allocated_bytes);
        extra->allocated.objects = qp_load_relaxed(&record->allocated_objects);
        extra->allocated.events = qp_load_relaxed(&record->allocations);
    }
    return true;
}

static bool add_edge(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_edge_record *record = of;
    uint32_t reference = qp_load_relaxed(&record->waiter);
    uint32_t waiter = qp_nodes_find(profile, reference);
    if (waiter == QP_NONE) {
        QP_LOAD_DAMAGE(profile, "wake-ups refer to %#x, which is no node", reference);
        return true;
    }
    return QP_ARRAY_APPEND(&profile->edges, &profile->edge_count,
                           (struct qp_profile_edge){
                               .waiter = waiter,
                               .waker = qp_nodes_find(profile, record->waker),
                               .count = qp_load_relaxed(&record->count),
                               .suspended = qp_load_relaxed(&record->suspended),
                               .delayed = qp_load_relaxed(&record->delayed),
                           });
}

static bool add_array(struct qp_profile *profile, const struct qp_block_array *record)
{
    uint32_t root = qp_roots_find(profile, record->root);
    if (root == QP_NONE) {
        QP_LOAD_DAMAGE(profile, "block counts refer to %#x, which is no root", record->root);
        return true;
    }
    if (record->values_of > QP_BLOCKS_ALLOCATIONS) {
        QP_LOAD_DAMAGE(profile, "the values of blocks at %#x are of no known kind",
                       qp_reader_reference(&profile->reader, record));
        return true;
    }
    bool ok = true, counted = record->values_of == QP_BLOCKS_COUNTED, is_site = record->values_of >= QP_BLOCKS_BYTES;
    if (counted && (record->count == 0 || !qp_profile_is_sampled(profile, profile->roots[root].product))) {
        QP_LOAD_DAMAGE(profile, "counted calls at %#x have no value, or are not of a sampled run",
                       qp_reader_reference(&profile->reader, record));
        return true;
    }
    uint32_t method = qp_definitions_method(profile, profile->roots[root].product, record->method, &ok);
    if (!ok)
        return false;
    struct qp_profile_method *it = &profile->methods[method];
    const struct qp_profile_array array = {
        .root = root,
        .method = method,
        .next_of_method = is_site ? it->first_site : it->first_array,
        .count = record->count - counted,
        .values_of = (enum qp_blocks)record->values_of,
        .times = record->values_of == QP_BLOCKS_TICKS || record->values_of == QP_BLOCKS_OVERHEAD,
        .events = qp_load_relaxed(&record->events),
        .values = record->values + counted,
        .calls = counted ? record->values : NULL,
    };
    if (is_site) {
        it->first_site = profile->site_count;
        return QP_ARRAY_APPEND(&profile->sites, &profile->site_count, array);
    }
    it->first_array = profile->array_count;
    it->counts_itself |= counted;
    return QP_ARRAY_APPEND(&profile->arrays, &profile->array_count, array);
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
        qp_reader_take(&profile->reader, records.size);
    }
    return true;
}

/* ---- throttled methods ------------------------------------------------------------------------------------------- */

static bool is_throttled(const struct qp_profile *profile, uint32_t node)
{
    uint32_t method = profile->nodes[node].method;
    return method != QP_NONE && profile->methods[method].flags & QP_METHOD_THROTTLED;
}

/* Mark the methods in whose own time the later calls of throttled ones are: their nearest callers that are not
 * throttled. */
static void mark_callers_of_throttled(struct qp_profile *profile)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t caller = is_throttled(profile, i) ? profile->nodes[i].parent : QP_NONE;
        while (caller != QP_NONE && is_throttled(profile, caller))
            caller = profile->nodes[caller].parent;
        if (caller != QP_NONE && profile->nodes[caller].method != QP_NONE)
            profile->methods[profile->nodes[caller].method].called_throttled = true;
    }
}

/* ---- all nodes ------------------------------------------------------------------------------------------- */

bool qp_nodes_load(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    if (!load_nodes(profile))
        return false;
    mark_callers_of_throttled(profile);
    return qp_reader_each(reader, QP_KIND_EXTRA, qp_version_extra_size(reader->header.version), add_extra, profile) &&
           qp_reader_each(reader, QP_KIND_EDGE, sizeof(struct qp_edge_record), add_edge, profile) &&
           load_arrays(profile) && qp_block_counters_add_arrays(profile);
}
