/* timeline.h - states of virtual threads over time, and which virtual thread runs on which carrier, from log events.
 *
 * One struct qp_life serves a context for all its lives, one after another, so memory grows with the number of virtual
 * threads that live at once. Logs may have losses: after a loss, and after a pause, the state of each life is unknown
 * until its next event. If a virtual thread begins to run on a carrier while it still runs on another carrier, no
 * virtual thread runs on that other carrier from then on. */
#pragma once

#include "base/scratch.h"
#include "profile/log/events.h"
#include "profile/log/life.h"

struct qp_timeline {
    struct qp_scratch scratch; /* owns the arrays `runs` and `left` */
    struct qp_profile *profile;
    struct qp_life_index index;
    struct qp_life *lives; /* one for each context */
    uint32_t count;
    struct qp_map contexts; /* reference of a context: index of its life + 1 */
    uint32_t *runs;         /* for each carrier: index of the life that runs there; QP_NONE = none, or unknown */
    uint32_t *left;         /* for each carrier: index of the life that left it last; QP_NONE = none, or unknown */
    uint32_t generation;    /* a life whose generation is older has an unknown state */
    uint32_t next_mark;
};

/* Effect of an event. Indexes of lives stay valid as long as their context is used. */
struct qp_timeline_step {
    uint32_t life;      /* index of the event's life; QP_NONE = not an event of a virtual thread, or unknown */
    uint32_t by;        /* index of the life that caused the event: the one on the event's carrier that woke, created or
                         * destroyed this life; or the one that this life resumed, or was resumed by; QP_NONE = the
                         * carrier */
    struct qp_life was; /* the life before the event; `over` is true if the context had no life before, or another
                         * one */
    bool again;         /* the life was already running on this carrier */
    bool aside;         /* the life is put aside at once by the life that runs here, which is reported again next */
};

/* Begin a timeline. The profile must live longer. Return false if out of memory; then nothing needs to be closed. */
bool qp_timeline_open(struct qp_timeline *timeline, struct qp_profile *profile);
void qp_timeline_close(struct qp_timeline *timeline);

/* Apply the next event of the file, whatever its product. Return false if out of memory. */
bool qp_timeline_follow(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step);
