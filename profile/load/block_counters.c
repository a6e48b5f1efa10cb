#include "profile/load/load.h"

#include "base/atomic.h"
#include "base/map.h"
#include "format/array.h"

#include <string.h>
#include <unistd.h>

struct reading {
    struct qp_profile *profile;
    struct qp_map roots; /* maps root_key of a thread's own root to the root's index + 1 */
    struct qp_map known; /* maps a root and a method to the index of their counts + 1 */
    uint64_t *now;       /* a copy of the current record's counters */
    uint64_t capacity;   /* bytes allocated for the copy */
    /* the current record: */
    const struct qp_block_counters_record *record;
    uint32_t thread;
    uint32_t blocks;
    const struct qp_counter_term *terms; /* counters from which the count of each block is computed; NULL = one
                                          * counter for each block, then one for the calls */
};

/* ---- the counters of an epoch ------------------------------------------------------------------------------------ */

static uint64_t root_key(uint32_t product, uint32_t thread, uint32_t epoch)
{
    return (uint64_t)product << 62 | (uint64_t)thread << 32 | epoch;
}

static bool index_roots(struct reading *reading)
{
    const struct qp_profile *profile = reading->profile;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        if (root->group == QP_NONE && !root->hidden &&
            qp_map_put(&reading->roots, root_key(root->product, root->thread, root->epoch), i + 1) != 0)
            return false;
    }
    return true;
}

/* Return the thread's own root in an epoch. If the thread reported no event in the epoch, it has no root there, so
 * add a root. The new root's reference is higher than all others, so that the array of roots stays sorted. */
static uint32_t root_of(struct reading *reading, uint32_t epoch)
{
    struct qp_profile *profile = reading->profile;
    uint32_t product = reading->record->product;
    uint32_t last = profile->root_count ? profile->roots[profile->root_count - 1].reference : 0;
    return QP_ARRAY_KEYED(&reading->roots, root_key(product, reading->thread, epoch), &profile->roots,
                          &profile->root_count,
                          (struct qp_profile_root){.reference = last + 1,
                                                   .product = product,
                                                   .thread = reading->thread,
                                                   .group = QP_NONE,
                                                   .epoch = epoch,
                                                   .phase = qp_marks_phase(profile, product, epoch),
                                                   .lives = QP_NONE,
                                                   .cleared = epoch < profile->clear_epoch[product]});
}

static struct qp_profile_counted *add_counted(struct qp_profile *profile, uint32_t root, uint32_t method,
                                              uint32_t count)
{
    const struct qp_profile_counted counted = {
        .root = root, .method = method, .count = count, .values = calloc(count, sizeof *counted.values)};
    if (counted.values && QP_ARRAY_APPEND(&profile->counted, &profile->counted_count, counted))
        return &profile->counted[profile->counted_count - 1];
    free(counted.values);
    return NULL;
}

/* Return true if the record counts blocks, not only calls. */
static bool counts_blocks(const struct reading *reading)
{
    bool counts = !reading->terms;
    for (uint32_t i = 0; reading->terms && i < reading->record->term_count && !counts; i++)
        counts = (uint32_t)reading->terms[i].block < reading->blocks;
    return counts;
}

/* Return the counts of the record's method in an epoch. Several records of a thread may count one method; they add
 * to the same counts. Return NULL if out of memory. */
static struct qp_profile_counted *counted_in(struct reading *reading, uint32_t epoch)
{
    struct qp_profile *profile = reading->profile;
    const struct qp_block_counters_record *record = reading->record;
    bool ok = true;
    uint32_t method = qp_definitions_method(profile, record->product, qp_load_relaxed(&record->method), &ok);
    uint32_t root = root_of(reading, epoch);
    if (!ok || root == QP_NONE)
        return NULL;
    uint64_t key = (uint64_t)root << 32 | method, known = qp_map_get(&reading->known, key);
    if (known && profile->counted[known - 1].count == reading->blocks + 1)
        return &profile->counted[known - 1];
    struct qp_profile_counted *counted = add_counted(profile, root, method, reading->blocks + 1);
    return counted && qp_map_put(&reading->known, key, profile->counted_count) == 0 ? counted : NULL;
}

