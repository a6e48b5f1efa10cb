/* trace.h - the event log: words of 8 bytes, one or two per event, in blocks that belong to one thread each.
 *
 * libvt logs what its client reports, libqprof what its virtual threads do (timeline.h). Words are written directly
 * into the mapped file, so a killed run loses none. On the fast path logging an event takes a store and an addition; a
 * block has space for thousands of events. Only the thread that owns the thread state may call these functions, within
 * an event. `product` is the product of the thread state.
 *
 * When the file has no more room, or the requested size is used up, the log either stops and counts the missing events,
 * or, as a flight recorder, reuses the block that was filled first, whichever thread filled it. */
#pragma once

#include "base/atomic.h"
#include "core/thread/tstate.h"

/* Add the thread's logged and lost events to the counts of the log (journal.h). Before the thread's last event, only
 * the thread itself may call this; after that event, any thread may. */
void qp_trace_settle(struct qp_tstate *tstate, enum qp_product product);

/* Begin logging, when the thread joins a run, or when a new thread reuses the thread state. */
void qp_trace_attach(struct qp_tstate *tstate, enum qp_product product);

/* Pause logging: until qp_trace_resume nothing is logged, and nothing is counted as lost. qp_trace_resume returns
 * true if logging was paused. */
void qp_trace_pause(struct qp_tstate *tstate, enum qp_product product);
bool qp_trace_resume(struct qp_tstate *tstate, enum qp_product product);

/* Give up the thread state's blocks, because there is a new data file, or because a new thread with a thread record
 * of its own reuses the carrier. */
void qp_trace_leave(struct qp_tstate *tstate, enum qp_product product);

static inline uint64_t qp_trace_word(enum qp_event_kind kind, uint64_t object, uint64_t ticks)
{
    return (uint64_t)kind | object << QP_EVENT_KIND_BITS | ticks << qp_event_tick_shift(kind);
}

static inline struct qp_trace *qp_trace_of(struct qp_tstate *tstate, enum qp_product product)
{
    return &qp_tstate_cold(tstate, product)->trace;
}

/* Return true if logging is off or has stopped. */
static inline bool qp_trace_is_off(struct qp_tstate *tstate, enum qp_product product)
{
    return !tstate->words_end && qp_trace_of(tstate, product)->off;
}

/* Count an event as not logged because the log has no room or has stopped. */
static inline void qp_trace_miss(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_carrier *carrier = qp_tstate_carrier(tstate, product);
    struct qp_trace *trace = &carrier->cold[product].trace;
    if (!trace->missing)
        return;
    trace->unreported++;
    qp_store_relaxed(trace->missing, *trace->missing + 1);
    qp_store_relaxed(&carrier->record->lost, carrier->record->lost + 1);
}

static inline bool qp_trace_has_room(const struct qp_tstate *tstate)
{
    return QP_LIKELY(tstate->word < tstate->words_end);
}

/* Return true if an event at this tick can be written inline. */
static inline bool qp_trace_fits(const struct qp_tstate *tstate, uint64_t now)
{
    return qp_trace_has_room(tstate) && QP_LIKELY(now < tstate->horizon);
}

/* Tick at which libvt's periodic counters must be read (core/log/sampler.h), UINT64_MAX = never. */
extern uint64_t qp_trace_due;

/* Set the thread state's horizon: the tick from which events are logged on the slow path. Before the horizon an
 * event's ticks fit into its first word, and the periodic counters are not due yet. */
QP_SHARED void qp_trace_set_horizon(struct qp_tstate *tstate);

static inline void qp_trace_put(struct qp_tstate *tstate, enum qp_event_kind kind, uint64_t object, uint64_t now)
{
    uint64_t *word = tstate->word;
    tstate->word = word + 1;
    qp_store_release(word, qp_trace_word(kind, object, now - tstate->logged)); /* pairs with readers of a live file */
    tstate->logged = now;
}

static inline void qp_trace_put_wide(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind,
                                     uint64_t object, uint64_t now, uint64_t value)
{
    uint64_t *word = tstate->word;
    tstate->word = word + 2;
    qp_trace_of(tstate, product)->fillers++;
    qp_store_relaxed(word + 1, value);
    qp_store_release(word, qp_trace_word(kind, object, now - tstate->logged));
    tstate->logged = now;
}

/* Remove the newest event from the log, if it is a wide event of this kind and object, and return true. Return false if
 * it is not, or if it is already counted (qp_trace_settle). */
static inline bool qp_trace_remove(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind,
                                   uint64_t object)
{
    struct qp_trace *trace = qp_trace_of(tstate, product);
    if (!tstate->word)
        return false;
    uint64_t *word = tstate->word - 2;
    if (word < trace->counted || (*word ^ qp_trace_word(kind, object, 0)) << (64 - qp_event_tick_shift(kind)))
        return false;
    tstate->logged -= *word >> qp_event_tick_shift(kind);
    tstate->word = word;
    trace->fillers--;
    qp_store_release(word, 0);
    qp_store_relaxed(word + 1, 0);
    return true;
}

/* Log an event on the slow path. If the block is full, take a new one. If there was a long gap or events were lost,
 * log this before the event. `value` is the second word of an event kind with two words. Nothing happens while the log
 * is off. */
QP_SHARED void qp_trace_append(struct qp_tstate *tstate, enum qp_product product, enum qp_event_kind kind,
                               uint64_t object, uint64_t now, uint64_t value);

/* Combine two values into the second word of an event kind with two words. */
static inline uint64_t qp_trace_pair(uint32_t low, uint32_t high)
{
    return low | (uint64_t)high << 32;
}
