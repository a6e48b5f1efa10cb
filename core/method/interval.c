#include "core/method/interval.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/pieces.h"
#include "core/method/named.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/thread/mark.h"

#include <string.h>

/* Counters of a method for one owner. */
struct source {
    struct qp_block_counters_record *record; /* in the data file; NULL = none in this file */
    const unsigned char *base;               /* first counter */
    size_t stride;                           /* bytes from one counter to the next */
    uint64_t *ended;                         /* values when the last interval ended; NULL = all 0 */
    uint32_t room;                           /* number of values for which `ended` has room */
};

static struct state {
    struct qp_pieces sources; /* by number of the counters, from 1 */
    uint32_t count;           /* highest number of a source */
    uint32_t sequence;        /* number of the last record in the file; 0 = no intervals are written */
    bool is_set;              /* the client has set the context of the counters */
    uint16_t set;             /* that context; 0 = none */
} states[QP_PRODUCTS] = {
    [QP_QPROF] = {.sources = {.size = sizeof(struct source), .each = 1024}},
    [QP_CPROF] = {.sources = {.size = sizeof(struct source), .each = 1024}},
    [QP_VT] = {.sources = {.size = sizeof(struct source), .each = 1024}},
};

/* ---- records ----------------------------------------------------------------------------------------------------- */

/* Bytes of a LEB128 number of 64 bits. */
#define LONGEST 10

/* A record of an interval while it is written. A long interval consists of several records. */
struct writing {
    enum qp_product product;
    uint16_t flags; /* QP_INTERVAL_* */
    bool failed;
    uint32_t head;     /* bytes of the list of contexts */
    uint32_t size;     /* bytes so far */
    uint32_t at;       /* reference divided by 8 of the last counters in the record */
    uint64_t repeated; /* number by which the last counter in the record changed */
    unsigned char bytes[4096];
};

static inline unsigned char *put(unsigned char *at, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *at++ = (unsigned char)(number | 0x80);
    *at++ = (unsigned char)number;
    return at;
}

static void append(struct writing *writing, uint64_t number)
{
    writing->size = (uint32_t)(put(writing->bytes + writing->size, number) - writing->bytes);
}

static void restart(struct writing *writing)
{
    writing->size = writing->head;
    writing->at = 0;
    writing->repeated = 1;
}

/* Maximum number of contexts that a record lists. More of them are not listed; they occur if a program has a context
 * for each of many threads at once. */
#define MOST_LISTED 512

static void begin_in(struct writing *writing, enum qp_product product, uint16_t flags, uint32_t count,
                     const struct qp_named_threads *contexts)
{
    count = count < MOST_LISTED ? count : MOST_LISTED;
    writing->product = product;
    writing->flags = flags;
    writing->failed = false;
    writing->size = 0;
    append(writing, count);
    for (uint32_t i = 0; i < count; i++)
        append(writing, contexts[i].number);
    writing->head = writing->size;
    restart(writing);
}

/* Begin a record of an interval in the present contexts. */
static void begin(struct writing *writing, enum qp_product product, bool counts)
{
    const struct state *state = &states[product];
    struct qp_named_active active = qp_named_active(product);
    const struct qp_named_threads set = {.number = state->set};
    begin_in(writing, product, counts ? QP_INTERVAL_COUNTS : 0, state->is_set ? state->set != 0 : active.count,
             state->is_set ? &set : active.items);
}

static void write_record(struct writing *writing)
{
    struct state *state = &states[writing->product];
    uint32_t size = (uint32_t)sizeof(struct qp_interval_record) + writing->size;
    struct qp_interval_record *record = qp_arena_take_shared(QP_KIND_INTERVAL, (size + 7u) & ~7u);
    if (!record) {
        qp_diagnose(writing->product, QP_DIAGNOSTIC_NO_ROOM, "counts by context");
        writing->failed = true;
        return;
    }
    record->product = (uint16_t)writing->product;
    record->flags = writing->flags;
    record->sequence = ++state->sequence;
    record->epoch = qp_mark_epoch(writing->product);
    memcpy(record + 1, writing->bytes, writing->size);
    qp_store_release(&record->size, size); /* pairs with profile/load/intervals.c */
    restart(writing);
}

