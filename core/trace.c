#include "core/trace.h"

#include "core/diagnose.h"
#include "core/process.h"
#include "core/run.h"
#include "core/sampler.h"
#include "core/store.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A thread's first block is a small chunk, so that 10,000 threads fit. */
#define SMALL_BLOCK (QP_CHUNK_SMALL - sizeof(struct qp_chunk))

static struct {
    enum qp_trace_mode mode;
    uint64_t limit;
    uint64_t used; /* bytes of the chunks of all blocks */
    /* Blocks to be used again, the one filled first at the head; they are mapped. */
    struct qp_trace_block *oldest;
    struct qp_trace_block *newest;
} journal;

void qp_trace_configure(enum qp_trace_mode mode, uint64_t limit)
{
    journal.mode = mode;
    journal.limit = limit;
}

void qp_trace_reset(void)
{
    journal.used = 0;
    journal.oldest = journal.newest = NULL;
}

static struct qp_chunk *chunk_of(struct qp_trace_block *block)
{
    return (struct qp_chunk *)block - 1;
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

static struct qp_trace_block *take_extent(const struct qp_carrier *carrier)
{
    struct qp_chunk *chunk = qp_store_take_extent(QP_KIND_TRACE, carrier->number);
    return chunk == NULL ? NULL : (struct qp_trace_block *)(chunk + 1);
}

static uint64_t count_events(struct qp_trace_block *block)
{
    const uint64_t *end = (const uint64_t *)((unsigned char *)chunk_of(block) + chunk_of(block)->size);
    uint64_t count = 0;
    for (const uint64_t *word = first_word(block); word < end && *word != 0; word++) {
        uint64_t kind = *word & ((1u << QP_EVENT_KIND_BITS) - 1);
        count += kind != QP_EVENT_TIME;
        word += kind >= QP_EVENT_WIDE;
    }
    return count;
}

static struct qp_trace_block *use_again(const struct qp_carrier *carrier)
{
    struct qp_trace_block *block = journal.oldest;
    if (block == NULL)
        return NULL;
    journal.oldest = (struct qp_trace_block *)(uintptr_t)block->next;
    struct qp_thread_record *thread = qp_store_at(block->thread);
    qp_add_relaxed(&thread->overwritten, count_events(block));
    struct qp_chunk *chunk = chunk_of(block);
    qp_store_relaxed(&block->published, 0);
    qp_fence_full(); /* a reader of the live file sees no new words below an old header */
    memset(block, 0, chunk->size - sizeof *chunk);
    chunk->owner = carrier->number;
    return block;
}

static struct qp_trace_block *take_block(const struct qp_carrier *carrier)
{
    int first = carrier->trace.block == NULL;
    uint64_t size = first ? QP_CHUNK_SMALL : QP_EXTENT_SIZE;
    struct qp_trace_block *block = NULL;
    if (journal.limit == 0 || journal.used + size <= journal.limit || first)
        block = first ? take_small(carrier) : take_extent(carrier);
    if (block != NULL)
        journal.used += size;
    else if (journal.mode == QP_TRACE_OVERWRITE)
        block = use_again(carrier);
    return block;
}

/* A filled block waits to be used again; else nobody needs it mapped. */
static void leave_block(struct qp_trace_block *block)
{
    if (journal.mode == QP_TRACE_OVERWRITE) {
        block->next = 0;
        if (journal.oldest == NULL)
            journal.oldest = block;
        else
            journal.newest->next = (uint64_t)(uintptr_t)block;
        journal.newest = block;
    } else if (chunk_of(block)->size == QP_EXTENT_SIZE) {
        qp_store_unmap(chunk_of(block));
    }
}

static int next_block(struct qp_lane *lane, uint64_t tick)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    struct qp_trace *trace = &carrier->trace;
    pthread_mutex_lock(&qp_process->trace);
    struct qp_trace_block *old = trace->block;
    struct qp_trace_block *block = take_block(carrier);
    if (block == NULL && old != NULL && journal.mode == QP_TRACE_OVERWRITE) {
        leave_block(old); /* the thread's own is the oldest there is */
        old = NULL;
        block = use_again(carrier);
    }
    if (block != NULL && old != NULL)
        leave_block(old);
    pthread_mutex_unlock(&qp_process->trace);
    if (block == NULL)
        return -1;
    trace->block = block;
    trace->outside = chunk_of(block)->size == QP_EXTENT_SIZE;
    block->thread = qp_store_reference(carrier->record);
    block->tick = tick;
    block->number = ++trace->number;
    qp_store_release(&block->published, 1); /* pairs with the reader's walk over blocks */
    lane->word = first_word(block);
    lane->words_end = (uint64_t *)((unsigned char *)chunk_of(block) + chunk_of(block)->size) - 1;
    lane->logged = tick;
    return 0;
}

