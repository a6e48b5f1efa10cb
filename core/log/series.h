/* series.h - totals of the counter values that a thread logs: count, sum, minimum, maximum, first and last.
 *
 * The totals of a counter are a record of the carrier; each value is also an event in the log. Some counters need no
 * further checks when the thread logs them. The records of these counters are in a table of the thread state. */
#pragma once

#include "core/tree/hot.h"
#include "core/carrier/slow.h"
#include "core/thread/trace.h"
#include "core/log/counter.h"

#include <string.h>

/* Convert a value, in the form that VT_countval gets, to the bits of a double or an int64_t. The caller has just
 * stored the two halves of an integer separately, so they are loaded separately: a single load would have to wait until
 * both stores complete. */
static inline uint64_t qp_series_bits(uint32_t data, const unsigned char *value)
{
    uint64_t bits;
    if (data == QP_COUNTER_INTEGER) {
        uint32_t high, low;
        memcpy(&high, value, sizeof high);
        memcpy(&low, value + sizeof high, sizeof low);
        __asm__("" : "+r"(high)); /* keeps the compiler from merging both loads */
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

static inline uint64_t qp_series_float_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Add a value to the totals. NaN never becomes the minimum or maximum. */
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

static inline struct qp_series_record *qp_series_known(const struct qp_tstate *tstate, int handle)
{
    uint32_t place = (uint32_t)handle - QP_COUNTER_HANDLES - 1;
    return QP_LIKELY(place < tstate->series_room) ? tstate->series[place] : NULL;
}

static inline void qp_series_write(struct qp_tstate *tstate, struct qp_series_record *series, int handle,
                                   const unsigned char *value, uint64_t now)
{
    uint64_t bits = qp_series_bits(series->data, value);
    qp_series_add(series, bits, now);
    qp_trace_put_wide(tstate, QP_VT, QP_EVENT_COUNT, (uint32_t)handle - QP_COUNTER_HANDLES, now, bits);
}

/* On the fast path, qp_series_hot_log logs the value of a counter that has a record, and qp_series_hot_follow logs a
 * further value at the same tick. */
static inline bool qp_series_hot_log(struct qp_tstate *tstate, int handle, const unsigned char *value)
{
    struct qp_series_record *series = qp_series_known(tstate, handle);
    if (QP_UNLIKELY(!qp_load_relaxed(&tstate->limit) || !series || !qp_trace_has_room(tstate)))
        return false;
    uint64_t now = qp_clock_counter();
    if (QP_UNLIKELY(now >= tstate->horizon || !qp_hot_charge(tstate, qp_frame_node(tstate->top), now)))
        return false;
    qp_series_write(tstate, series, handle, value, now);
    return true;
}

static inline bool qp_series_hot_follow(struct qp_tstate *tstate, int handle, const unsigned char *value)
{
    struct qp_series_record *series = qp_series_known(tstate, handle);
    if (QP_UNLIKELY(!series || !qp_trace_fits(tstate, tstate->ledger->last)))
        return false;
    qp_series_write(tstate, series, handle, value, tstate->ledger->last);
    return true;
}

/* Add the values to the totals only, on the fast path, for a thread that has no log. Add either all values or none. */
static inline bool qp_series_unlogged(struct qp_tstate *tstate, int count, const int *handles,
                                      const unsigned char *values)
{
    if (!qp_load_relaxed(&tstate->limit) || !qp_trace_is_off(tstate, QP_VT))
        return false;
    for (int i = 0; i < count; i++)
        if (!qp_series_known(tstate, handles[i]))
            return false;
    uint64_t now = qp_clock_counter();
    if (now >= tstate->horizon || !qp_hot_charge(tstate, qp_frame_node(tstate->top), now))
        return false;
    for (int i = 0; i < count; i++) {
        struct qp_series_record *series = qp_series_known(tstate, handles[i]);
        qp_series_add(series, qp_series_bits(series->data, values + (size_t)i * sizeof(uint64_t)), now);
        qp_trace_miss(tstate, QP_VT);
    }
    return true;
}

/* ---- slow path: thread state as in slow.h ---------------------------------------------------------------- */

struct qp_series_event {
    struct qp_call call;
    int count;
    const int *handles;
    const unsigned char *values;
    int done; /* number of values logged on the fast path */
};

/* Log the remaining values. Return QP_LOG_OK or an error. */
QP_SHARED int qp_series_log(struct qp_tstate *tstate, const struct qp_series_event *event);

/* Log one value, given as bits, within an event that has charged the time until now. */
void qp_series_put(struct qp_tstate *tstate, const struct qp_counter *counter, uint64_t bits);

/* Remove from the table the records whose target may exclude the thread. Call this when a run begins and when a new
 * thread takes over the carrier. Call it also when the thread's number changes, since the thread then belongs to other
 * groups. */
void qp_series_attach(struct qp_tstate *tstate);

/* Drop the table and records, since the carrier gets a new thread record. */
void qp_series_leave(struct qp_carrier *carrier);
