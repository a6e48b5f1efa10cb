#include "core/log/series.h"

#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/vthread/charge.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/carrier/slow.h"
#include "core/log/part.h"
#include "core/log/members.h"
#include "core/log/result.h"

#include <math.h>

/* Number of records that a carrier takes at once. With 8 records, threads rarely share a cache line, and 10,000
 * threads take only 7 MB. */
#define AT_ONCE 8

/* Number of entries of the smallest table outside the carrier. Such a table takes whole pages. */
#define SMALLEST_TABLE 512

static struct qp_series *series_of(struct qp_tstate *tstate)
{
    return &qp_log_part_of(tstate)->series;
}

/* ---- the table ------------------------------------------------------------------------------------------- */

static int grow_table(struct qp_tstate *tstate, uint32_t place)
{
    uint32_t room = SMALLEST_TABLE;
    while (room <= place)
        room *= 2;
    struct qp_series_record **table = qp_memory_map(room * sizeof *table);
    if (!table)
        return -1;
    for (uint32_t i = 0; i < tstate->series_room; i++)
        if (tstate->series[i])
            table[i] = tstate->series[i];
    if (tstate->series != series_of(tstate)->few)
        qp_memory_unmap(tstate->series, tstate->series_room * sizeof *table);
    tstate->series = table;
    tstate->series_room = room;
    return 0;
}

static uint32_t place_of(const struct qp_series_record *record)
{
    return record->counter - QP_COUNTER_HANDLES - 1;
}

void qp_series_attach(struct qp_tstate *tstate)
{
    struct qp_series *series = series_of(tstate);
    if (!tstate->series) {
        tstate->series = series->few;
        tstate->series_room = QP_SERIES_FEW;
    }
    for (uint32_t reference = series->dependent; reference != 0;) {
        const struct qp_series_record *record = qp_store_at(reference);
        if (place_of(record) < tstate->series_room)
            tstate->series[place_of(record)] = NULL;
        reference = record->next;
    }
}

void qp_series_leave(struct qp_carrier *carrier)
{
    struct qp_tstate *tstate = &carrier->tstates[QP_VT];
    if (tstate->series && tstate->series != qp_log_part(carrier)->series.few)
        qp_memory_unmap(tstate->series, tstate->series_room * sizeof *tstate->series);
    tstate->series = NULL;
    tstate->series_room = 0;
    qp_log_part(carrier)->series = (struct qp_series){.left = 0};
}

/* ---- records --------------------------------------------------------------------------------------------- */

static struct qp_series_record *take_record(struct qp_series *series)
{
    if (series->left == 0 && !series->stopped) {
        qp_cold_lock();
        series->next = qp_arena_take_shared(QP_KIND_SERIES, AT_ONCE * sizeof *series->next);
        qp_cold_unlock();
        series->left = series->next ? AT_ONCE : 0;
        series->stopped = !series->next;
    }
    if (series->left == 0)
        return NULL;
    series->left--;
    return series->next++;
}

/* Make a counter's record. The caller then adds the first value. */
static struct qp_series_record *make(struct qp_tstate *tstate, const struct qp_counter *counter,
                                     enum qp_instance instance)
{
    struct qp_series_record *record = take_record(series_of(tstate));
    if (!record)
        return NULL;
    record->counter = counter->handle;
    record->thread = qp_store_reference(qp_tstate_carrier(tstate, QP_VT)->record);
    record->data = counter->genre & QP_COUNTER_DATA;
    record->instance = instance;
    record->minimum = record->data == QP_COUNTER_FLOAT ? qp_series_float_bits(INFINITY) : (uint64_t)INT64_MAX;
    record->maximum = record->data == QP_COUNTER_FLOAT ? qp_series_float_bits(-INFINITY) : (uint64_t)INT64_MIN;
    record->first_tick = tstate->ledger->last;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over series */
    return record;
}

