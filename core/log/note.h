/* note.h - events that neither open nor close a state: messages, scopes, comments.
 *
 * An event takes the slow path if its location must be found by unwinding, otherwise the fast path. The parameter
 * `tstate` of the slow functions is passed on to qp_slow_begin (slow.h). */
#pragma once

#include "core/tree/hot.h"
#include "core/carrier/slow.h"
#include "core/thread/trace.h"
#include "core/log/traffic.h"

/* Time and location of the sending of a message, logged when the message is received. */
struct qp_note_sending {
    double time; /* seconds since 1970, 0 = unknown */
    int location;
};

struct qp_note {
    struct qp_call call;
    enum qp_event_kind kind; /* a kind with two words in the log; the second word contains `low` and the location */
    uint32_t object;
    uint32_t low;
    int location;          /* location that the client passed; QP_LOCATION_NONE = none */
    const void *call_site; /* return address of the public function */
};

/* Log a note on the fast path. Return true if the note was logged. Otherwise change nothing and return false. The
 * note's location must be valid or QP_LOCATION_NONE. */
static inline bool qp_note_hot(struct qp_tstate *tstate, const struct qp_note *note)
{
    uint64_t now = qp_clock_counter();
    if (!qp_load_relaxed(&tstate->limit) || !qp_trace_fits(tstate, now) ||
        !qp_hot_charge(tstate, qp_frame_node(tstate->top), now))
        return false;
    qp_trace_put_wide(tstate, QP_VT, note->kind, note->object, now, qp_trace_pair(note->low, (uint32_t)note->location));
    return true;
}

/* Log a note. Return QP_LOG_OK, or an error if nothing is logged. */
QP_SHARED int qp_note_log(struct qp_tstate *tstate, const struct qp_note *note);

/* Log a note with a text (QP_EVENT_COMMENT). Return the same results as qp_note_log. */
QP_SHARED int qp_note_comment(struct qp_tstate *tstate, const struct qp_note *note, const char *text);

/* Return the key of the totals to which a message of the state on top belongs. */
static inline struct qp_traffic_key qp_note_key(struct qp_tstate *tstate, const struct qp_note *note,
                                                const struct qp_channel *channel)
{
    return (struct qp_traffic_key){
        .channel = *channel,
        .node = qp_tstate_reference(tstate, qp_frame_node(tstate->top)),
        .location = (uint32_t)note->location,
        .direction = note->kind == QP_EVENT_SEND ? QP_TRAFFIC_SENT : QP_TRAFFIC_RECEIVED,
        .size = qp_traffic_size(note->low),
    };
}

/* Log a note whose object is a message channel, and count the message, even if notes are not logged now. Make the
 * channel if it does not exist. `sending` may be NULL. The results are those of qp_note_log. */
QP_SHARED int qp_note_message(struct qp_tstate *tstate, const struct qp_note *note, const struct qp_channel *channel,
                              const struct qp_note_sending *sending);
