#include "core/log/note.h"

#include "core/store/diagnose.h"
#include "core/store/string.h"
#include "core/vthread/charge.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/carrier/slow.h"
#include "core/stacks/location.h"
#include "core/log/channel.h"
#include "core/log/result.h"
#include "core/log/series.h"
#include "core/log/state.h"
#include "core/log/symbol.h"

/* Begin an event. Return the thread state that logs the note. If the note must not be logged, return NULL and set
 * *result to the value that the caller must return. */
static struct qp_tstate *begin(struct qp_tstate *tstate, const struct qp_note *note, int *result)
{
    tstate = qp_slow_begin(tstate, &note->call, 0);
    if (!tstate) {
        *result = qp_log_refusal();
        return NULL;
    }
    *result = qp_state_check_location(&note->call, note->location);
    qp_charge(tstate, QP_VT);
    uint32_t off = qp_tstate_cold(tstate, QP_VT)->slow & QP_SLOW_OFF;
    if (*result == QP_LOG_OK && !off)
        return tstate;
    qp_slow_end(tstate, QP_VT);
    return NULL;
}

static void append(struct qp_tstate *tstate, const struct qp_note *note, uint32_t object, uint32_t low)
{
    const struct qp_location_stack stack = {.call_site = note->call_site, .skip = -1, .trace = -1, .in_event = true};
    uint32_t location = qp_state_locate(tstate, note->location, qp_symbol_may(QP_RULE_LOCATED) ? &stack : NULL);
    qp_trace_append(tstate, QP_VT, note->kind, object, tstate->ledger->last, qp_trace_pair(low, location));
}

static void append_sending(struct qp_tstate *tstate, const struct qp_note_sending *sending)
{
    qp_trace_append(tstate, QP_VT, QP_EVENT_SENT, (uint32_t)sending->location, tstate->ledger->last,
                    qp_series_float_bits(sending->time));
}

/* Log the event and end it. `fits` is false if there was no space for its text or channel; then nothing is logged. */
static int end(struct qp_tstate *tstate, const struct qp_note *note, bool fits, uint32_t object, uint32_t low)
{
    if (fits)
        append(tstate, note, object, low);
    else
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_ROOM, "%s", note->call.name);
    qp_slow_end(tstate, QP_VT);
    return fits ? QP_LOG_OK : QP_LOG_NO_MEMORY;
}

int qp_note_log(struct qp_tstate *tstate, const struct qp_note *note)
{
    int result;
    tstate = begin(tstate, note, &result);
    return tstate ? end(tstate, note, true, note->object, note->low) : result;
}

int qp_note_comment(struct qp_tstate *tstate, const struct qp_note *note, const char *text)
{
    int result;
    tstate = begin(tstate, note, &result);
    if (!tstate)
        return result;
    qp_cold_lock();
    uint32_t reference = qp_string_put(text);
    qp_cold_unlock();
    return end(tstate, note, reference != 0, 0, reference);
}

int qp_note_message(struct qp_tstate *tstate, const struct qp_note *note, const struct qp_channel *channel,
                    const struct qp_note_sending *sending)
{
    tstate = qp_slow_begin(tstate, &note->call, 0);
    if (!tstate)
        return qp_log_refusal();
    int result = qp_state_check_location(&note->call, note->location);
    qp_charge(tstate, QP_VT);
    if (result != QP_LOG_OK) {
        qp_slow_end(tstate, QP_VT);
        return result;
    }
    const struct qp_traffic_key key = qp_note_key(tstate, note, channel);
    const struct qp_traffic *traffic = qp_traffic_get(tstate, &key);
    if (traffic)
        qp_traffic_add(traffic, note->low, 0, 0);
    if (qp_tstate_cold(tstate, QP_VT)->slow & QP_SLOW_OFF) {
        qp_slow_end(tstate, QP_VT);
        return QP_LOG_OK;
    }
    uint32_t number = qp_traffic_channel(channel);
    if (number != 0 && sending)
        append_sending(tstate, sending);
    return end(tstate, note, number != 0, number, note->low);
}
