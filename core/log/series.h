/* series.h - what a thread logs of a counter: each value in the trace, and their number, sum, smallest, largest and
 * last in a record of the carrier's own, in place.
 *
 * The lane's table has the records of the counters that the thread may log with no more checks. */
#ifndef QP_LOG_SERIES_H
#define QP_LOG_SERIES_H

#include "core/tree/hot.h"
#include "core/carrier/slow.h"
#include "core/thread/trace.h"
#include "core/log/counter.h"

#include <string.h>

/* A value as VT_countval gets it, as bits of a double or of an int64_t. Halves are loaded one by one, since they were
 * stored so a moment ago: a load of both would wait until the stores are through. */
static inline uint64_t qp_series_bits(uint32_t data, const unsigned char *value)
{
    uint64_t bits;
    if (data == QP_COUNTER_INTEGER) {
        uint32_t high, low;
        memcpy(&high, value, sizeof high);
        memcpy(&low, value + sizeof high, sizeof low);
        __asm__("" : "+r"(high)); /* the compiler would make one load of two */
        return (uint64_t)high << 32 | low;
    }
    memcpy(&bits, value, sizeof bits);
    return bits;
}

static inline double qp_series_float(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A value that is no number is never the smallest or largest. */
static inline void qp_series_add(struct qp_series_record *series, uint64_t bits, uint64_t now)
{
    if (series->data == QP_COUNTER_FLOAT) {
        double value = qp_series_float(bits);
        series->sum += value;
        if (value < qp_series_float(series->minimum))
            series->minimum = bits;
        if (value > qp_series_float(series->maximum))
            series->maximum = bits;
    } else {
        int64_t value = (int64_t)bits;
        series->sum += (double)value;
        if (value < (int64_t)series->minimum)
            series->minimum = bits;
        if (value > (int64_t)series->maximum)
            series->maximum = bits;
    }
    series->samples++;
    series->last = bits;
    series->last_tick = now;
}

static inline struct qp_series_record *qp_series_known(const struct qp_lane *lane, int handle)
{
    uint32_t place = (uint32_t)handle - QP_COUNTER_HANDLES - 1;
    return QP_LIKELY(place < lane->series_room) ? lane->series[place] : NULL;
}

static inline void qp_series_write(struct qp_lane *lane, struct qp_series_record *series, int handle,
                                   const unsigned char *value, uint64_t now)
{
    uint64_t bits = qp_series_bits(series->data, value);
    qp_series_add(series, bits, now);
    qp_trace_put_wide(lane, QP_VT, QP_EVENT_COUNT, (uint32_t)handle - QP_COUNTER_HANDLES, now, bits);
}

/* In line: the value of a known counter, and those that follow at the same tick. */
static inline bool qp_series_hot_log(struct qp_lane *lane, int handle, const unsigned char *value)
{
    struct qp_series_record *series = qp_series_known(lane, handle);
    if (QP_UNLIKELY(!qp_load_relaxed(&lane->limit) || !series || !qp_trace_has_room(lane)))
        return false;
    uint64_t now = qp_clock_counter();
    if (QP_UNLIKELY(now >= lane->horizon || !qp_hot_charge(lane, qp_frame_node(lane->top), now)))
        return false;
    qp_series_write(lane, series, handle, value, now);
    return true;
}

static inline bool qp_series_hot_follow(struct qp_lane *lane, int handle, const unsigned char *value)
{
    struct qp_series_record *series = qp_series_known(lane, handle);
    if (QP_UNLIKELY(!series || !qp_trace_fits(lane, lane->ledger->last)))
        return false;
    qp_series_write(lane, series, handle, value, lane->ledger->last);
    return true;
}

/* The same of a thread without a log: totals go on as fast as they can. All of the values or none. */
static inline bool qp_series_unlogged(struct qp_lane *lane, int count, const int *handles, const unsigned char *values)
{
    if (!qp_load_relaxed(&lane->limit) || !qp_trace_is_off(lane, QP_VT))
        return false;
    for (int i = 0; i < count; i++)
        if (!qp_series_known(lane, handles[i]))
            return false;
    uint64_t now = qp_clock_counter();
    if (now >= lane->horizon || !qp_hot_charge(lane, qp_frame_node(lane->top), now))
        return false;
    for (int i = 0; i < count; i++) {
        struct qp_series_record *series = qp_series_known(lane, handles[i]);
        qp_series_add(series, qp_series_bits(series->data, values + (size_t)i * sizeof(uint64_t)), now);
        qp_trace_miss(lane, QP_VT);
    }
    return true;
}

/* ---- the slow way: lane as in slow.h ------------------------------------------------------------- */

struct qp_series_event {
    struct qp_call call;
    int count;
    const int *handles;
    const unsigned char *values;
    int done; /* how many of them were logged in line */
};

/* Returns QP_LOG_OK or an error. */
QP_SHARED int qp_series_log(struct qp_lane *lane, const struct qp_series_event *event);

/* Log one value, as bits, within an event that has charged its time. */
void qp_series_put(struct qp_lane *lane, const struct qp_counter *counter, uint64_t bits);

/* The lane begins a run, a new thread goes on with it, or the thread has another number, and so belongs to other
 * groups. */
void qp_series_attach(struct qp_lane *lane);

/* The carrier gets a new thread record. */
void qp_series_leave(struct qp_carrier *carrier);

/* A new data file. With the cold lock. */
void qp_series_reset_records(void);

#endif
