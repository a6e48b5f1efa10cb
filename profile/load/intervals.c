#include "profile/load/counting.h"

#include "base/atomic.h"
#include "format/array.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an interval that are still to be read. */
struct bytes {
    const unsigned char *next;
    const unsigned char *end;
    bool failed;
};

/* Read a LEB128 number. */
static uint64_t take(struct bytes *bytes)
{
    uint64_t number = 0;
    for (unsigned shift = 0; bytes->next < bytes->end && shift < 64; shift += 7) {
        unsigned char byte = *bytes->next++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    bytes->failed = true;
    return 0;
}

struct interval {
    struct qp_counting *counting;
    const struct qp_interval_record *record;
    uint32_t named;                /* index of its named context, or of several at once */
    uint32_t highest[QP_PRODUCTS]; /* highest sequence number so far */
    uint64_t *changes;             /* zeros, or changes of the current counters */
    uint32_t room;                 /* number of elements of `changes` */
};

/* Return the index of the interval's named context. */
static uint32_t find_named(struct qp_profile *profile, uint32_t product, struct bytes *bytes, bool *ok)
{
    uint64_t count = take(bytes);
    if (bytes->failed || count > (uint64_t)(bytes->end - bytes->next)) {
        bytes->failed = true;
        return QP_NONE;
    }
    uint32_t *indexes = malloc((count + 1) * sizeof *indexes);
    *ok = indexes;
    for (uint64_t i = 0; i < count && *ok; i++) {
        uint64_t number = take(bytes);
        indexes[i] = number <= QP_NAMED_REST ? qp_named_find(profile, product, (uint32_t)number) : QP_NONE;
    }
    uint32_t named = *ok && !bytes->failed ? qp_named_several(profile, indexes, (uint32_t)count, ok) : QP_NONE;
    free(indexes);
    return named;
}

static bool make_room(struct interval *interval, struct qp_counting_item *item)
{
    uint32_t count = item->record->count;
    if (!item->ended)
        item->ended = calloc(count, sizeof *item->ended);
    if (count > interval->room) {
        free(interval->changes);
        interval->changes = calloc(count, sizeof *interval->changes);
        interval->room = interval->changes ? count : 0;
    }
    return item->ended && interval->changes;
}

/* Read the changes of an item's counters. `repeated` is the last change. */
static void take_changes(struct interval *interval, const struct qp_counting_item *item, struct bytes *bytes,
                         uint64_t *repeated)
{
    uint64_t index = 0;
    for (uint64_t token; (token = take(bytes)) != 0;) {
        index += (token - 1) / 2;
        if (bytes->failed || index >= item->record->count) {
            bytes->failed = true;
            return;
        }
        if (token % 2 == 1)
            *repeated = take(bytes);
        interval->changes[index] += *repeated;
        if (!(interval->record->flags & QP_INTERVAL_HITS))
            item->ended[index] += *repeated;
        index++;
    }
}

/* Return the index of the item whose reference divided by 8 is this number, or the number of items. */
static uint32_t find_item(const struct qp_counting *counting, uint32_t number)
{
    uint32_t first = 0, end = counting->item_count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (counting->items[middle].reference / 8 < number)
            first = middle + 1;
        else
            end = middle;
    }
    bool found = first < counting->item_count && counting->items[first].reference / 8 == number;
    return found ? first : counting->item_count;
}

/* Read the items of an interval. Return false if out of memory. */
static bool take_items(struct interval *interval, struct bytes *bytes)
{
    struct qp_counting *counting = interval->counting;
    const struct qp_interval_record *record = interval->record;
    uint64_t repeated = 1;
    uint32_t number = 0;
    while (bytes->next < bytes->end && !bytes->failed) {
        uint64_t difference = take(bytes);
        number += (uint32_t)(difference % 2 ? -(difference / 2) - 1 : difference / 2);
        uint32_t index = find_item(counting, number);
        if (index == counting->item_count || counting->items[index].record->product != record->product) {
            bytes->failed = true;
            return true;
        }
        struct qp_counting_item *item = &counting->items[index];
        if (!make_room(interval, item))
            return false;
        take_changes(interval, item, bytes, &repeated);
        counting->item = item;
        if (!bytes->failed && record->flags & QP_INTERVAL_COUNTS &&
            !qp_counting_move(counting, record->epoch, interval->named, NULL, interval->changes))
            return false;
        memset(interval->changes, 0, item->record->count * sizeof *interval->changes);
    }
    return true;
}

static bool add_interval(struct interval *interval, const struct qp_interval_record *record, uint32_t size)
{
    struct qp_profile *profile = interval->counting->profile;
    struct bytes bytes = {(const unsigned char *)(record + 1), (const unsigned char *)record + size, false};
    bool ok = true;
    if (record->product >= QP_PRODUCTS)
        return true;
    interval->record = record;
    interval->named = find_named(profile, record->product, &bytes, &ok);
    bool hits = record->flags & QP_INTERVAL_HITS;
    if (hits && interval->named != QP_NONE)
        profile->named[interval->named].hits = true;
    if (record->sequence > interval->highest[record->product] && !hits && !bytes.failed) {
        interval->highest[record->product] = record->sequence;
        interval->counting->present[record->product] = interval->named;
    }
    ok = ok && take_items(interval, &bytes);
    if (bytes.failed)
        QP_LOAD_DAMAGE(profile, "the counts of a context are incomplete");
    return ok;
}

bool qp_intervals_load(struct qp_counting *counting)
{
    struct qp_reader *reader = &counting->profile->reader;
    struct interval interval = {.counting = counting};
    struct qp_walk walk = {.kind = QP_KIND_INTERVAL};
    struct qp_records records;
    bool ok = true;
    while (ok && qp_reader_next(reader, &walk, &records)) {
        for (size_t at = 0; ok && records.size - at >= sizeof(struct qp_interval_record);) {
            const struct qp_interval_record *record = (const void *)(records.bytes + at);
            uint32_t size = qp_load_acquire(&record->size);
            if (size == 0)
                break;
            if (size < sizeof *record || size > records.size - at) {
                qp_reader_damage(reader, "counts of a context do not fit their chunk");
                break;
            }
            ok = add_interval(&interval, record, size);
            at += ((size_t)size + 7) & ~(size_t)7;
        }
        qp_reader_take(reader, records.size);
    }
    free(interval.changes);
    return ok;
}
