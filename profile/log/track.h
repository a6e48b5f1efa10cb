/* track.h - what viewers draw of a log, and the calls that are told of it (tracks.h reads the log).
 *
 *   track   THREAD    a system thread: libvt's states, messages and comments
 *           CARRIER   the same thread as a carrier: the virtual threads that run on it
 *           VIRTUAL   a virtual thread's life: its states
 *           COUNTER   a counter's values: of a thread, or of all
 *           SCOPE     spans of one of libvt's scopes; what overlaps is on another track of the scope
 *   bar     something that lasts. Bars of a track nest: one that begins within another ends before it
 *   sample  a counter's value from a moment on
 *   point   something at a moment: a wake-up, a message, a comment, a loss */
#ifndef QP_LOG_TRACK_H
#define QP_LOG_TRACK_H

#include "profile/log/resolved.h"
#include "profile/log/timeline.h"

enum qp_track_kind { QP_TRACK_THREAD, QP_TRACK_CARRIER, QP_TRACK_VIRTUAL, QP_TRACK_COUNTER, QP_TRACK_SCOPE };

struct qp_track {
    enum qp_track_kind kind;
    uint32_t number;            /* from 0, in the order of their first use */
    uint32_t thread;            /* index of a carrier: THREAD and CARRIER, and a counter of one thread; else QP_NONE */
    uint32_t counter;           /* of COUNTER: index, else QP_NONE */
    const struct qp_life *life; /* of VIRTUAL, until the callback returns */
    const struct qp_event_scope *scope; /* of SCOPE; NULL = not in the file */
};

/* What a bar's value is. */
enum qp_bar_kind {
    QP_BAR_STATE,    /* of a virtual thread: enum qp_context_state, from RUNNING to WAITING */
    QP_BAR_FUNCTION, /* a state of libvt: index of its method, QP_NONE = not in the file */
    QP_BAR_RUN,      /* on a carrier: number of the track of the virtual thread that runs */
    QP_BAR_SCOPE     /* the scope's sequence number */
};

struct qp_bar {
    enum qp_bar_kind kind;
    uint32_t track; /* its number */
    uint32_t value;
    uint32_t depth;             /* bars that it lies in */
    uint32_t object;            /* of FUNCTION: handle of the state; of SCOPE: its index */
    uint32_t thread;            /* index of the carrier whose event began it */
    uint32_t location;          /* handle, 0 = none */
    const struct qp_life *life; /* of STATE and RUN: whose, until the callback returns. Its name may be known better at
                                   the end */
    uint32_t node; /* of STATE: index, on top of it when it left its carrier; QP_NONE = not known, or it runs */
    uint64_t from;
    uint64_t until; /* when it ends; not known when it begins */
    uint64_t tick;  /* of its begin, for locations */
    uint64_t flow;  /* of STATE: of the point that brought it about, 0 = none */
    bool cut;       /* nothing told its end: events were lost, or the log ended */
};

struct qp_sample {
    uint32_t track;
    uint32_t counter; /* index */
    uint32_t thread;  /* as its track's */
    uint32_t genre;   /* what the value's bits are (counters.h) */
    uint64_t bits;
    double number;
    uint64_t at;
};

struct qp_point {
    uint32_t track;
    uint32_t other;             /* of WAKE and CREATE: number of the track of whom it happened to; else QP_NONE */
    const struct qp_life *life; /* of WAKE and CREATE: whom it happened to, until the callback returns */
    uint64_t at;
    uint64_t flow; /* of WAKE and CREATE: counts from 1, the same in the bar that begins by it; 0 = none does */
    const struct qp_resolved *event; /* WAKE, CREATE, SEND, RECEIVE, COMMENT, ON, OFF, LOST or GAP; all that it says */
};

/* Each may be NULL; one that returns false ends the reading. A track is told once. That of a virtual thread comes when
 * its name is known, which may be after bars of it, and at its end at the latest; one without a bar is not told. */
struct qp_tracks_calls {
    bool (*track)(void *to, const struct qp_track *track);
    bool (*begin)(void *to, const struct qp_bar *bar);
    bool (*end)(void *to, const struct qp_bar *bar);
    bool (*sample)(void *to, const struct qp_sample *sample);
    bool (*point)(void *to, const struct qp_point *point);
    uint32_t without; /* products whose events are not told: 1 << enum qp_product for each */
};

#endif
