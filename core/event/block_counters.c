#include "core/event/block_counters.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/pieces.h"
#include "core/store/arena.h"
#include "core/store/counter_pages.h"
#include "core/store/diagnose.h"
#include "core/method/block_snapshot.h"
#include "core/method/interval.h"
#include "core/method/named.h"
#include "core/thread/mark.h"
#include "core/method/method.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "qprof_counters.h"

#include <string.h>

/* Counters of a method for one owner. They are never freed, because a retired method gets its counters back if it is
 * defined again. */
struct counters {
    uint64_t method;
    uint64_t owner;   /* id of the owner, chosen by the client; 0 = a system thread */
    uint32_t carrier; /* number of the carrier if the owner is a system thread */
    uint32_t stride;
    uint32_t count;
    uint32_t blocks;
    uint32_t number; /* index in `pieces` of `known` */
    uint32_t record; /* reference of the record in the current data file, 0 = none */
    uint32_t like;   /* number of the next `struct counters` with the same hash, 0 = none */
    uint32_t next;   /* number of the next `struct counters` of this method, 0 = none */
    bool retired;    /* the method is retired, and no request returns these counters */
    bool again;      /* the method was defined again, and no request has returned these counters since then */
    uint32_t term_count;
    const struct qp_counter_term *terms; /* sums of counters; NULL = there is one counter for each block and one for
                                          * the calls */
    unsigned char *base;
};

/* All counters of each product. Each `struct counters` has a number, its index in `pieces`; numbers begin at 1.
 * There is room for the counters of a million functions. */
static struct known {
    struct qp_pieces pieces;
    uint32_t count;
    struct qp_map by_hash; /* map from a hash to the number of the newest `struct counters` with this hash */
} known[QP_PRODUCTS] = {
    [QP_QPROF] = {.pieces = {.size = sizeof(struct counters), .each = 1024}},
    [QP_CPROF] = {.pieces = {.size = sizeof(struct counters), .each = 1024}},
    [QP_VT] = {.pieces = {.size = sizeof(struct counters), .each = 1024}},
};

static struct counters *numbered(enum qp_product product, uint32_t number)
{
    return qp_pieces_at(&known[product].pieces, number);
}

static struct qp_block_counters_record *record_of(const struct counters *counters)
{
    return qp_store_at(counters->record);
}

void qp_block_counters_reset_records(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        for (uint32_t i = 1; i <= known[product].count; i++)
            numbered(product, i)->record = 0;
}

/* ---- snapshots at marks ------------------------------------------------------------------------------------------ */

static void each(enum qp_product product, void (*visit)(const struct counters *counters))
{
    for (uint32_t i = 1; i <= known[product].count; i++) {
        const struct counters *counters = numbered(product, i);
        if (counters->record != 0)
            visit(counters);
    }
}

static bool take_snapshot(const struct counters *counters)
{
    struct qp_block_counters_record *record = record_of(counters);
    return qp_block_snapshot_take(record, counters->base, !qp_mark_is_paused((enum qp_product)record->product));
}

static void snapshot(const struct counters *counters)
{
    take_snapshot(counters);
}

void qp_block_counters_snapshot(enum qp_product product)
{
    qp_interval_end(product, !qp_mark_is_paused(product));
    each(product, snapshot);
}

/* If there is no room for the last snapshot, readers take the counters themselves, which may count on for as long as
 * the file is open. */
static void end(const struct counters *counters)
{
    uint32_t over = take_snapshot(counters) ? QP_OVER : QP_OVER_WITHOUT_SNAPSHOT;
    qp_store_release(&record_of(counters)->over, over);
}

