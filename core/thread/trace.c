#include "core/thread/trace.h"

#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/thread/journal.h"
#include "core/thread/run.h"

#include <sys/syscall.h>
#include <unistd.h>

uint64_t qp_trace_due = UINT64_MAX;

void qp_trace_settle(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    const struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    if (lane->word) {
        uint64_t events = (uint64_t)(lane->word - trace->counted) - trace->fillers;
        trace->block->events += events;
        qp_journal_add(product, events, 0, 0);
        trace->counted = lane->word;
        trace->fillers = 0;
    }
    if (trace->untold > 0) {
        qp_diagnose_many(product, QP_DIAGNOSTIC_LOST_EVENT, trace->untold, "thread %u", carrier->number);
        qp_journal_add(product, 0, trace->untold, 0);
        trace->untold = 0;
    }
}

static int next_block(struct qp_lane *lane, enum qp_product product, uint64_t tick)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_trace *trace = qp_trace_of(lane, product);
    qp_trace_settle(lane, product);
    struct qp_trace_block *block = qp_journal_change(carrier, product);
    if (!block)
        return -1;
    trace->block = block;
    uint32_t size = ((struct qp_chunk *)block - 1)->size;
    trace->outside = size == QP_EXTENT_SIZE;
    block->thread = qp_store_reference(carrier->record);
    block->product = product;
    block->tick = tick;
    block->number = ++trace->number;
    qp_store_release(&block->published, 1); /* pairs with the reader's walk over blocks */
    lane->word = (uint64_t *)(block + 1);
    /* An event may have two words, and two more say what was lost. */
    lane->words_end = (uint64_t *)((unsigned char *)block + size - sizeof(struct qp_chunk)) - 1 - 2;
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
    trace->off = !qp_journal_overwrites(product);
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
    if (!lane->words_end && qp_trace_of(lane, product)->missing && !qp_journal_may_have_room(product))
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

/* ---- threads --------------------------------------------------------------------------------------------- */

void qp_trace_leave(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (trace->block && trace->file == qp_run_file)
        qp_trace_settle(lane, product);
    qp_journal_leave(trace, product);
    *trace = (struct qp_trace){.file = qp_run_file};
    lane->word = lane->words_end = NULL;
}

void qp_trace_attach(struct qp_lane *lane, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(lane, product);
    if (trace->file != qp_run_file)
        qp_trace_leave(lane, product);
    if (!qp_journal_is_kept(product))
        trace->off = true; /* without a log nothing counts as missing */
    qp_journal_add(product, 0, 0, 1);
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
