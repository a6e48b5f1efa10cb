#include "core/record/trace.h"

#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/record/run.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A thread's first block is a small chunk, so that 10,000 threads fit. */
#define SMALL_BLOCK (QP_CHUNK_SMALL - sizeof(struct qp_chunk))

/* A thread that fills blocks takes several extents at once: one alone costs 30 us, a third of that for system calls,
 * and four need no more system calls than one. */
#define SEVERAL 4

/* A flight recorder below this size has small blocks, so that only a small part of it is overwritten at a time. */
#define SMALL_LOG (16 * (uint64_t)QP_EXTENT_SIZE)

static struct journal {
    enum qp_trace_mode mode;
    uint64_t limit;
    uint64_t used;               /* bytes of the chunks of all blocks */
    struct qp_trace_count count; /* as threads settled it */
    /* Blocks to be used again, the one filled first at the head; they are mapped. */
    struct qp_trace_block *oldest;
    struct qp_trace_block *newest;
} journals[QP_PRODUCTS] = {{.mode = QP_TRACE_NONE}, {.mode = QP_TRACE_NONE}, {.mode = QP_TRACE_NONE}};

void qp_trace_configure(enum qp_product product, enum qp_trace_mode mode, uint64_t limit)
{
    journals[product].mode = mode;
    journals[product].limit = limit;
}

bool qp_trace_is_kept(enum qp_product product)
{
    return journals[product].mode != QP_TRACE_NONE;
}

void qp_trace_reset(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct journal *journal = &journals[product];
        journal->used = 0;
        journal->count = (struct qp_trace_count){0};
        qp_store_relaxed(&journal->oldest, NULL);
    }
}

uint64_t qp_trace_due = UINT64_MAX;

static struct qp_chunk *chunk_of(struct qp_trace_block *block)
{
    return (struct qp_chunk *)block - 1;
}

static uint64_t *end_of(struct qp_trace_block *block)
{
    return (uint64_t *)((unsigned char *)chunk_of(block) + chunk_of(block)->size);
}

static uint64_t *first_word(struct qp_trace_block *block)
{
    return (uint64_t *)(block + 1);
}

/* ---- blocks: with the log's lock ------------------------------------------------------------------------- */

static struct qp_trace_block *take_small(const struct qp_carrier *carrier)
{
    struct qp_arena arena = {.kind = QP_KIND_TRACE, .owner = carrier->number};
    return qp_arena_take(&arena, SMALL_BLOCK);
}

static struct qp_trace_block *take_extent(const struct qp_carrier *carrier, struct qp_trace *trace,
                                          const struct journal *journal)
{
    if (trace->spares == 0) {
        uint32_t count = journal->limit == 0 && trace->number > SEVERAL ? SEVERAL : 1;
        trace->spare = qp_store_take_outside(QP_KIND_TRACE, carrier->number, count);
        if (!trace->spare && count > 1)
            trace->spare = qp_store_take_outside(QP_KIND_TRACE, carrier->number, count = 1);
        trace->spares = trace->spare ? count : 0;
    }
    if (trace->spares == 0)
        return NULL;
    struct qp_chunk *chunk = trace->spare;
    trace->spare = (struct qp_chunk *)((unsigned char *)chunk + QP_EXTENT_SIZE);
    trace->spares--;
    return (struct qp_trace_block *)(chunk + 1);
}

static struct qp_trace_block *use_again(const struct qp_carrier *carrier, struct journal *journal)
{
    struct qp_trace_block *block = journal->oldest;
    if (!block)
        return NULL;
    qp_store_relaxed(&journal->oldest, (struct qp_trace_block *)(uintptr_t)block->next);
    struct qp_thread_record *thread = qp_store_at(block->thread);
    struct qp_chunk *chunk = chunk_of(block);
    qp_add_relaxed(&thread->overwritten, block->events);
    journal->count.overwritten += block->events;
    qp_store_relaxed(&block->published, 0);
    qp_fence_full(); /* a reader of the live file sees no new words below an old header */
    memset(block, 0, chunk->size - sizeof *chunk);
    chunk->owner = carrier->number;
    return block;
}

/* Beyond the limit each lane has one small block. A flight recorder has one more than those that are being filled, so
 * that the block that a lane has just filled is not the next to be overwritten. */