void qp_block_counters_end(enum qp_product product)
{
    qp_interval_end(product, !qp_mark_is_paused(product));
    each(product, end);
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static uint64_t value_of(const struct counters *counters, uint32_t counter)
{
    const uint64_t *value = (const uint64_t *)(counters->base + (size_t)counter * counters->stride);
    return qp_load_relaxed(value);
}

uint64_t qp_block_counters_calls(enum qp_product product)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i <= known[product].count; i++) {
        const struct counters *counters = numbered(product, i);
        if (counters->stride < sizeof(uint64_t))
            continue;
        for (uint32_t k = 0; k < counters->term_count; k++)
            if ((uint32_t)counters->terms[k].block == counters->blocks)
                sum += value_of(counters, counters->terms[k].counter) * counters->terms[k].factor;
        if (!counters->terms)
            sum += value_of(counters, counters->blocks);
    }
    return sum;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

/* Start counting in a run. Earlier counts belong to no run. */
static void begin_counting(const struct counters *counters)
{
    qp_block_snapshot_take(record_of(counters), counters->base, false);
    qp_store_release(&record_of(counters)->over, 0);
}

static bool write_terms(const struct counters *counters, struct qp_block_counters_record *record)
{
    if (!counters->terms)
        return true;
    size_t size = counters->term_count * sizeof *counters->terms;
    struct qp_counter_term *terms = qp_arena_take_shared(QP_KIND_LINES, size);
    if (!terms)
        return false;
    memcpy(terms, counters->terms, size);
    record->terms = qp_store_reference(terms);
    record->term_count = counters->term_count;
    return true;
}

/* Write the record of counters into the data file. Return 0, or -1 if there is no room. */
static int write_record(struct counters *counters, enum qp_product product, const struct qp_carrier *carrier)
{
    uint64_t values = qp_counter_pages_offset(product, counters->base);
    struct qp_block_counters_record *record =
        values == 0 ? NULL : qp_arena_take_shared(QP_KIND_BLOCK_COUNTERS, sizeof *record);
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
    begin_counting(counters);
    qp_interval_add(counters->number, record, counters->base);
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over records */
    return 0;
}

void qp_block_counters_begin(enum qp_product product, struct qp_tstate *tstate)
{
    qp_named_begin(product);
    qp_interval_end(product, false);
    each(product, begin_counting);
    if (!tstate || known[product].count == 0)
        return;
    qp_counter_pages_enter(product);
    for (uint32_t i = 1; i <= known[product].count; i++) {
        struct counters *counters = numbered(product, i);
        if (counters->record == 0 && !counters->retired)
            write_record(counters, product, qp_tstate_carrier(tstate, product));
    }
}

/* ---- look-up ----------------------------------------------------------------------------------------------------- */

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

#define NONE UINT32_MAX /* value in the map that stands for "none", since entries cannot be removed */

static uint32_t newest_like(enum qp_product product, uint64_t hash)
{
    uint32_t number = (uint32_t)qp_map_get(&known[product].by_hash, hash);
    return number == NONE ? 0 : number;
}

static int link_like(enum qp_product product, uint32_t number)
{
    struct counters *counters = numbered(product, number);
    counters->like = newest_like(product, hash_of(counters));
    return qp_map_put(&known[product].by_hash, hash_of(counters), number);
}

static void unlink_like(enum qp_product product, uint32_t number)
{
    const struct counters *gone = numbered(product, number);
    uint32_t before = newest_like(product, hash_of(gone));
    if (before == number)
        qp_map_put(&known[product].by_hash, hash_of(gone), gone->like == 0 ? NONE : gone->like);
    while (before != 0 && numbered(product, before)->like != number)
        before = numbered(product, before)->like;
    if (before != 0)
        numbered(product, before)->like = gone->like;
}

