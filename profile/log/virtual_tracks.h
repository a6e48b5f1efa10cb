/* virtual_tracks.h - the tracks of virtual threads and of their carriers: the bars of states and runs, as the time line
 * (timeline.h) has them after each event of libqprof. A part of tracks.h.
 *
 * All that return bool return false without memory, and when a callback did. */
#ifndef QP_LOG_VIRTUAL_TRACKS_H
#define QP_LOG_VIRTUAL_TRACKS_H

#include "profile/log/telling.h"

struct qp_virtual_track;

struct qp_virtual_tracks {
    struct qp_telling *telling;
    struct qp_timeline *timeline;
    struct qp_timeline_step step;
    uint32_t *carriers;             /* by carrier: number of its track, QP_NONE = not used yet */
    struct qp_open_bar *runs;       /* by carrier */
    struct qp_virtual_track *lives; /* by life of the timeline */
    uint32_t life_count;
    uint64_t flow;
};

/* It is to be closed in any case. */
bool qp_virtual_tracks_open(struct qp_virtual_tracks *tracks, struct qp_telling *telling, struct qp_timeline *timeline);
void qp_virtual_tracks_close(struct qp_virtual_tracks *tracks);

/* Follow an event of any product; libqprof's change states. */
bool qp_virtual_tracks_follow(struct qp_virtual_tracks *tracks, const struct qp_resolved *event);

/* The last clear is past: tell of what is open. */
bool qp_virtual_tracks_show(struct qp_virtual_tracks *tracks);

/* Nothing is known from here on: end what is open. */
bool qp_virtual_tracks_cut(struct qp_virtual_tracks *tracks);

/* At the end: tell of the tracks that had no name yet. */
bool qp_virtual_tracks_finish(struct qp_virtual_tracks *tracks);

#endif
