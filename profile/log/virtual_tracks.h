/* virtual_tracks.h - tracks of virtual threads and carriers, from the timeline (timeline.h); a part of tracks.h.
 *
 * Functions that return bool return false if out of memory, or if a callback returned false. */
#pragma once

#include "base/scratch.h"
#include "profile/log/emitter.h"

struct qp_virtual_track;

struct qp_virtual_tracks {
    struct qp_scratch scratch; /* owns the arrays `carriers` and `runs` */
    struct qp_emitter *emitter;
    struct qp_timeline *timeline;
    struct qp_timeline_step step;
    uint32_t *carriers;             /* for each carrier: number of its track, QP_NONE = not reported yet */
    struct qp_open_bar *runs;       /* for each carrier: bar of the virtual thread that runs there */
    struct qp_virtual_track *lives; /* one for each life of the timeline */
    uint32_t life_count;
    uint64_t flow;
};

/* Begin the tracks. Return false if out of memory; close the tracks in either case. */
bool qp_virtual_tracks_open(struct qp_virtual_tracks *tracks, struct qp_emitter *emitter, struct qp_timeline *timeline);
void qp_virtual_tracks_close(struct qp_virtual_tracks *tracks);

/* Follow an event of any product. Only events of libqprof change states. */
bool qp_virtual_tracks_follow(struct qp_virtual_tracks *tracks, const struct qp_resolved *event);

/* Report the begin of bars that are open when the last clear is reached. */
bool qp_virtual_tracks_show(struct qp_virtual_tracks *tracks);

/* End all open bars, because states are unknown from here on. */
bool qp_virtual_tracks_cut(struct qp_virtual_tracks *tracks);

/* After the last event, report the tracks that have not been reported yet, because their names were unknown. */
bool qp_virtual_tracks_finish(struct qp_virtual_tracks *tracks);
