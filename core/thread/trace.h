/* trace.h - the event log: words of 8 bytes, one or two an event, in blocks of each lane's own. libvt logs what its
 * client reports, libqprof what its virtual threads do (timeline.h).
 *
 * Words are written where they stay, so that a killed run has lost none. What an event adds in line is a store and an
 * addition; a block lasts for thousands of events. By the thread whose lane it is, within an event. product is the
 * lane's.
 *
 * When the file has no more room, or the memory that was asked for is used up, either the log stops and what is missing
 * is counted, or the block that was filled first, of whatever thread, is used again (flight recorder). */
#ifndef QP_THREAD_TRACE_H
#define QP_THREAD_TRACE_H

#include "base/atomic.h"
#include "core/thread/lane.h"

/* Add what the lane has logged and lost to the counts. By its thread, or after the thread's last event. */
void qp_trace_settle(struct qp_lane *lane, enum qp_product product);

/* The lane begins a run, or a new thread goes on with it. */
void qp_trace_attach(struct qp_lane *lane, enum qp_product product);

/* Nothing is logged, and nothing counts as lost, until the log goes on. Going on returns whether it was held. */
void qp_trace_hold(struct qp_lane *lane, enum qp_product product);
bool qp_trace_go_on(struct qp_lane *lane, enum qp_product product);

/* The carrier goes on with another thread, which has a record of its own, or with a new data file. */
void qp_trace_leave(struct qp_lane *lane, enum qp_product product);

static inline uint64_t qp_trace_word(enum qp_event_kind kind, uint64_t object, uint64_t ticks)
{
    return (uint64_t)kind | object << QP_EVENT_KIND_BITS | ticks << qp_event_tick_shift(kind);
}

static inline struct qp_trace *qp_trace_of(struct qp_lane *lane, enum qp_product product)
{
    return &qp_lane_cold(lane, product)->trace;
}

/* Whether the lane logs nothing, or no more. */
static inline bool qp_trace_is_off(struct qp_lane *lane, enum qp_product product)
{
    return !lane->words_end && qp_trace_of(lane, product)->off;
}

/* An event is not logged, since the log has no room or is off. */
static inline void qp_trace_miss(struct qp_lane *lane, enum qp_product product)
{
    struct qp_carrier *carrier = qp_lane_carrier(lane, product);
    struct qp_trace *trace = &carrier->cold[product].trace;
    if (!trace->missing)
        return;
    trace->untold++;
    qp_store_relaxed(trace->missing, *trace->missing + 1);
    qp_store_relaxed(&carrier->record->lost, carrier->record->lost + 1);
}

static inline bool qp_trace_has_room(const struct qp_lane *lane)
{
    return QP_LIKELY(lane->word < lane->words_end);
}

/* Whether an event now can be written in line. */
static inline bool qp_trace_fits(const struct qp_lane *lane, uint64_t now)
{
    return qp_trace_has_room(lane) && QP_LIKELY(now < lane->horizon);
}

/* The tick at which something beside libvt's log is due (core/log/sampler.h), UINT64_MAX = nothing is. */
extern uint64_t qp_trace_due;

/* Set the lane's horizon. Before it an event's ticks fit into its word, and nothing is due. */
QP_SHARED void qp_trace_look_ahead(struct qp_lane *lane);

static inline void qp_trace_put(struct qp_lane *lane, enum qp_event_kind kind, uint64_t object, uint64_t now)
{
    uint64_t *word = lane->word;
    lane->word = word + 1;
    qp_store_release(word, qp_trace_word(kind, object, now - lane->logged)); /* pairs with readers of a live file */
    lane->logged = now;
}

static inline void qp_trace_put_wide(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind,
                                     uint64_t object, uint64_t now, uint64_t value)
{
    uint64_t *word = lane->word;
    lane->word = word + 2;
    qp_trace_of(lane, product)->fillers++;
    qp_store_relaxed(word + 1, value);
    qp_store_release(word, qp_trace_word(kind, object, now - lane->logged));
    lane->logged = now;
}

/* Log an event the slow way: take a new block where the old one is full, write down long gaps and losses. value is the
 * second word of wide kinds. Does nothing while the log is off. */
QP_SHARED void qp_trace_append(struct qp_lane *lane, enum qp_product product, enum qp_event_kind kind, uint64_t object,
                               uint64_t now, uint64_t value);

/* The second word of most wide kinds. */
static inline uint64_t qp_trace_pair(uint32_t low, uint32_t high)
{
    return low | (uint64_t)high << 32;
}

#endif
