#include "core/thread/journal.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/thread/run.h"

#include <string.h>

/* Size of a small block. A thread's first block is small, so that the file has room for the blocks of 10,000
 * threads. */
#define SMALL_BLOCK (QP_CHUNK_SMALL - sizeof(struct qp_chunk))

/* A thread that has filled more than four blocks takes four extents at once. Taking one extent takes 30 us, a third
 * of which is system calls, and taking four extents needs no more system calls than taking one. */
#define SEVERAL 4

/* A flight recorder with a limit below this size uses small blocks, so that only a small part of the log is
 * overwritten at a time. */
#define SMALL_LOG (16 * (uint64_t)QP_EXTENT_SIZE)

static struct journal {
    enum qp_journal_mode mode;
    uint64_t limit;
    uint64_t used;                 /* number of bytes in the chunks of all blocks */
    struct qp_journal_count count; /* events that threads have added so far (qp_journal_add) */
    /* List of full blocks that a flight recorder will reuse, the oldest first; they stay mapped. */
    struct qp_trace_block *oldest;
    struct qp_trace_block *newest;
} journals[QP_PRODUCTS] = {{.mode = QP_JOURNAL_NONE}, {.mode = QP_JOURNAL_NONE}, {.mode = QP_JOURNAL_NONE}};

void qp_journal_configure(enum qp_product product, enum qp_journal_mode mode, uint64_t limit)
{
    /* The stores are atomic because threads of a finished run may still release their blocks. */
    qp_store_relaxed(&journals[product].mode, mode);
    qp_store_relaxed(&journals[product].limit, limit);
}

bool qp_journal_is_kept(enum qp_product product)
{
    return qp_load_relaxed(&journals[product].mode) != QP_JOURNAL_NONE;
}

void qp_journal_reset(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct journal *journal = &journals[product];
        journal->used = 0;
        journal->count = (struct qp_journal_count){0};
        qp_store_relaxed(&journal->oldest, NULL);
    }
}

static struct qp_chunk *chunk_of(struct qp_trace_block *block)
{
    return (struct qp_chunk *)block - 1;
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
        bool several = qp_load_relaxed(&journal->limit) == 0 && trace->number > SEVERAL;
        uint32_t count = several && qp_store_has_room_for_log(SEVERAL) ? SEVERAL : 1;
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

static struct qp_trace_block *reuse_block(const struct qp_carrier *carrier, struct journal *journal)
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
    qp_fence_full(); /* so that a reader of the live file does not see new words with the old header */
    memset(block, 0, chunk->size - sizeof *chunk);
    chunk->owner = carrier->number;
    return block;
}

/* Take a block. Even when the log has reached its limit, a thread state gets its first block, which is small. If no
 * block of a flight recorder is free for reuse, take a new block even beyond the limit, so that the thread need not
 * overwrite the block that it has just filled. */
static struct qp_trace_block *take_block(const struct qp_carrier *carrier, struct qp_trace *trace,
                                         struct journal *journal)
{
    bool first = !trace->block;
    bool overwrites = qp_load_relaxed(&journal->mode) == QP_JOURNAL_OVERWRITE;
    uint64_t limit = qp_load_relaxed(&journal->limit);
    bool few = overwrites && limit != 0 && limit < SMALL_LOG;
    uint64_t most = limit == 0 ? UINT64_MAX : limit;
    uint64_t left = most > journal->used ? most - journal->used : 0;
    struct qp_trace_block *block = NULL;
    if (!first && !qp_store_has_room_for_log(1) && trace->spares == 0)
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
        block = reuse_block(carrier, journal);
    return block;
}

/* Release a filled block. A flight recorder keeps the block for reuse. Any other log never needs the block again, so
 * it is unmapped. */
static void release_block(struct journal *journal, struct qp_trace_block *block)
{
    if (qp_load_relaxed(&journal->mode) == QP_JOURNAL_OVERWRITE) {
        block->next = 0;
        if (!journal->oldest)
            qp_store_relaxed(&journal->oldest, block);
        else
            journal->newest->next = (uint64_t)(uintptr_t)block;
        journal->newest = block;
    } else if (chunk_of(block)->size == QP_EXTENT_SIZE) {
        qp_memory_unmap(chunk_of(block), QP_EXTENT_SIZE);
    }
}

struct qp_trace_block *qp_journal_change(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_trace *trace = &carrier->cold[product].trace;
    struct journal *journal = &journals[product];
    pthread_mutex_lock(&qp_process->trace);
    struct qp_trace_block *old = trace->block;
    struct qp_trace_block *block = take_block(carrier, trace, journal);
    if (!block && old && qp_load_relaxed(&journal->mode) == QP_JOURNAL_OVERWRITE) {
        release_block(journal, old); /* no other block is free, so the thread overwrites its own block */
        old = NULL;
        block = reuse_block(carrier, journal);
    }
    if (block && old)
        release_block(journal, old);
    pthread_mutex_unlock(&qp_process->trace);
    return block;
}

void qp_journal_leave(struct qp_trace *trace, enum qp_product product)
{
    if (trace->block && trace->file == qp_run_file) {
        pthread_mutex_lock(&qp_process->trace);
        release_block(&journals[product], trace->block);
        pthread_mutex_unlock(&qp_process->trace);
    } else if (trace->outside) {
        qp_memory_unmap(chunk_of(trace->block), QP_EXTENT_SIZE);
    }
    if (trace->spares > 0)
        qp_memory_unmap(trace->spare, (size_t)trace->spares * QP_EXTENT_SIZE);
    trace->spares = 0;
}

bool qp_journal_overwrites(enum qp_product product)
{
    return journals[product].mode == QP_JOURNAL_OVERWRITE;
}

bool qp_journal_may_have_room(enum qp_product product)
{
    return qp_load_relaxed(&journals[product].oldest);
}

/* ---- counts ---------------------------------------------------------------------------------------------- */

void qp_journal_add(enum qp_product product, uint64_t events, uint64_t lost, uint64_t threads)
{
    struct qp_journal_count *count = &journals[product].count;
    qp_add_relaxed(&count->events, events);
    qp_add_relaxed(&count->lost, lost);
    qp_add_relaxed(&count->threads, threads);
}

void qp_journal_count(enum qp_product product, struct qp_journal_count *count)
{
    const struct qp_journal_count *of = &journals[product].count;
    pthread_mutex_lock(&qp_process->trace);
    uint64_t overwritten = of->overwritten;
    pthread_mutex_unlock(&qp_process->trace);
    *count = (struct qp_journal_count){.events = qp_load_relaxed(&of->events) - overwritten,
                                       .overwritten = overwritten,
                                       .lost = qp_load_relaxed(&of->lost),
                                       .threads = qp_load_relaxed(&of->threads)};
}
