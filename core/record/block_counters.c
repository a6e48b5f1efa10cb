#include "core/record/block_counters.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/pieces.h"
#include "core/store/arena.h"
#include "core/store/counter_pages.h"
#include "core/store/diagnose.h"
#include "core/record/mark.h"
#include "core/record/method.h"
#include "core/record/occupy.h"
#include "core/record/run.h"
#include "core/record/slow.h"
#include "qprof.h"

#include <string.h>

/* Counters stay for good; a client that retires a method and defines it again leaves those of the old one behind. */
struct counters {
    uint64_t method;
    uint64_t owner;   /* 0 = a system thread's */
    uint32_t carrier; /* number, of a system thread's */
    uint32_t stride;
    uint32_t count;
    uint32_t blocks;
    uint32_t record; /* reference, 0 = the present data file has none */
    uint32_t like;   /* number of the next one with this hash, 0 = none */
    uint32_t next;   /* number of the next one of this method, 0 = none */
    bool retired;    /* its method is gone, and nobody gets it any more */
    uint32_t term_count;
    const struct qp_counter_term *terms; /* NULL = one counter for each block and one for the calls */
    unsigned char *base;
};

/* By number from 1. A million functions of an interpreter. */
static struct known {
    struct qp_pieces pieces;
    uint32_t count;
    struct qp_map by_hash; /* the number of the newest */
} known[QP_PRODUCTS] = {
    [QP_QPROF] = {.pieces = {.size = sizeof(struct counters), .each = 1024}},
    [QP_CPROF] = {.pieces = {.size = sizeof(struct counters), .each = 1024}},
    [QP_VT] = {.pieces = {.size = sizeof(struct counters), .each = 1024}},
};

static struct qp_arena records = {.kind = QP_KIND_BLOCK_COUNTERS};
static struct qp_arena snapshots = {.kind = QP_KIND_SNAPSHOT};
static struct qp_arena tables = {.kind = QP_KIND_LINES};

void qp_block_counters_reset_records(void)
{
    records = (struct qp_arena){.kind = QP_KIND_BLOCK_COUNTERS};
    snapshots = (struct qp_arena){.kind = QP_KIND_SNAPSHOT};
    tables = (struct qp_arena){.kind = QP_KIND_LINES};
    for (int product = 0; product < QP_PRODUCTS; product++)
        for (uint32_t i = 1; i <= known[product].count; i++)
            ((struct counters *)qp_pieces_at(&known[product].pieces, i))->record = 0;
}

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/* The client counts meanwhile. */
static uint64_t value_of(const struct counters *counters, uint32_t index)
{
    return qp_load_relaxed((const uint64_t *)(counters->base + (size_t)index * counters->stride));
}

static bool has_changed(const struct counters *counters, const struct qp_block_counters_record *record)
{
    const struct qp_block_snapshot *newest = record->snapshot == 0 ? NULL : qp_store_at(record->snapshot);
    for (uint32_t i = 0; i < counters->count; i++)
        if (value_of(counters, i) != (newest ? newest->values[i] : 0))
            return true;
    return false;
}

/* What was counted since the one before is of this epoch; of none where it is not to count. */
static void take_snapshot(const struct counters *counters, enum qp_product product, bool counts)
{
    struct qp_block_counters_record *record = qp_store_at(counters->record);
    if (!has_changed(counters, record))
        return;
    struct qp_block_snapshot *snapshot =
        qp_arena_take(&snapshots, sizeof *snapshot + (uint64_t)counters->count * sizeof snapshot->values[0]);
    if (!snapshot) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a snapshot of the counters of method %#llx",
                    (unsigned long long)counters->method);
        return;
    }
    snapshot->before = record->snapshot;
    snapshot->epoch = qp_mark_epoch(product);
    snapshot->counted = counts;
    snapshot->count = counters->count;
    for (uint32_t i = 0; i < counters->count; i++)
        snapshot->values[i] = value_of(counters, i);
    qp_store_release(&record->snapshot, qp_store_reference(snapshot)); /* pairs with data/block_counters.c */
}

static void each(enum qp_product product, void (*visit)(struct counters *counters, enum qp_product product))
{
    for (uint32_t i = 1; i <= known[product].count; i++) {
        struct counters *counters = qp_pieces_at(&known[product].pieces, i);
        if (counters->record != 0)
            visit(counters, product);
    }
}

static void snapshot(struct counters *counters, enum qp_product product)
{
    take_snapshot(counters, product, !qp_mark_is_paused(product));
}

