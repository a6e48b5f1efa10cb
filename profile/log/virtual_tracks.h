/* virtual_tracks.h - tracks of virtual threads and carriers, from the timeline (timeline.h); a part of tracks.h.
 *
 * Functions that return bool return false if out of memory, and if a callback did. */
#pragma once

#include "base/scratch.h"
#include "profile/log/emitter.h"

struct qp_virtual_track;

struct qp_virtual_tracks {
    struct qp_scratch scratch; /* has the arrays by carrier */
    struct qp_emitter *emitter;
    struct qp_timeline *timeline;
    struct qp_timeline_step step;
    uint32_t *carriers;             /* by carrier: track number, QP_NONE = not used yet */
    struct qp_open_bar *runs;       /* by carrier */
    struct qp_virtual_track *lives; /* by life of the timeline */
    uint32_t life_count;
    uint64_t flow;
};

/* Must be closed in any case. */
bool qp_virtual_tracks_open(struct qp_virtual_tracks *tracks, struct qp_emitter *emitter, struct qp_timeline *timeline);
void qp_virtual_tracks_close(struct qp_virtual_tracks *tracks);

/* Follow an event of any product; libqprof's change states. */
bool qp_virtual_tracks_follow(struct qp_virtual_tracks *tracks, const struct qp_resolved *event);

/* Report open bars when the last clear is reached. */
bool qp_virtual_tracks_show(struct qp_virtual_tracks *tracks);

/* End open bars, since nothing is known from here on. */
bool qp_virtual_tracks_cut(struct qp_virtual_tracks *tracks);

/* At the end, report tracks that have no name yet. */
bool qp_virtual_tracks_finish(struct qp_virtual_tracks *tracks);
