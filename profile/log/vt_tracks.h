/* vt_tracks.h - the tracks of libvt's events: states of system threads, counters, spans of scopes, messages and
 * comments. A part of tracks.h.
 *
 * All that return bool return false without memory, and when a callback did. */
#ifndef QP_LOG_VT_TRACKS_H
#define QP_LOG_VT_TRACKS_H

#include "profile/log/telling.h"

struct qp_vt_stack;
struct qp_vt_span;

struct qp_vt_tracks {
    struct qp_telling *telling;
    const struct qp_counters *counters;
    uint32_t *threads; /* by carrier: number of its track, QP_NONE = not used yet */
    uint32_t *numbers; /* of tracks of counters: by instance, then by counter: where the instance is not known */
    struct qp_vt_stack *stacks; /* by carrier */
    struct qp_vt_span *spans;
    uint32_t span_count;
    /* scope's index + 1: index + 1 of the first that nothing is open on; QP_NONE + 1 = none */
    struct qp_map free_spans;
    struct qp_map open_spans; /* scope's index << 32 | sequence number: index + 1 */
};

/* It is to be closed in any case. */
bool qp_vt_tracks_open(struct qp_vt_tracks *tracks, struct qp_telling *telling, const struct qp_counters *counters);
void qp_vt_tracks_close(struct qp_vt_tracks *tracks);

/* Follow an event of libvt. */
bool qp_vt_tracks_follow(struct qp_vt_tracks *tracks, const struct qp_resolved *event);

/* The last clear is past: tell of what is open. */
bool qp_vt_tracks_show(struct qp_vt_tracks *tracks);

/* Nothing is known from here on: end what is open. */
bool qp_vt_tracks_cut(struct qp_vt_tracks *tracks);

#endif