void qp_block_counters_snapshot(enum qp_product product)
{
    each(product, snapshot);
}

static void end(struct counters *counters, enum qp_product product)
{
    snapshot(counters, product);
    qp_store_release(&((struct qp_block_counters_record *)qp_store_at(counters->record))->over, 1);
}

void qp_block_counters_end(enum qp_product product)
{
    each(product, end);
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

/* What was counted before is of no run. */
static void go_on(struct counters *counters, enum qp_product product)
{
    take_snapshot(counters, product, false);
    qp_store_release(&((struct qp_block_counters_record *)qp_store_at(counters->record))->over, 0);
}

static bool write_terms(const struct counters *counters, struct qp_block_counters_record *record)
{
    if (!counters->terms)
        return true;
    size_t size = counters->term_count * sizeof *counters->terms;
    struct qp_counter_term *terms = qp_arena_take(&tables, size);
    if (!terms)
        return false;
    memcpy(terms, counters->terms, size);
    record->terms = qp_store_reference(terms);
    record->term_count = counters->term_count;
    return true;
}

/* Returns 0, or -1 when there is no room. */
static int write_record(struct counters *counters, enum qp_product product, const struct qp_carrier *carrier)
{
    uint64_t values = qp_counter_pages_offset(product, counters->base);
    struct qp_block_counters_record *record = values == 0 ? NULL : qp_arena_take(&records, sizeof *record);
    if (!record || !write_terms(counters, record)) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "counters of method %#llx", (unsigned long long)counters->method);
        return -1;
    }
    qp_store.header->features |= QP_FEATURE_COUNTERS;
    record->product = product;
    record->method = counters->method;
    record->owner = counters->owner;
    record->thread = qp_store_reference(carrier->record);
    record->count = counters->count;
    record->stride = counters->stride;
    record->values = values;
    record->blocks = counters->blocks;
    counters->record = qp_store_reference(record);
    go_on(counters, product);
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over them */
    return 0;
}

void qp_block_counters_begin(enum qp_product product, struct qp_lane *lane)
{
    each(product, go_on);
    if (!lane || known[product].count == 0)
        return;
    qp_counter_pages_enter(product);
    for (uint32_t i = 1; i <= known[product].count; i++) {
        struct counters *counters = qp_pieces_at(&known[product].pieces, i);
        if (counters->record == 0 && !counters->retired)
            write_record(counters, product, qp_lane_carrier(lane, product));
    }
}

/* ---- which are they? --------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct counters *counters)
{
    uint64_t owner = counters->owner != 0 ? counters->owner : ~(uint64_t)counters->carrier;
    return qp_hash_key(qp_hash_key(counters->method) ^ owner) + counters->stride;
}

static bool is_like(const struct counters *one, const struct counters *other)
{
    return !one->retired && one->method == other->method && one->owner == other->owner &&
           one->carrier == other->carrier && one->stride == other->stride;
}

static struct counters *find(enum qp_product product, const struct counters *wanted)
{
    uint32_t number = (uint32_t)qp_map_get(&known[product].by_hash, hash_of(wanted));
    while (number != 0) {
        struct counters *counters = qp_pieces_at(&known[product].pieces, number);
        if (is_like(counters, wanted))
            return counters;
        number = counters->like;
    }
    return NULL;
}

static bool keep_terms(struct counters *counters)
{
    size_t size = counters->term_count * sizeof *counters->terms;
    struct qp_counter_term *terms = qp_memory_keep(size);
    if (terms)
        memcpy(terms, counters->terms, size);
    counters->terms = terms;
    return terms;
}

/* An id may serve one method after another: those of retired ones are left out of what is looked through. */
static uint32_t newest_like(const struct known *of, uint64_t hash)
{
    uint32_t number = (uint32_t)qp_map_get(&of->by_hash, hash);
    const struct counters *newest = qp_pieces_at(&of->pieces, number);
    while (number != 0 && newest->retired) {
        number = newest->like;
        newest = qp_pieces_at(&of->pieces, number);
    }
    return number;
}

