/* emitter.h - output of tracks.h to its caller: track numbers, bars and points.
 *
 * The event followers (virtual_tracks.h, vt_tracks.h) report everything through it. A bar that is open before its
 * product is shown is reported later: qp_emitter_show begins it at the last clear. Functions that return bool return
 * false if a callback did. */
#pragma once

#include "profile/log/track.h"

struct qp_emitter {
    const struct qp_profile *profile;
    const struct qp_timeline *timeline; /* lives that bars refer to */
    const struct qp_tracks_calls *calls;
    void *to;
    uint32_t track_count;
    uint64_t tick; /* tick of the newest event. An event of a damaged file that goes back in time gets this tick */
    uint64_t begin[QP_PRODUCTS]; /* tick of the last clear; what precedes it is skipped */
    bool shows[QP_PRODUCTS];     /* begin is past */
};

/* A bar that may be open. `begun` is true once its beginning was reported. */
struct qp_open_bar {
    struct qp_bar bar;
    uint32_t life; /* index of its virtual thread, QP_NONE = none */
    bool is_open;
    bool begun;
};

/* Return the nanoseconds from the start of the run to the newest event. */
uint64_t qp_emitter_now(const struct qp_emitter *emitter);

bool qp_emitter_track(const struct qp_emitter *emitter, const struct qp_track *track);

/* Return the number of a system thread's track, which is reported at its first use. Return QP_NONE if a callback
 * returned false. */
uint32_t qp_emitter_thread(struct qp_emitter *emitter, uint32_t *numbers, enum qp_track_kind kind, uint32_t thread);

/* Open a bar at the newest event. `life` is the index of its virtual thread, QP_NONE if it has none. */
bool qp_emitter_open(const struct qp_emitter *emitter, struct qp_open_bar *open, struct qp_bar bar, uint32_t life);

/* Close a bar at the newest event, if it is open. qp_emitter_close_of does so for a life that the timeline has
 * replaced already. */
bool qp_emitter_close(const struct qp_emitter *emitter, struct qp_open_bar *open, bool cut);
bool qp_emitter_close_of(const struct qp_emitter *emitter, struct qp_open_bar *open, const struct qp_life *life,
                         bool cut);

/* Report a bar that was open at the last clear of its product. */
bool qp_emitter_show(const struct qp_emitter *emitter, enum qp_product product, struct qp_open_bar *open);

/* Report a point with the current moment and this event. */
bool qp_emitter_point(const struct qp_emitter *emitter, const struct qp_resolved *event, struct qp_point point);