static struct counters *find(enum qp_product product, const struct counters *wanted)
{
    uint32_t number = newest_like(product, hash_of(wanted));
    while (number != 0) {
        struct counters *counters = numbered(product, number);
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

/* Make counters for a method and its owner. Return NULL if out of memory. */
static struct counters *make(enum qp_product product, const struct counters *wanted, struct qp_method *method)
{
    struct known *of = &known[product];
    uint32_t number = of->count + 1;
    struct counters *counters = qp_pieces_make(&of->pieces, number);
    unsigned char *base = counters ? qp_counter_pages_take(product, (size_t)wanted->count * wanted->stride) : NULL;
    if (!base)
        return NULL;
    *counters = *wanted;
    counters->number = number;
    counters->base = base;
    if (wanted->terms && !keep_terms(counters))
        return NULL;
    if (link_like(product, number) != 0)
        return NULL;
    counters->next = method->counters;
    method->counters = number;
    of->count = number;
    return counters;
}

void qp_block_counters_rename(enum qp_product product, uint32_t number, uint64_t to)
{
    for (; number != 0; number = numbered(product, number)->next) {
        const struct counters *counters = numbered(product, number);
        if (counters->record != 0)
            qp_store_release(&record_of(counters)->method, to);
    }
}

void qp_block_counters_forget(enum qp_product product, struct qp_method *method)
{
    for (uint32_t number = method->counters; number != 0; number = numbered(product, number)->next) {
        unlink_like(product, number);
        numbered(product, number)->retired = true;
    }
    method->counters = 0;
}

void qp_block_counters_take(enum qp_product product, struct qp_method *method, uint32_t number)
{
    qp_block_counters_rename(product, number, method->id);
    method->counters = number;
    for (; number != 0; number = numbered(product, number)->next) {
        struct counters *counters = numbered(product, number);
        counters->method = method->id;
        counters->again = link_like(product, number) == 0;
        counters->retired = !counters->again;
    }
}

/* ---- handing out ------------------------------------------------------------------------------------------------- */

/* Maximum number of counters of a method. The count of a block is a sum of counters, and this is also the maximum
 * number of terms in all sums of a method. */
#define MAX_TERMS (4 * QP_METHOD_MOST_BLOCKS)

static bool terms_are_valid(const struct qprof_BlockCounters *asked, uint32_t blocks)
{
    if (!asked->terms)
        return true;
    bool valid =
        asked->length > 0 && asked->length <= MAX_TERMS && asked->term_count > 0 && asked->term_count <= MAX_TERMS;
    for (int i = 0; valid && i < asked->term_count; i++)
        valid = asked->terms[i].block >= 0 && (uint32_t)asked->terms[i].block <= blocks &&
                asked->terms[i].counter >= 0 && asked->terms[i].counter < asked->length;
    return valid;
}

static bool has_terms(const struct counters *counters, const struct counters *wanted)
{
    return counters->count == wanted->count && counters->blocks == wanted->blocks &&
           counters->term_count == wanted->term_count &&
           (wanted->term_count == 0 ||
            memcmp(counters->terms, wanted->terms, wanted->term_count * sizeof *wanted->terms) == 0);
}

/* Find the method's counters for the owner. If the method was defined again, and its former counters have other
 * terms than the request, retire the former counters. */
static struct counters *find_matching(enum qp_product product, const struct counters *wanted)
{
    struct counters *counters = find(product, wanted);
    while (counters && counters->again && !has_terms(counters, wanted)) {
        counters->retired = true;
        counters = find(product, wanted);
    }
    if (counters)
        counters->again = false;
    return counters;
}

/* Find or make the counters that `wanted` describes, and fill `given` with them. Return 0, or -1 if there is no
 * room. */
static int hand_out(enum qp_product product, const struct counters *wanted, struct qp_method *method,
                    const struct qp_carrier *carrier, struct qprof_BlockCounters *given)
{
    struct counters *counters = find_matching(product, wanted);
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

_Static_assert(sizeof(struct qp_counter_term) == sizeof(qprof_CounterTerm),
               "terms are stored with the layout that clients pass");

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
        !terms_are_valid(asked, blocks)) {
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
    struct qp_tstate *tstate = qp_slow_take(call, 0);
    if (!tstate)
        return -1;
    qp_cold_lock();
    int result = ask(call, method, qp_tstate_carrier(tstate, call->product), counters);
    qp_cold_unlock();
    qp_slow_end(tstate, call->product);
    return result;
}
