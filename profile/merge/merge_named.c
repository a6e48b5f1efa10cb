#include "profile/merge/merging.h"
#include "profile/merge/merge_writing.h"

#include "base/hash.h"
#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

/* ---- one context ------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct qp_merge *merge, const struct qp_merged_named *named)
{
    const uint32_t *members = (const void *)named->members.bytes;
    uint64_t hash = qp_hash_bytes(named->name.bytes, named->name.length) + named->flags;
    for (uint32_t i = 0; i < named->members.length / sizeof *members; i++)
        hash += merge->named[members[i]].hash;
    return hash;
}

static uint32_t find(struct qp_merge *merge, struct qp_merged_named named)
{
    named.hash = hash_of(merge, &named);
    const uint64_t parts[] = {named.product, named.flags, qp_texts_key(named.name), qp_texts_key(named.members)};
    uint32_t number = QP_ARRAY_KEYED(&merge->named_map, qp_texts_identity(&merge->texts, parts, sizeof parts),
                                     &merge->named, &merge->named_count, named);
    merge->failed |= number == QP_NONE;
    return number;
}

static int compare(const void *a, const void *b)
{
    return QP_ORDER({*(const uint32_t *)a, *(const uint32_t *)b});
}

/* Return the numbers of the contexts of which it is unknown which one ran, as a text. */
static struct qp_text members_of(struct qp_merge *merge, const struct qp_adding *adding,
                                 const struct qp_profile_named *it)
{
    uint32_t *numbers = malloc((it->member_count + 1) * sizeof *numbers);
    struct qp_text members = {NULL, 0};
    for (uint32_t i = 0; numbers && i < it->member_count; i++)
        numbers[i] = adding->named[it->members[i]];
    if (numbers && it->member_count) {
        qsort(numbers, it->member_count, sizeof *numbers, compare);
        members = qp_texts_keep(&merge->texts,
                                (struct qp_text){(const char *)numbers, it->member_count * (uint32_t)sizeof *numbers});
    }
    merge->failed |= !numbers;
    free(numbers);
    return members;
}

void qp_merge_named(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    for (uint32_t i = 0; i < profile->named_count && !merge->failed; i++) {
        const struct qp_profile_named *it = &profile->named[i];
        struct qp_text name = it->load ? qp_merge_file_name(merge, adding, it->name) : it->name;
        adding->named[i] = find(merge, (struct qp_merged_named){.product = it->product,
                                                                .flags = it->load ? QP_NAMED_LOAD : 0,
                                                                .name = qp_texts_keep(&merge->texts, name),
                                                                .members = members_of(merge, adding, it)});
        if (!merge->failed)
            merge->named[adding->named[i]].hits |= it->hits;
    }
    for (uint32_t i = 0; i < profile->within_count && !merge->failed; i++) {
        const struct qp_profile_within within = {adding->named[profile->within[i].inner],
                                                 adding->named[profile->within[i].outer]};
        merge->failed |= QP_ARRAY_KEYED(&merge->within_map, ((uint64_t)within.inner << 32 | within.outer) + 1,
                                        &merge->within, &merge->within_count, within) == QP_NONE;
    }
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* Return the file's numbers of several contexts, 16 bits each, as a string. */
static uint32_t write_members(const struct qp_merge_writing *writing, const struct qp_merged_named *it)
{
    uint32_t count = it->members.length / (uint32_t)sizeof(uint32_t);
    const uint32_t *members = (const void *)it->members.bytes;
    uint16_t *numbers = malloc((count + 1) * sizeof *numbers);
    for (uint32_t i = 0; numbers && i < count; i++)
        numbers[i] = writing->named[members[i]];
    uint32_t string =
        numbers ? qp_merge_string(writing, (struct qp_text){(const char *)numbers, count * (uint32_t)sizeof *numbers})
                : 0;
    free(numbers);
    return string;
}

void qp_merge_write_named(const struct qp_merge_writing *writing)
{
    const struct qp_merge *merge = writing->merge;
    uint32_t counts[QP_PRODUCTS] = {0};
    for (uint32_t i = 0; i < merge->named_count; i++) {
        uint32_t number = writing->order->named[i];
        const struct qp_merged_named *it = &merge->named[number];
        if (counts[it->product] == QP_NAMED_REST - 1)
            continue; /* its counts belong to no context */
        writing->named[number] = (uint16_t)++counts[it->product];
        QP_WRITER_ADD(writing->to, QP_KIND_NAMED, struct qp_named_record, .published = 1,
                      .product = (uint16_t)it->product, .number = writing->named[number],
                      .name = it->members.length ? write_members(writing, it) : qp_merge_string(writing, it->name),
                      .flags =
                          it->flags | (it->members.length ? QP_NAMED_SEVERAL : 0) | (it->hits ? QP_NAMED_HITS : 0));
    }
    for (uint32_t i = 0; i < merge->within_count; i++) {
        const struct qp_profile_within *it = &merge->within[writing->order->within[i]];
        if (!writing->named[it->inner] || !writing->named[it->outer])
            continue;
        QP_WRITER_ADD(writing->to, QP_KIND_WITHIN, struct qp_within_record, .published = 1,
                      .product = (uint16_t)merge->named[it->inner].product, .inner = writing->named[it->inner],
                      .outer = writing->named[it->outer]);
    }
}
