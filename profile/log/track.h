/* track.h - tracks of a log as viewers show them, and the callbacks to which they are reported (by tracks.h).
 *
 *   track   THREAD    a system thread: libvt's states, messages and comments
 *           CARRIER   the same thread as a carrier: the virtual threads that run on it
 *           VIRTUAL   a virtual thread's life: its states
 *           COUNTER   a counter's values: of a thread, or of all threads
 *           SCOPE     spans of one of libvt's scopes; overlapping spans are on several tracks of the scope
 *   bar     an interval. Bars of a track nest: a bar that begins within another bar ends before it
 *   sample  a counter's value from a moment on
 *   point   an event at a moment: a wake-up, a message, a comment, a loss */
#pragma once

#include "profile/log/resolved.h"
#include "profile/log/timeline.h"

enum qp_track_kind { QP_TRACK_THREAD, QP_TRACK_CARRIER, QP_TRACK_VIRTUAL, QP_TRACK_COUNTER, QP_TRACK_SCOPE };

struct qp_track {
    enum qp_track_kind kind;
    uint32_t number;            /* from 0, in the order of first use */
    uint32_t thread;            /* index of the carrier, for a track of kind THREAD or CARRIER, and for a COUNTER of
                                 * one thread; else QP_NONE */
    uint32_t counter;           /* COUNTER: index of the counter; else QP_NONE */
    const struct qp_life *life; /* VIRTUAL: the life, valid until the callback returns */
    const struct qp_event_scope *scope; /* SCOPE: the scope; NULL = not in the file */
};

/* Kind of a bar, which determines what its value is. */
enum qp_bar_kind {
    QP_BAR_STATE,    /* state of a virtual thread: enum qp_context_state, from RUNNING to WAITING */
    QP_BAR_FUNCTION, /* a state of libvt: index of its method, QP_NONE = not in the file */
    QP_BAR_RUN,      /* on a carrier: track number of the running virtual thread */
    QP_BAR_SCOPE     /* the scope's sequence number */
};

struct qp_bar {
    enum qp_bar_kind kind;
    uint32_t track; /* number of its track */
    uint32_t value;
    uint32_t depth;             /* number of enclosing bars */
    uint32_t object;            /* FUNCTION: handle of the state; SCOPE: index of the scope */
    uint32_t thread;            /* index of the carrier with the event at which the bar begins */
    uint32_t location;          /* handle, 0 = none */
    const struct qp_life *life; /* STATE and RUN: the virtual thread, valid until the callback returns; its name may
                                 * not be known before the bar ends */
    uint32_t node; /* STATE: index of the node that was on top when the thread left its carrier; QP_NONE = unknown, or
                    * running */
    uint32_t resumer; /* STATE, running: track number, plus 1, of the virtual thread that resumed this one; 0 = none, or
                       * not logged */
    uint64_t from;
    uint64_t until; /* end of the bar; set only when the end is reported */
    uint64_t tick;  /* tick at which the bar begins; used to look up the location */
    uint64_t flow;  /* STATE: `flow` of the point (such as a wake-up) that caused the state, 0 = none */
    bool cut;       /* true if the real end is unknown, because events were lost or the log ended */
};

struct qp_sample {
    uint32_t track;
    uint32_t counter; /* index */
    uint32_t thread;  /* thread of the track */
    uint32_t genre;   /* format of the value's bits (counters.h) */
    uint64_t bits;
    double number;
    uint64_t at;
};

struct qp_point {
    uint32_t track;
    uint32_t other;             /* WAKE and CREATE: track number of the affected virtual thread; else QP_NONE */
    const struct qp_life *life; /* WAKE and CREATE: the affected virtual thread, valid until the callback returns */
    uint64_t at;
    uint64_t flow; /* WAKE and CREATE: number from 1. The bar that the point caused has the same number; 0 = no bar */
    const struct qp_resolved *event; /* event of kind WAKE, CREATE, SEND, RECEIVE, COMMENT, ON, OFF, LOST or GAP */
};

/* Callbacks, each of which may be NULL. If a callback returns false, reading ends. Each track is reported once. A
 * virtual thread's track is reported as soon as its name is known: this may be after its first bars, but not after the
 * thread's end. A virtual thread without bars has no track. */
struct qp_tracks_calls {
    bool (*track)(void *to, const struct qp_track *track);
    bool (*begin)(void *to, const struct qp_bar *bar);
    bool (*end)(void *to, const struct qp_bar *bar);
    bool (*sample)(void *to, const struct qp_sample *sample);
    bool (*point)(void *to, const struct qp_point *point);
    uint32_t without; /* products whose events are skipped: a bit 1 << enum qp_product for each */
    bool (*event)(void *to, const struct qp_resolved *event); /* each event of libvt, before it is reported as above */
};
