#include "profile/load/counting.h"

#include "base/map.h"
#include "format/array.h"

#include <stdlib.h>

static uint64_t root_key(uint32_t product, uint32_t thread, uint32_t epoch)
{
    return (uint64_t)product << 62 | (uint64_t)thread << 32 | epoch;
}

bool qp_counting_begin(struct qp_counting *counting)
{
    const struct qp_profile *profile = counting->profile;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        const struct qp_profile_root *root = &profile->roots[i];
        if (root->group == QP_NONE && root->named == QP_NONE && !root->hidden &&
            qp_map_put(&counting->roots, root_key(root->product, root->thread, root->epoch), i + 1) != 0)
            return false;
    }
    return true;
}

static uint32_t keyed_root(struct qp_profile *profile, struct qp_map *map, uint64_t key, struct qp_profile_root root)
{
    root.reference = profile->root_count ? profile->roots[profile->root_count - 1].reference + 1 : 1;
    return QP_ARRAY_KEYED(map, key, &profile->roots, &profile->root_count, root);
}

/* Return the thread's own root in an epoch and a named context. If the thread reported no event there, it has no such
 * root, so add a root. The new root's reference is higher than all others, so that the array of roots stays sorted. */
static uint32_t root_of(struct qp_counting *counting, uint32_t epoch, uint32_t named)
{
    struct qp_profile *profile = counting->profile;
    uint32_t product = counting->item->record->product, thread = counting->item->thread;
    struct qp_profile_root root = {.product = product,
                                   .thread = thread,
                                   .group = QP_NONE,
                                   .epoch = epoch,
                                   .named = QP_NONE,
                                   .phase = qp_marks_phase(profile, product, epoch),
                                   .lives = QP_NONE,
                                   .cleared = epoch < profile->clear_epoch[product]};
    uint32_t base = keyed_root(profile, &counting->roots, root_key(product, thread, epoch), root);
    if (named == QP_NONE || base == QP_NONE)
        return base;
    root.named = named;
    return keyed_root(profile, &counting->named_roots, (uint64_t)base << 32 | named, root);
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

/* Return the counts of the record's method in an epoch and a named context. Several records of a thread may count one
 * method; they add to the same counts. Return NULL if out of memory. */
static struct qp_profile_counted *counted_in(struct qp_counting *counting, uint32_t epoch, uint32_t named)
{
    struct qp_profile *profile = counting->profile;
    const struct qp_counting_item *item = counting->item;
    uint32_t root = root_of(counting, epoch, named), blocks = item->record->blocks;
    if (root == QP_NONE)
        return NULL;
    uint64_t key = (uint64_t)root << 32 | item->method, known = qp_map_get(&counting->known, key);
    if (known && profile->counted[known - 1].count == blocks + 1)
        return &profile->counted[known - 1];
    struct qp_profile_counted *counted = add_counted(profile, root, item->method, blocks + 1);
    return counted && qp_map_put(&counting->known, key, profile->counted_count) == 0 ? counted : NULL;
}

bool qp_counting_make(struct qp_counting *counting, uint32_t epoch)
{
    struct qp_profile_counted *counted = counted_in(counting, epoch, QP_NONE);
    if (counted)
        counted->has_blocks |= counting->item->counts_blocks;
    return counted;
}

/* Return by how much a counter changed; NULL stands for zeros. */
static uint64_t difference_of(const uint64_t *before, const uint64_t *after, uint32_t counter)
{
    return (after ? after[counter] : 0) - (before ? before[counter] : 0);
}

/* Add the terms of each block. The counters were read one after another while the program ran, so a subtracted
 * counter may be too large, and a sum negative. fix_sums sets negative sums to 0. */
static void add_terms(const struct qp_counting_item *item, uint64_t *values, const uint64_t *before,
                      const uint64_t *after)
{
    for (uint32_t i = 0; i < item->record->term_count; i++) {
        const struct qp_counter_term *term = &item->terms[i];
        uint64_t difference = difference_of(before, after, (uint32_t)term->counter);
        values[term->block] += (uint64_t)(int64_t)term->factor * difference;
    }
}

bool qp_counting_add(struct qp_counting *counting, uint32_t epoch, uint32_t named, const uint64_t *before,
                     const uint64_t *after)
{
    const struct qp_counting_item *item = counting->item;
    uint32_t count = item->record->count;
    bool changed = false;
    for (uint32_t i = 0; !changed && i < count; i++)
        changed = difference_of(before, after, i) != 0;
    if (!changed)
        return true;
    struct qp_profile_counted *counted = counted_in(counting, epoch, named);
    if (!counted)
        return false;
    counted->has_blocks |= item->counts_blocks;
    if (item->terms)
        add_terms(item, counted->values, before, after);
    for (uint32_t i = 0; !item->terms && i < count; i++)
        counted->values[i] += difference_of(before, after, i);
    return true;
}

bool qp_counting_move(struct qp_counting *counting, uint32_t epoch, uint32_t named, const uint64_t *before,
                      const uint64_t *after)
{
    return named == QP_NONE || (qp_counting_add(counting, epoch, named, before, after) &&
                                qp_counting_add(counting, epoch, QP_NONE, after, before));
}
