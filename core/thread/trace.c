#include "core/thread/trace.h"

#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/thread/journal.h"
#include "core/thread/run.h"

#include <sys/syscall.h>
#include <unistd.h>

uint64_t qp_trace_due = UINT64_MAX;

void qp_trace_settle(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    const struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    if (tstate->word) {
        uint64_t events = (uint64_t)(tstate->word - trace->counted) - trace->fillers;
        trace->block->events += events;
        qp_journal_add(product, events, 0, 0);
        trace->counted = tstate->word;
        trace->fillers = 0;
    }
    if (trace->unreported > 0) {
        qp_diagnose_many(product, QP_DIAGNOSTIC_LOST_EVENT, trace->unreported, "thread %u", carrier->number);
        qp_journal_add(product, 0, trace->unreported, 0);
        trace->unreported = 0;
    }
}

static int next_block(struct qp_tstate *tstate, enum qp_product product, uint64_t tick)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_trace *trace = qp_trace_of(tstate, product);
    qp_trace_settle(tstate, product);
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
    tstate->word = (uint64_t *)(block + 1);
    /* Behind `words_end` there is space for the second word of an event, and for a count of lost events, which takes
     * two words. */
    tstate->words_end = (uint64_t *)((unsigned char *)block + size - sizeof(struct qp_chunk)) - 1 - 2;
    trace->counted = tstate->word;
    trace->fillers = 0;
    trace->missing = NULL;
    tstate->logged = tick;
    return 0;
}

/* ---- events ---------------------------------------------------------------------------------------------- */

/* Stop logging. The first lost event writes an event QP_EVENT_LOST into the space reserved in the block. The second
 * word of QP_EVENT_LOST then counts all lost events. A flight recorder stops only while it has no block at all. */
static void stop(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    trace->off = !qp_journal_overwrites(product);
    trace->missing = &trace->unwritten;
    if (trace->block) {
        qp_trace_put_wide(tstate, product, QP_EVENT_LOST, 0, tstate->logged, 0);
        trace->fillers++;
        trace->missing = tstate->word - 1;
        qp_trace_settle(tstate, product);
    }
    tstate->word = tstate->words_end = NULL;
    qp_trace_miss(tstate, product);
    qp_trace_settle(tstate, product);
}

static bool has_room(struct qp_tstate *tstate, enum qp_product product, uint64_t now)
{
    if (tstate->word < tstate->words_end)
        return true;
    if (!tstate->words_end && qp_trace_of(tstate, product)->missing && !qp_journal_may_have_room(product))
        return false;
    return next_block(tstate, product, now) == 0;
}

static int prepare(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind, uint64_t now)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    if (!has_room(tstate, product, now))
        return -1;
    if ((now - tstate->logged) >> (64 - qp_event_tick_shift(kind)) != 0) {
        *tstate->word = QP_EVENT_TIME | (now - tstate->logged) << QP_EVENT_KIND_BITS;
        tstate->word++;
        tstate->logged = now;
        trace->fillers++;
    }
    if (!has_room(tstate, product, now))
        return -1;
    if (trace->unwritten > 0) {
        qp_trace_put_wide(tstate, product, QP_EVENT_LOST, 0, now, trace->unwritten);
        trace->fillers++;
        trace->unwritten = 0;
    }
    return has_room(tstate, product, now) ? 0 : -1;
}

void qp_trace_set_horizon(struct qp_tstate *tstate)
{
    uint64_t due = qp_load_relaxed(&qp_trace_due);
    uint64_t last = tstate->words_end ? tstate->logged + QP_EVENT_TICKS : UINT64_MAX;
    tstate->horizon = due < last ? due : last;
}

static void append(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind, uint64_t object,
                   uint64_t now, uint64_t value)
{
    now = now < tstate->logged ? tstate->logged : now;
    if (prepare(tstate, product, kind, now) != 0) {
        if (tstate->words_end || !qp_trace_of(tstate, product)->missing)
            stop(tstate, product);
        else
            qp_trace_miss(tstate, product);
    } else if (kind >= QP_EVENT_WIDE) {
        qp_trace_put_wide(tstate, product, kind, object, now, value);
    } else {
        qp_trace_put(tstate, kind, object, now);
    }
}

void qp_trace_append(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind, uint64_t object,
                     uint64_t now, uint64_t value)
{
    if (qp_trace_of(tstate, product)->off)
        qp_trace_miss(tstate, product);
    else
        append(tstate, product, kind, object, now, value);
    qp_trace_set_horizon(tstate);
}

/* ---- threads --------------------------------------------------------------------------------------------- */

void qp_trace_leave(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    if (trace->block && trace->file == qp_run_file)
        qp_trace_settle(tstate, product);
    qp_journal_leave(trace, product);
    *trace = (struct qp_trace){.file = qp_run_file};
    tstate->word = tstate->words_end = NULL;
}

void qp_trace_attach(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    if (trace->file != qp_run_file)
        qp_trace_leave(tstate, product);
    if (!qp_journal_is_kept(product))
        trace->off = true; /* the product has no log, so no event may count as missing */
    qp_journal_add(product, 0, 0, 1);
    qp_trace_append(tstate, product, QP_EVENT_THREAD, 0, tstate->ledger->last, (uint64_t)syscall(SYS_gettid));
}

void qp_trace_pause(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    if (trace->off || !tstate->words_end)
        return;
    trace->held_end = tstate->words_end;
    tstate->words_end = NULL;
    trace->off = true;
}

bool qp_trace_resume(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    if (!trace->held_end)
        return false;
    tstate->words_end = trace->held_end;
    trace->held_end = NULL;
    trace->off = false;
    return true;
}