/* Add the terms of each block. The counters were read one after another while the program ran, so a subtracted
 * counter may be too large, and a sum negative. fix_sums sets negative sums to 0. */
static void add_terms(const struct reading *reading, uint64_t *values, const uint64_t *before, const uint64_t *after)
{
    for (uint32_t i = 0; i < reading->record->term_count; i++) {
        const struct qp_counter_term *term = &reading->terms[i];
        uint64_t difference = after[term->counter] - (before ? before[term->counter] : 0);
        values[term->block] += (uint64_t)(int64_t)term->factor * difference;
    }
}

static bool add_difference(struct reading *reading, uint32_t epoch, const uint64_t *before, const uint64_t *after)
{
    uint32_t count = reading->record->count;
    bool changed = false;
    for (uint32_t i = 0; !changed && i < count; i++)
        changed = after[i] != (before ? before[i] : 0);
    if (!changed)
        return true;
    struct qp_profile_counted *counted = counted_in(reading, epoch);
    if (!counted)
        return false;
    counted->has_blocks |= counts_blocks(reading);
    if (reading->terms)
        add_terms(reading, counted->values, before, after);
    for (uint32_t i = 0; !reading->terms && i < count; i++)
        counted->values[i] += after[i] - (before ? before[i] : 0);
    return true;
}

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
static bool make_room(struct reading *reading)
{
    uint64_t size = (uint64_t)reading->record->count * reading->record->stride;
    uint64_t *grown = size <= reading->capacity ? reading->now : realloc(reading->now, size);
    if (!grown)
        return false;
    reading->now = grown;
    reading->capacity = size > reading->capacity ? size : reading->capacity;
    return true;
}

static bool read_values(const struct reading *reading)
{
    const struct qp_block_counters_record *record = reading->record;
    size_t size = (size_t)record->count * record->stride;
    if (pread(reading->profile->reader.fd, reading->now, size, (off_t)record->values) != (ssize_t)size)
        return false;
    for (uint32_t i = 0; i < record->count; i++)
        memmove(&reading->now[i], (unsigned char *)reading->now + (size_t)i * record->stride, sizeof reading->now[i]);
    return true;
}

static const struct qp_block_snapshot *snapshot_at(const struct reading *reading, uint32_t reference)
{
    const struct qp_reader *reader = &reading->profile->reader;
    size_t size = sizeof(struct qp_block_snapshot) + (size_t)reading->record->count * sizeof(uint64_t);
    const struct qp_block_snapshot *snapshot = reference == 0 ? NULL : qp_reader_at(reader, reference, size);
    return snapshot && snapshot->count == reading->record->count ? snapshot : NULL;
}

static uint32_t newest_epoch(const struct qp_profile *profile, uint32_t product)
{
    uint32_t count = profile->epoch_count[product];
    return count ? profile->epochs[product][count - 1].epoch : 0;
}

/* Add the differences between snapshots, from the newest to the oldest. In a damaged file, snapshots may form a
 * cycle, so follow no more of them than fit into the file. */