static struct qp_trace_block *take_block(const struct qp_carrier *carrier, struct qp_trace *trace,
                                         struct journal *journal)
{
    bool first = !trace->block;
    bool overwrites = journal->mode == QP_TRACE_OVERWRITE;
    bool few = overwrites && journal->limit != 0 && journal->limit < SMALL_LOG;
    uint64_t most = journal->limit == 0 ? UINT64_MAX : journal->limit;
    uint64_t left = most > journal->used ? most - journal->used : 0;
    struct qp_trace_block *block = NULL;
    if (!first && !qp_store_has_room_for_log() && trace->spares == 0)
        left = 0;
    if (!first && !few && left >= QP_EXTENT_SIZE)
        block = take_extent(carrier, trace, journal);
    if (!block && (first || left >= QP_CHUNK_SMALL))
        block = take_small(carrier);
    if (!block && overwrites && !journal->oldest)
        block = take_small(carrier);
    if (block)
        journal->used += chunk_of(block)->size == QP_EXTENT_SIZE ? QP_EXTENT_SIZE : QP_CHUNK_SMALL;
    else if (overwrites)
        block = use_again(carrier, journal);
    return block;
}

/* A flight recorder keeps a filled block for later use; otherwise nobody needs it mapped. */
static void leave_block(struct journal *journal, struct qp_trace_block *block)
{
    if (journal->mode == QP_TRACE_OVERWRITE) {
        block->next = 0;
        if (!journal->oldest)
            qp_store_relaxed(&journal->oldest, block);
        else
            journal->newest->next = (uint64_t)(uintptr_t)block;
        journal->newest = block;
    } else if (chunk_of(block)->size == QP_EXTENT_SIZE) {
        qp_store_unmap(chunk_of(block));
    }
}

/* The block for the lane's next events, in place of the one that is full; NULL without room. */
static struct qp_trace_block *change_block(const struct qp_carrier *carrier, struct qp_trace *trace,
                                           struct journal *journal)
{
    pthread_mutex_lock(&qp_process->trace);
    struct qp_trace_block *old = trace->block;
    struct qp_trace_block *block = take_block(carrier, trace, journal);
    if (!block && old && journal->mode == QP_TRACE_OVERWRITE) {
        leave_block(journal, old); /* the lane's own is the oldest there is */
        old = NULL;
        block = use_again(carrier, journal);
    }
    if (block && old)
        leave_block(journal, old);
    pthread_mutex_unlock(&qp_process->trace);
    return block;
}

void qp_trace_settle(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    const struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    if (lane->word) {
        uint64_t events = (uint64_t)(lane->word - trace->counted) - trace->fillers;
        trace->block->events += events;
        qp_add_relaxed(&journals[product].count.events, events);
        trace->counted = lane->word;
        trace->fillers = 0;
    }
    if (trace->untold > 0) {
        qp_diagnose_many(product, QP_DIAGNOSTIC_LOST_EVENT, trace->untold, "thread %u", carrier->number);
        qp_add_relaxed(&journals[product].count.lost, trace->untold);
        trace->untold = 0;
    }
}

static int next_block(struct qp_lane *lane, enum qp_product product, uint64_t tick)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_trace *trace = qp_trace_of(lane, product);
    qp_trace_settle(lane, product);
    struct qp_trace_block *block = change_block(carrier, trace, &journals[product]);
    if (!block)
        return -1;
    trace->block = block;
    trace->outside = chunk_of(block)->size == QP_EXTENT_SIZE;
    block->thread = qp_store_reference(carrier->record);
    block->product = product;
    block->tick = tick;
    block->number = ++trace->number;
    qp_store_release(&block->published, 1); /* pairs with the reader's walk over blocks */
    lane->word = first_word(block);
    lane->words_end = end_of(block) - 1 - 2; /* an event may have two words, and two more say what was lost */
    trace->counted = lane->word;
    trace->fillers = 0;
    trace->missing = NULL;
    lane->logged = tick;
    return 0;
}

/* ---- events ---------------------------------------------------------------------------------------------- */

/* The first lost event writes a word into the room that was kept for it; that word counts all lost events. A flight
 * recorder stops only while it has no block at all. */