/* ---- events ---------------------------------------------------------------------------------------------- */

static void lose(struct qp_lane *lane)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_LOST_EVENT, "thread %u", carrier->number);
    carrier->trace.stopped = journal.mode != QP_TRACE_OVERWRITE;
    carrier->trace.lost++;
    carrier->record->lost++;
    lane->word = lane->words_end = NULL;
}

static int has_room(struct qp_lane *lane, uint64_t now)
{
    return lane->word < lane->words_end || (!qp_lane_carrier(lane, QP_VT)->trace.stopped && next_block(lane, now) == 0);
}

static int prepare(struct qp_lane *lane, uint64_t now)
{
    struct qp_trace *trace = &qp_lane_carrier(lane, QP_VT)->trace;
    if (!has_room(lane, now))
        return -1;
    if (now - lane->logged >= QP_EVENT_TICKS) {
        *lane->word = QP_EVENT_TIME | (now - lane->logged) << QP_EVENT_KIND_BITS;
        lane->word++;
        lane->logged = now;
    }
    if (!has_room(lane, now))
        return -1;
    if (trace->lost > 0) {
        qp_trace_put_wide(lane, QP_EVENT_LOST, 0, now, trace->lost);
        trace->lost = 0;
    }
    return has_room(lane, now) ? 0 : -1;
}

void qp_trace_look_ahead(struct qp_lane *lane)
{
    uint64_t due = qp_load_relaxed(&qp_sampler_due);
    uint64_t last = lane->logged + QP_EVENT_TICKS;
    lane->horizon = due < last ? due : last;
}

void qp_trace_append(struct qp_lane *lane, enum qp_event_kind kind, uint64_t object, uint64_t now, uint64_t value)
{
    if (journal.mode == QP_TRACE_NONE)
        return;
    now = now < lane->logged ? lane->logged : now;
    if (prepare(lane, now) != 0)
        lose(lane);
    else if (kind >= QP_EVENT_WIDE)
        qp_trace_put_wide(lane, kind, object, now, value);
    else
        qp_trace_put(lane, kind, object, now);
    qp_trace_look_ahead(lane);
}

/* ---- threads --------------------------------------------------------------------------------------------- */

void qp_trace_leave(struct qp_lane *lane)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    struct qp_trace *trace = &carrier->trace;
    if (trace->block != NULL && trace->file == qp_run_file) {
        pthread_mutex_lock(&qp_process->trace);
        leave_block(trace->block);
        pthread_mutex_unlock(&qp_process->trace);
    } else if (trace->outside) {
        qp_store_unmap(chunk_of(trace->block));
    }
    *trace = (struct qp_trace){.file = qp_run_file};
    lane->word = lane->words_end = NULL;
}

void qp_trace_attach(struct qp_lane *lane)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, QP_VT);
    if (carrier->trace.file != qp_run_file)
        qp_trace_leave(lane);
    qp_trace_append(lane, QP_EVENT_THREAD, 0, lane->last, (uint64_t)syscall(SYS_gettid));
}