static bool add_snapshots(struct reading *reading, const struct qp_block_snapshot *snapshot)
{
    struct qp_reader *reader = &reading->profile->reader;
    uint64_t most = reader->window_size / (sizeof *snapshot + reading->record->count * sizeof(uint64_t));
    while (snapshot) {
        const struct qp_block_snapshot *before = snapshot_at(reading, snapshot->before);
        if ((snapshot->before != 0 && !before) || most-- == 0) {
            qp_reader_damage(reader, "a snapshot of block counters is incomplete, or refers to itself");
            return true;
        }
        if (snapshot->counted &&
            !add_difference(reading, snapshot->epoch, before ? before->values : NULL, snapshot->values))
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

static bool add_all(struct reading *reading)
{
    struct qp_profile *profile = reading->profile;
    const struct qp_block_counters_record *record = reading->record;
    uint32_t reference = qp_load_acquire(&record->snapshot); /* read before the values, so that the values are newer */
    const struct qp_block_snapshot *newest = snapshot_at(reading, reference);
    bool over = qp_load_acquire(&record->over) || is_paused(profile, record->product);
    if ((reference != 0 && !newest) || !read_values(reading)) {
        QP_LOAD_DAMAGE(profile, "the block counters of method %#llx are incomplete",
                       (unsigned long long)record->method);
        return true;
    }
    return add_snapshots(reading, newest) && (over || add_difference(reading, newest_epoch(profile, record->product),
                                                                     newest ? newest->values : NULL, reading->now));
}

static bool terms_are_valid(struct reading *reading)
{
    const struct qp_block_counters_record *record = reading->record;
    if (record->terms == 0)
        return record->count == record->blocks + 1;
    struct qp_profile *profile = reading->profile;
    reading->terms = qp_reader_table(&profile->reader, record->terms, record->term_count, sizeof *reading->terms,
                                     &profile->table_budget);
    bool valid = reading->terms && record->blocks < INT32_MAX;
    for (uint32_t i = 0; valid && i < record->term_count; i++) {
        const struct qp_counter_term *term = &reading->terms[i];
        valid = term->block >= 0 && (uint32_t)term->block <= record->blocks && term->counter >= 0 &&
                (uint32_t)term->counter < record->count;
    }
    return valid;
}

static bool is_valid(struct reading *reading)
{
    const struct qp_block_counters_record *record = reading->record;
    uint64_t file_size = reading->profile->reader.file_size, size = (uint64_t)record->count * record->stride;
    return record->product < QP_PRODUCTS && reading->thread != QP_NONE && record->count > 0 &&
           record->stride >= sizeof(uint64_t) && record->values <= file_size && size <= file_size - record->values &&
           terms_are_valid(reading);
}

static bool add_record(void *to, const void *of)
{
    struct reading *reading = to;
    struct qp_profile *profile = reading->profile;
    const struct qp_block_counters_record *record = reading->record = of;
    reading->thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, record->thread);
    reading->blocks = record->blocks;
    reading->terms = NULL;
    if (!is_valid(reading)) {
        QP_LOAD_DAMAGE(profile, "block counters have no valid thread, product or position in the file");
        return true;
    }
    bool ok = true;
    uint32_t method = qp_definitions_method(profile, record->product, qp_load_relaxed(&record->method), &ok);
    if (ok && method != QP_NONE)
        profile->methods[method].counts_itself = true;
    return ok && make_room(reading) && add_all(reading);
}

bool qp_block_counters_load(struct qp_profile *profile)
{
    struct reading reading = {.profile = profile};
    bool ok = index_roots(&reading) && qp_reader_each(&profile->reader, QP_KIND_BLOCK_COUNTERS,
                                                      sizeof(struct qp_block_counters_record), add_record, &reading);
    fix_sums(profile);
    qp_map_fini(&reading.roots);
    qp_map_fini(&reading.known);
    free(reading.now);
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

static void add_node(struct qp_profile *profile, const struct qp_map *nodes, const struct qp_profile_counted *counted)
{
    uint64_t known = qp_map_get(nodes, (uint64_t)counted->root << 32 | counted->method);
    profile->roots[counted->root].has_node = true;
    profile->nodes[counted->root].root = counted->root;
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
        if (!counted->has_blocks)
            continue;
        const struct qp_profile_array array = {.root = counted->root,
                                               .method = counted->method,
                                               .next_of_method = profile->methods[counted->method].first_array,
                                               .count = counted->count - 1,
                                               .values = counted->values};
        if (!QP_ARRAY_APPEND(&profile->arrays, &profile->array_count, array))
            return false;
        profile->methods[counted->method].first_array = profile->array_count - 1;
    }
    return true;
}
