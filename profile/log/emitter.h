/* emitter.h - reports of tracks, bars and points to the callbacks of tracks.h.
 *
 * virtual_tracks.c and vt_tracks.c follow events and call the callbacks through these functions. Events of a product
 * before its last clear are not reported. At the clear, qp_emitter_show reports the bars that are open, as if they
 * began there. Functions that return bool return false if a callback returned false. */
#pragma once

#include "profile/log/track.h"

struct qp_emitter {
    const struct qp_profile *profile;
    const struct qp_timeline *timeline; /* contains the lives to which bars refer */
    const struct qp_tracks_calls *calls;
    void *to;
    uint32_t track_count;
    uint64_t tick; /* tick of the newest event; never decreases, even if events of a damaged file go back in time */
    uint64_t begin[QP_PRODUCTS]; /* tick of the last clear; everything before it is skipped */
    bool shows[QP_PRODUCTS];     /* true once `tick` has reached `begin` */
};

/* A bar that may be open. `begun` is true once the bar's begin was reported. */
struct qp_open_bar {
    struct qp_bar bar;
    uint32_t life; /* index of its virtual thread, QP_NONE = none */
    bool is_open;
    bool begun;
};

/* Return the nanoseconds from the start of the run to the newest event. */
uint64_t qp_emitter_now(const struct qp_emitter *emitter);

bool qp_emitter_track(const struct qp_emitter *emitter, const struct qp_track *track);

/* Return the number of a system thread's track. Report the track if it is used for the first time. Return QP_NONE if a
 * callback returned false. */
uint32_t qp_emitter_thread(struct qp_emitter *emitter, uint32_t *numbers, enum qp_track_kind kind, uint32_t thread);

/* Open a bar at the newest event. `life` is the index of its virtual thread, QP_NONE if it has none. */
bool qp_emitter_open(const struct qp_emitter *emitter, struct qp_open_bar *open, struct qp_bar bar, uint32_t life);

/* Close a bar at the newest event, if it is open. Use qp_emitter_close_of if the timeline has already replaced the
 * bar's life by another life on the same context. */
bool qp_emitter_close(const struct qp_emitter *emitter, struct qp_open_bar *open, bool cut);
bool qp_emitter_close_of(const struct qp_emitter *emitter, struct qp_open_bar *open, const struct qp_life *life,
                         bool cut);

/* Report a bar that was open when the data of its product was last cleared. */
bool qp_emitter_show(const struct qp_emitter *emitter, enum qp_product product, struct qp_open_bar *open);

/* Report a point for this event, at the current tick. */
bool qp_emitter_point(const struct qp_emitter *emitter, const struct qp_resolved *event, struct qp_point point);