/* Find or make the record of a counter whose target is a thread or a group. Such a counter may exclude the next
 * thread on the carrier. These records are in a list, so that qp_series_attach can remove them from the table. */
static struct qp_series_record *get_dependent(struct qp_tstate *tstate, const struct qp_counter *counter,
                                              enum qp_instance instance)
{
    struct qp_series *series = series_of(tstate);
    for (uint32_t reference = series->dependent; reference != 0;) {
        struct qp_series_record *record = qp_store_at(reference);
        if (record->counter == counter->handle && record->instance == instance)
            return record;
        reference = record->next;
    }
    struct qp_series_record *record = make(tstate, counter, instance);
    if (!record)
        return NULL;
    record->next = series->dependent;
    series->dependent = qp_store_reference(record);
    return record;
}

static struct qp_series_record *get(struct qp_tstate *tstate, const struct qp_counter *counter,
                                    enum qp_instance instance)
{
    uint32_t place = counter->handle - QP_COUNTER_HANDLES - 1;
    bool depends = counter->target > 0; /* true if the target is a thread's id or a group */
    struct qp_series_record *record = NULL;
    if (place < tstate->series_room || grow_table(tstate, place) == 0)
        record = depends ? get_dependent(tstate, counter, instance) : make(tstate, counter, instance);
    if (!record)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_ROOM, "totals of counter %.80s", counter->name);
    else
        tstate->series[place] = record;
    return record;
}

/* ---- values ---------------------------------------------------------------------------------------------- */

void qp_series_put(struct qp_tstate *tstate, const struct qp_counter *counter, uint64_t bits)
{
    struct qp_series_record *record = qp_series_known(tstate, (int)counter->handle);
    if (!record) {
        enum qp_instance instance = qp_members_instance(counter->target);
        if (instance == QP_INSTANCE_NONE) {
            qp_diagnose(QP_VT, QP_DIAGNOSTIC_NOT_MEMBER, "a value of counter %.60s", counter->name);
            return;
        }
        record = get(tstate, counter, instance);
    }
    if (record && record->samples == 0)
        record->first = bits;
    if (record)
        qp_series_add(record, bits, tstate->ledger->last);
    qp_trace_append(tstate, QP_VT, QP_EVENT_COUNT, counter->handle - QP_COUNTER_HANDLES, tstate->ledger->last, bits);
}

/* Log the value with index `i`, unless `is_off` is true. Return QP_LOG_OK, or QP_LOG_BAD_SYMBOL if the value's
 * counter does not exist. */
static int log_value(struct qp_tstate *tstate, const struct qp_series_event *event, int i, bool is_off)
{
    const struct qp_counter *counter = qp_counter_find(event->handles[i]);
    if (!counter) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s: counter %#x", event->call.name, (unsigned)event->handles[i]);
        return QP_LOG_BAD_SYMBOL;
    }
    const unsigned char *value = event->values + (size_t)i * sizeof(uint64_t);
    if (!is_off && qp_load_relaxed(&counter->rule) & QP_RULE_LOGGED)
        qp_series_put(tstate, counter, qp_series_bits(counter->genre & QP_COUNTER_DATA, value));
    return QP_LOG_OK;
}

int qp_series_log(struct qp_tstate *tstate, const struct qp_series_event *event)
{
    int result = QP_LOG_OK;
    tstate = qp_slow_begin(tstate, &event->call, 0);
    if (!tstate)
        return qp_log_refusal();
    bool is_off = (qp_tstate_cold(tstate, QP_VT)->slow & QP_SLOW_OFF) != 0;
    if (!is_off && event->done == 0)
        qp_charge(tstate, QP_VT);
    for (int i = event->done; i < event->count; i++)
        if (log_value(tstate, event, i, is_off) != QP_LOG_OK)
            result = QP_LOG_BAD_SYMBOL;
    qp_slow_end(tstate, QP_VT);
    return result;
}
