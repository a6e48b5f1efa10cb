/* telling.h - what tracks.h tells its caller: tracks with their numbers, the begin and end of bars, points. The parts
 * that follow the events (virtual_tracks.h, vt_tracks.h) tell everything through it.
 *
 * A bar that is open before its product is shown is told later: qp_telling_show begins it at the last clear. All that
 * return bool return false when a callback did. */
#ifndef QP_LOG_TELLING_H
#define QP_LOG_TELLING_H

#include "profile/log/track.h"

struct qp_telling {
    const struct qp_profile *profile;
    const struct qp_timeline *timeline; /* the lives that bars tell of */
    const struct qp_tracks_calls *calls;
    void *to;
    uint32_t track_count;
    uint64_t tick;               /* of the newest event; those of a damaged file may go back, and count as this then */
    uint64_t begin[QP_PRODUCTS]; /* ticks: what lies before the last clear is forgotten */
    bool shows[QP_PRODUCTS];     /* that tick is past */
};

/* A bar that may be open; begun = it was told. */
struct qp_open_bar {
    struct qp_bar bar;
    uint32_t life; /* index: of whom it tells, QP_NONE = nobody */
    bool is_open;
    bool begun;
};

/* Nanoseconds from the start of the run until the newest event. */
uint64_t qp_telling_now(const struct qp_telling *telling);

bool qp_telling_track(const struct qp_telling *telling, const struct qp_track *track);

/* The numbers of count tracks that are not used yet, QP_NONE each. Returns NULL without memory; the caller frees it. */
uint32_t *qp_telling_numbers(size_t count);

/* The number of a track of a system thread, which is told when it is used first. Returns QP_NONE when a callback ended
 * it all. */
uint32_t qp_telling_thread(struct qp_telling *telling, uint32_t *numbers, enum qp_track_kind kind, uint32_t thread);

/* Opens a bar at the newest event. life: index, QP_NONE = it tells of nobody. */
bool qp_telling_open(const struct qp_telling *telling, struct qp_open_bar *open, struct qp_bar bar, uint32_t life);

/* Closes a bar at the newest event; nothing where none is open. close_of: of a life that the time line has replaced. */
bool qp_telling_close(const struct qp_telling *telling, struct qp_open_bar *open, bool cut);
bool qp_telling_close_of(const struct qp_telling *telling, struct qp_open_bar *open, const struct qp_life *life,
                         bool cut);

/* Tells of a bar that was open when the last clear of its product passed. */
bool qp_telling_show(const struct qp_telling *telling, enum qp_product product, struct qp_open_bar *open);

/* The moment and the event of the point are filled in. */
bool qp_telling_point(const struct qp_telling *telling, const struct qp_resolved *event, struct qp_point point);

#endif