/* NULL without memory. */
static struct counters *make(enum qp_product product, const struct counters *wanted, struct qp_method *method)
{
    struct known *of = &known[product];
    uint32_t number = of->count + 1;
    uint64_t hash = hash_of(wanted);
    struct counters *counters = qp_pieces_make(&of->pieces, number);
    unsigned char *base = counters ? qp_counter_pages_take(product, (size_t)wanted->count * wanted->stride) : NULL;
    if (!base)
        return NULL;
    *counters = *wanted;
    counters->base = base;
    if (wanted->terms && !keep_terms(counters))
        return NULL;
    counters->like = newest_like(of, hash);
    if (qp_map_put(&of->by_hash, hash, number) != 0)
        return NULL;
    counters->next = method->counters;
    method->counters = number;
    of->count = number;
    return counters;
}

void qp_block_counters_rename(enum qp_product product, const struct qp_method *method, uint64_t to)
{
    for (uint32_t number = method->counters; number != 0;) {
        const struct counters *counters = qp_pieces_at(&known[product].pieces, number);
        if (counters->record != 0)
            qp_store_release(&((struct qp_block_counters_record *)qp_store_at(counters->record))->method, to);
        number = counters->next;
    }
}

void qp_block_counters_forget(enum qp_product product, struct qp_method *method)
{
    for (uint32_t number = method->counters; number != 0;) {
        struct counters *counters = qp_pieces_at(&known[product].pieces, number);
        counters->retired = true;
        number = counters->next;
    }
    method->counters = 0;
}

/* ---- handing out ------------------------------------------------------------------------------------------------- */

/* More are a damaged argument, not a method. */
#define MOST 1000000

static bool terms_are_good(const struct qprof_BlockCounters *asked, uint32_t blocks)
{
    if (!asked->terms)
        return true;
    bool good = asked->length > 0 && asked->length <= MOST && asked->term_count > 0 && asked->term_count <= MOST;
    for (int i = 0; good && i < asked->term_count; i++)
        good = asked->terms[i].block >= 0 && (uint32_t)asked->terms[i].block <= blocks &&
               asked->terms[i].counter >= 0 && asked->terms[i].counter < asked->length;
    return good;
}

/* Returns 0, or -1 when there is no room. */
static int hand_out(enum qp_product product, const struct counters *wanted, struct qp_method *method,
                    const struct qp_carrier *carrier, struct qprof_BlockCounters *given)
{
    struct counters *counters = find(product, wanted);
    if (!counters)
        counters = make(product, wanted, method);
    if (!counters)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "counters of method %#llx", (unsigned long long)wanted->method);
    if (!counters || (counters->record == 0 && write_record(counters, product, carrier) != 0))
        return -1;
    given->base = counters->base;
    given->length = (int)counters->count;
    given->epoch = qp_mark_epoch(product);
    return 0;
}

_Static_assert(sizeof(struct qp_counter_term) == sizeof(qprof_CounterTerm), "terms are kept as they were told");

static int ask(const struct qp_call *call, uint64_t id, const struct qp_carrier *carrier,
               struct qprof_BlockCounters *asked)
{
    struct qp_method *method = qp_method_find(call->product, id);
    if (!method || !qp_load_acquire(&method->registered)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_UNKNOWN_METHOD, "%s(%#llx)", call->name, (unsigned long long)id);
        return -1;
    }
    uint32_t blocks = method->block_count;
    if ((asked->stride != QPROF_COUNTER_NUMBER && asked->stride != QPROF_COUNTER_VALUE) ||
        !terms_are_good(asked, blocks)) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%#llx), stride %zu, %d counters, %d terms",
                    call->name, (unsigned long long)id, asked->stride, asked->length, asked->term_count);
        return -1;
    }
    const struct counters wanted = {.method = id,
                                    .owner = asked->owner,
                                    .carrier = asked->owner == 0 ? carrier->number : 0,
                                    .stride = (uint32_t)asked->stride,
                                    .count = asked->terms ? (uint32_t)asked->length : blocks + 1,
                                    .blocks = blocks,
                                    .terms = (const struct qp_counter_term *)asked->terms,
                                    .term_count = asked->terms ? (uint32_t)asked->term_count : 0};
    return hand_out(call->product, &wanted, method, carrier, asked);
}

int qp_block_counters_get(const struct qp_call *call, uint64_t method, struct qprof_BlockCounters *counters)
{
    if (!counters) {
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%#llx, NULL)", call->name,
                    (unsigned long long)method);
        return -1;
    }
    struct qp_lane *lane = qp_slow_take(call, 0);
    if (!lane)
        return -1;
    qp_cold_lock();
    int result = ask(call, method, qp_lane_carrier(lane, call->product), counters);
    qp_cold_unlock();
    qp_slow_end(lane, call->product);
    return result;
}
