#include "profile/load/load.h"

#include "base/hash.h"
#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>
#include <string.h>

static bool add_named(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_named_record *record = of;
    if (record->product >= QP_PRODUCTS || record->number == 0) {
        QP_LOAD_DAMAGE(profile, "a context has no product or number");
        return true;
    }
    return QP_ARRAY_APPEND(&profile->named, &profile->named_count,
                           (struct qp_profile_named){.product = record->product,
                                                     .number = record->number,
                                                     .name = qp_reader_text(&profile->reader, record->name),
                                                     .load = record->flags & QP_NAMED_LOAD,
                                                     .hits = record->flags & QP_NAMED_HITS,
                                                     .several = record->flags & QP_NAMED_SEVERAL});
}

static int compare(const void *a, const void *b)
{
    const struct qp_profile_named *one = a, *other = b;
    return QP_ORDER({one->several, other->several}, {one->product, other->product}, {one->number, other->number});
}

/* Find a context among `count` ones that are sorted. */
static uint32_t search(const struct qp_profile *profile, uint32_t first, uint32_t count, struct qp_profile_named key)
{
    const struct qp_profile_named *found =
        count ? bsearch(&key, profile->named + first, count, sizeof key, compare) : NULL;
    return found ? (uint32_t)(found - profile->named) : QP_NONE;
}

uint32_t qp_named_find(const struct qp_profile *profile, uint32_t product, uint32_t number)
{
    uint32_t singles = profile->named_single_count, several = profile->named_read_count - singles;
    if (number == 0)
        return QP_NONE;
    uint32_t found = search(profile, 0, singles, (struct qp_profile_named){.product = product, .number = number});
    return found != QP_NONE ? found
                            : search(profile, singles, several,
                                     (struct qp_profile_named){.product = product, .number = number, .several = true});
}

static bool add_within(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_within_record *record = of;
    uint32_t inner = qp_named_find(profile, record->product, record->inner);
    uint32_t outer = qp_named_find(profile, record->product, record->outer);
    if (inner == QP_NONE || outer == QP_NONE) {
        QP_LOAD_DAMAGE(profile, "a context is within one that is not in the file");
        return true;
    }
    return QP_ARRAY_APPEND(&profile->within, &profile->within_count,
                           (struct qp_profile_within){.inner = inner, .outer = outer});
}

/* ---- several contexts at once ------------------------------------------------------------------------------------ */

static int compare_indexes(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static bool has_members(const struct qp_profile_named *named, const uint32_t *indexes, uint32_t count)
{
    return named->member_count == count && memcmp(named->members, indexes, count * sizeof *indexes) == 0;
}

uint32_t qp_named_several(struct qp_profile *profile, uint32_t *indexes, uint32_t count, bool *ok)
{
    uint32_t unique = 0;
    qsort(indexes, count, sizeof *indexes, compare_indexes);
    for (uint32_t i = 0; i < count && indexes[i] != QP_NONE; i++)
        if (unique == 0 || indexes[unique - 1] != indexes[i])
            indexes[unique++] = indexes[i];
    if (unique < 2)
        return unique == 0 ? QP_NONE : indexes[0];
    uint64_t key = qp_hash_bytes(indexes, unique * sizeof *indexes) | 1;
    uint64_t known = qp_map_get(&profile->several_map, key);
    if (known && has_members(&profile->named[known - 1], indexes, unique))
        return (uint32_t)known - 1;
    struct qp_profile_named named = {.product = profile->named[indexes[0]].product,
                                     .several = true,
                                     .members = malloc(unique * sizeof *indexes),
                                     .member_count = unique};
    if (named.members)
        memcpy(named.members, indexes, unique * sizeof *indexes);
    *ok = named.members && QP_ARRAY_APPEND(&profile->named, &profile->named_count, named) &&
          qp_map_put(&profile->several_map, key, profile->named_count) == 0;
    return *ok ? profile->named_count - 1 : QP_NONE;
}

/* Read the members of a context that stands for several ones in a merged file. */
static bool read_members(struct qp_profile *profile, uint32_t index)
{
    struct qp_profile_named *named = &profile->named[index];
    uint32_t count = named->name.length / (uint32_t)sizeof(uint16_t);
    named->members = calloc((size_t)count + 1, sizeof *named->members);
    if (!named->members)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t number;
        memcpy(&number, named->name.bytes + i * sizeof number, sizeof number);
        uint32_t member = qp_named_find(profile, named->product, number);
        if (member < profile->named_single_count)
            named->members[named->member_count++] = member;
    }
    qsort(named->members, named->member_count, sizeof *named->members, compare_indexes);
    named->name = (struct qp_text){NULL, 0};
    return true;
}

bool qp_named_load(struct qp_profile *profile)
{
    if (!qp_reader_each(&profile->reader, QP_KIND_NAMED, sizeof(struct qp_named_record), add_named, profile))
        return false;
    if (profile->named_count)
        qsort(profile->named, profile->named_count, sizeof *profile->named, compare);
    profile->named_read_count = profile->named_count;
    while (profile->named_single_count < profile->named_count && !profile->named[profile->named_single_count].several)
        profile->named_single_count++;
    bool ok = true;
    for (uint32_t i = profile->named_single_count; ok && i < profile->named_count; i++)
        ok = read_members(profile, i);
    return ok && qp_reader_each(&profile->reader, QP_KIND_WITHIN, sizeof(struct qp_within_record), add_within, profile);
}
