/* vt_tracks.h - tracks of libvt's events: states, counters, scopes, messages and comments; a part of tracks.h.
 *
 * Functions that return bool return false if out of memory, or if a callback returned false. */
#pragma once

#include "base/scratch.h"
#include "profile/log/emitter.h"

struct qp_vt_stack;
struct qp_vt_span;

struct qp_vt_tracks {
    struct qp_scratch scratch; /* owns threads, numbers and stacks */
    struct qp_emitter *emitter;
    const struct qp_counters *counters;
    uint32_t *threads;          /* for each carrier: number of its track, QP_NONE = not reported yet */
    uint32_t *numbers;          /* track numbers of counters: one for each instance, then one for each counter, for
                                 * values that belong to no known instance */
    struct qp_vt_stack *stacks; /* for each carrier */
    struct qp_vt_span *spans;
    uint32_t span_count;
    /* maps a scope's index + 1 to the index of the scope's first free span + 1; QP_NONE + 1 = none is free */
    struct qp_map free_spans;
    struct qp_map open_spans; /* maps a scope's index << 32 | sequence number to the index of the open span + 1 */
};

/* Begin the tracks. Return false if out of memory; close the tracks in either case. */
bool qp_vt_tracks_open(struct qp_vt_tracks *tracks, struct qp_emitter *emitter, const struct qp_counters *counters);
void qp_vt_tracks_close(struct qp_vt_tracks *tracks);

/* Follow an event of libvt. */
bool qp_vt_tracks_follow(struct qp_vt_tracks *tracks, const struct qp_resolved *event);

/* Report the begin of bars that are open when the last clear is reached. */
bool qp_vt_tracks_show(struct qp_vt_tracks *tracks);

/* End all open bars, because states are unknown from here on. */
bool qp_vt_tracks_cut(struct qp_vt_tracks *tracks);