/* Write the last record, unless it lists no counters. */
static void finish(struct writing *writing)
{
    if (writing->size > writing->head && !writing->failed)
        write_record(writing);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static uint64_t value_at(const struct source *source, uint32_t index)
{
    return qp_load_relaxed((const uint64_t *)(source->base + index * source->stride));
}

/* Return the index of the first counter from `index` on that changed since the last interval, or the number of
 * counters. */
static inline uint32_t next_changed(const struct source *source, uint32_t count, uint32_t index)
{
    while (index < count && value_at(source, index) == source->ended[index])
        index++;
    return index;
}

/* Write the counters that changed from `index` on, until the record is full. Return the index of the first one that was
 * not written, or the number of counters. The loop works on a copy of the source and on variables, since the stores to
 * the record might change any other memory. */
static uint32_t put_changes(struct writing *writing, struct source source, uint32_t index)
{
    const unsigned char *full = writing->bytes + sizeof writing->bytes - 3 * LONGEST;
    unsigned char *at = writing->bytes + writing->size;
    uint64_t repeated = writing->repeated;
    uint32_t count = source.record->count;
    for (uint32_t last = 0; index < count && at <= full; index = next_changed(&source, count, last)) {
        uint64_t value = value_at(&source, index), change = value - source.ended[index];
        source.ended[index] = value;
        bool repeats = change == repeated;
        at = put(at, 2 * (uint64_t)(index - last) + 1 + repeats);
        if (!repeats)
            at = put(at, change);
        repeated = change;
        last = index + 1;
    }
    writing->repeated = repeated;
    writing->size = (uint32_t)(at - writing->bytes);
    return index;
}

/* Begin the list of a source's counters. If the record has no room for one, continue in another record. */
static void put_reference(struct writing *writing, const struct source *source)
{
    if (sizeof writing->bytes - writing->size < 4 * LONGEST)
        write_record(writing);
    uint32_t number = qp_store_reference(source->record) / 8;
    int64_t difference = (int64_t)number - writing->at;
    append(writing, difference < 0 ? -2 * (uint64_t)difference - 1 : 2 * (uint64_t)difference);
    writing->at = number;
}

/* Write the counters of a source that changed. If the record has no room for all of them, continue in another one. */
static void put_source(struct writing *writing, const struct source *source)
{
    uint32_t count = source->record->count;
    for (uint32_t index = next_changed(source, count, 0); index < count && !writing->failed;) {
        put_reference(writing, source);
        index = put_changes(writing, *source, index);
        append(writing, 0);
    }
}

/* Allocate the values at the end of the last interval. They stay allocated for the life of the process. */
static bool has_ended(struct source *source)
{
    if (source->room >= source->record->count)
        return true;
    uint64_t *ended = qp_memory_keep(source->record->count * sizeof *ended);
    if (!ended)
        return false;
    source->ended = ended;
    source->room = source->record->count;
    return true;
}

/* Write the changes of the sources with these numbers, as those of the interval that ends now. */
static void put_all(enum qp_product product, bool counts, uint32_t first, uint32_t last)
{
    struct writing writing;
    begin(&writing, product, counts);
    for (uint32_t i = first; i <= last && !writing.failed; i++) {
        struct source *source = qp_pieces_at(&states[product].sources, i);
        if (source && source->record && has_ended(source))
            put_source(&writing, source);
    }
    finish(&writing);
}

/* ---- intervals --------------------------------------------------------------------------------------------------- */

void qp_interval_end(enum qp_product product, bool counts)
{
    if (states[product].sequence != 0)
        put_all(product, counts, 1, states[product].count);
}

/* Write a record without counters: the counts from now on belong to the contexts that threads have. */
static void write_contexts(enum qp_product product)
{
    struct writing writing;
    begin(&writing, product, true);
    write_record(&writing);
}

/* Begin to write intervals. The counts up to the newest snapshot of each counter belong to no epoch, and the counts
 * since then to no context. */
static void begin_intervals(enum qp_product product)
{
    struct state *state = &states[product];
    struct writing writing;
    begin(&writing, product, false);
    for (uint32_t i = 1; i <= state->count && !writing.failed; i++) {
        struct source *source = qp_pieces_at(&state->sources, i);
        if (!source || !source->record || source->record->snapshot == 0 || !has_ended(source))
            continue;
        const struct qp_block_snapshot *snapshot = qp_store_at(source->record->snapshot);
        struct source before = *source;
        before.base = (const unsigned char *)snapshot->values;
        before.stride = sizeof snapshot->values[0];
        put_source(&writing, &before);
    }
    finish(&writing);
    put_all(product, !qp_mark_is_paused(product), 1, state->count);
}

/* End the interval before the present contexts change. */
static void end_before_change(enum qp_product product)
{
    if (states[product].count > 0 && states[product].sequence == 0)
        begin_intervals(product);
    else
        qp_interval_end(product, !qp_mark_is_paused(product));
}

void qp_interval_change(enum qp_product product, uint16_t *named, uint16_t to)
{
    const struct state *state = &states[product];
    if (*named == to)
        return;
    if (!state->is_set)
        end_before_change(product);
    qp_named_move(product, *named, to);
    *named = to;
    if (!state->is_set && state->count > 0)
        write_contexts(product);
}

void qp_interval_set(enum qp_product product, uint16_t number)
{
    struct state *state = &states[product];
    if (state->is_set && state->set == number)
        return;
    end_before_change(product);
    state->is_set = true;
    state->set = number;
    if (state->count > 0)
        write_contexts(product);
}

/* ---- hits -------------------------------------------------------------------------------------------------------- */

/* Write those of the counters that are a source's. */
static void put_hits(struct writing *writing, const struct source *source, const void *const *counters, size_t count)
{
    uint64_t last = 0, size = source->record->count * source->stride;
    uint32_t first = QP_BISECT(k, (uint32_t)count, (uintptr_t)counters[k] < (uintptr_t)source->base);
    for (size_t i = first; i < count && !writing->failed;) {
        uintptr_t offset = (uintptr_t)counters[i] - (uintptr_t)source->base;
        if (offset >= size)
            return;
        put_reference(writing, source);
        for (last = 0; i < count && sizeof writing->bytes - writing->size >= 3 * LONGEST; i++) {
            uint64_t index = ((uintptr_t)counters[i] - (uintptr_t)source->base) / source->stride;
            if (index >= source->record->count)
                break;
            if (index < last)
                continue; /* listed twice */
            append(writing, 2 * (index - last) + 2);
            last = index + 1;
        }
        append(writing, 0);
    }
}

void qp_interval_hits(enum qp_product product, uint16_t number, const void *const *counters, size_t count)
{
    const struct state *state = &states[product];
    const struct qp_named_threads context = {.number = number};
    struct writing writing;
    if (state->count > 0 && state->sequence == 0)
        begin_intervals(product);
    begin_in(&writing, product, QP_INTERVAL_HITS | (qp_mark_is_paused(product) ? 0 : QP_INTERVAL_COUNTS), 1, &context);
    for (uint32_t i = 1; i <= state->count && !writing.failed; i++) {
        const struct source *source = qp_pieces_at(&states[product].sources, i);
        if (source && source->record)
            put_hits(&writing, source, counters, count);
    }
    finish(&writing);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

void qp_interval_add(uint32_t number, struct qp_block_counters_record *record, const unsigned char *base)
{
    enum qp_product product = (enum qp_product)record->product;
    struct state *state = &states[product];
    struct source *source = qp_pieces_make(&state->sources, number);
    if (!source)
        return; /* the counts belong to no context */
    source->record = record;
    source->base = base;
    source->stride = record->stride;
    state->count = number > state->count ? number : state->count;
    if (state->sequence == 0 && (state->is_set ? state->set != 0 : qp_named_active(product).count > 0))
        write_contexts(product);
    if (state->sequence != 0)
        put_all(product, false, number, number);
}

void qp_interval_reset(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct state *state = &states[product];
        for (uint32_t i = 1; i <= state->count; i++) {
            struct source *source = qp_pieces_at(&state->sources, i);
            if (source && source->ended)
                memset(source->ended, 0, source->room * sizeof *source->ended);
            if (source)
                source->record = NULL;
        }
        state->count = state->sequence = 0;
        state->is_set = false;
    }
}
