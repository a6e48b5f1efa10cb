/* note.h - events that open and close nothing: messages, scopes, comments.
 *
 * As with states: in line where nothing is to be located, else the slow way; lane as in slow.h. */
#ifndef QP_LOG_NOTE_H
#define QP_LOG_NOTE_H

#include "core/tree/hot.h"
#include "core/carrier/slow.h"
#include "core/thread/trace.h"

struct qp_note_channel {
    int peer;
    int tag;
    int communicator;
};

/* Of a message that is logged when it was received: when and where it was sent. */
struct qp_note_sending {
    double time; /* seconds since 1970, 0 = not known */
    int location;
};

struct qp_note {
    struct qp_call call;
    enum qp_event_kind kind; /* one that is wide, with a pair of low and location */
    uint32_t object;
    uint32_t low;
    int location;          /* the argument; QP_LOCATION_NONE = none given */
    const void *call_site; /* the address that the public function was called from */
};

/* Returns whether it was logged; when it was not, nothing has happened. location is known, or QP_LOCATION_NONE. */
static inline bool qp_note_hot(struct qp_lane *lane, const struct qp_note *note)
{
    uint64_t now = qp_clock_counter();
    if (!qp_load_relaxed(&lane->limit) || !qp_trace_fits(lane, now) ||
        !qp_hot_charge(lane, qp_frame_node(lane->top), now))
        return false;
    qp_trace_put_wide(lane, QP_VT, note->kind, note->object, now, qp_trace_pair(note->low, (uint32_t)note->location));
    return true;
}

/* Returns QP_LOG_OK or an error; nothing is logged then. */
QP_SHARED int qp_note_log(struct qp_lane *lane, const struct qp_note *note);

/* The same with a text, of kind QP_EVENT_COMMENT. */
QP_SHARED int qp_note_comment(struct qp_lane *lane, const struct qp_note *note, const char *text);

/* The same with a channel: its object is found, or made, here; sending may be NULL. */
QP_SHARED int qp_note_message(struct qp_lane *lane, const struct qp_note *note, const struct qp_note_channel *channel,
                              const struct qp_note_sending *sending);

#endif