static void stop(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    trace->off = journals[product].mode != QP_TRACE_OVERWRITE;
    trace->missing = &trace->unwritten;
    if (trace->block) {
        qp_trace_put_wide(lane, product, QP_EVENT_LOST, 0, lane->logged, 0);
        trace->fillers++;
        trace->missing = lane->word - 1;
        qp_trace_settle(lane, product);
    }
    lane->word = lane->words_end = NULL;
    qp_trace_miss(lane, product);
    qp_trace_settle(lane, product);
}

static bool has_room(struct qp_lane *lane, enum qp_product product, uint64_t now)
{
    if (lane->word < lane->words_end)
        return true;
    if (!lane->words_end && qp_trace_of(lane, product)->missing && !qp_load_relaxed(&journals[product].oldest))
        return false;
    return next_block(lane, product, now) == 0;
}

static int prepare(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind, uint64_t now)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (!has_room(lane, product, now))
        return -1;
    if ((now - lane->logged) >> (64 - qp_event_tick_shift(kind)) != 0) {
        *lane->word = QP_EVENT_TIME | (now - lane->logged) << QP_EVENT_KIND_BITS;
        lane->word++;
        lane->logged = now;
        trace->fillers++;
    }
    if (!has_room(lane, product, now))
        return -1;
    if (trace->unwritten > 0) {
        qp_trace_put_wide(lane, product, QP_EVENT_LOST, 0, now, trace->unwritten);
        trace->fillers++;
        trace->unwritten = 0;
    }
    return has_room(lane, product, now) ? 0 : -1;
}

void qp_trace_look_ahead(struct qp_lane *lane)
{
    uint64_t due = qp_load_relaxed(&qp_trace_due);
    uint64_t last = lane->words_end ? lane->logged + QP_EVENT_TICKS : UINT64_MAX;
    lane->horizon = due < last ? due : last;
}

static void append(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind, uint64_t object,
                   uint64_t now, uint64_t value)
{
    now = now < lane->logged ? lane->logged : now;
    if (prepare(lane, product, kind, now) != 0) {
        if (lane->words_end || !qp_trace_of(lane, product)->missing)
            stop(lane, product);
        else
            qp_trace_miss(lane, product);
    } else if (kind >= QP_EVENT_WIDE) {
        qp_trace_put_wide(lane, product, kind, object, now, value);
    } else {
        qp_trace_put(lane, kind, object, now);
    }
}

void qp_trace_append(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind, uint64_t object,
                     uint64_t now, uint64_t value)
{
    if (qp_trace_of(lane, product)->off)
        qp_trace_miss(lane, product);
    else
        append(lane, product, kind, object, now, value);
    qp_trace_look_ahead(lane);
}

void qp_trace_count(enum qp_product product, struct qp_trace_count *count)
{
    pthread_mutex_lock(&qp_process->trace);
    *count = journals[product].count;
    pthread_mutex_unlock(&qp_process->trace);
    count->events -= count->overwritten;
}

/* ---- threads --------------------------------------------------------------------------------------------- */

void qp_trace_leave(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (trace->block && trace->file == qp_run_file) {
        qp_trace_settle(lane, product);
        pthread_mutex_lock(&qp_process->trace);
        leave_block(&journals[product], trace->block);
        pthread_mutex_unlock(&qp_process->trace);
    } else if (trace->outside) {
        qp_store_unmap(chunk_of(trace->block));
    }
    for (; trace->spares > 0; trace->spares--) {
        struct qp_chunk *chunk = trace->spare;
        trace->spare = (struct qp_chunk *)((unsigned char *)chunk + QP_EXTENT_SIZE);
        qp_store_unmap(chunk);
    }
    *trace = (struct qp_trace){.file = qp_run_file};
    lane->word = lane->words_end = NULL;
}

void qp_trace_attach(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (trace->file != qp_run_file)
        qp_trace_leave(lane, product);
    if (!qp_trace_is_kept(product))
        trace->off = true; /* without a log nothing counts as missing */
    qp_add_relaxed(&journals[product].count.threads, 1);
    qp_trace_append(lane, product, QP_EVENT_THREAD, 0, lane->ledger->last, (uint64_t)syscall(SYS_gettid));
}

void qp_trace_hold(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (trace->off || !lane->words_end)
        return;
    trace->held_end = lane->words_end;
    lane->words_end = NULL;
    trace->off = true;
}

bool qp_trace_go_on(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (!trace->held_end)
        return false;
    lane->words_end = trace->held_end;
    trace->held_end = NULL;
    trace->off = false;
    return true;
}
