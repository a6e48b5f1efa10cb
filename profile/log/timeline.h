/* timeline.h - states of virtual threads over time, and which virtual thread runs on which carrier, from log events.
 *
 * There is one struct qp_life for each context; it is reused when the context gets a new virtual thread. So memory
 * grows with the number of virtual threads that live at the same time. After a loss of events and after a pause, the
 * state of each life is unknown until its next event. If a virtual thread begins to run on a carrier while it still
 * runs on another carrier, no virtual thread runs on that other carrier from then on. */
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
    struct qp_map contexts; /* maps the reference of a context to the index of its life + 1 */
    uint32_t *runs;         /* for each carrier: index of the life that runs there; QP_NONE = none, or unknown */
    uint32_t *left;         /* for each carrier: index of the life that left it last; QP_NONE = none, or unknown */
    uint32_t generation;    /* incremented by each loss and pause; the state of a life with an older generation is
                             * unknown */
    uint32_t next_mark;
};

/* Effect of an event. Indexes of lives stay valid as long as their context is used. */
struct qp_timeline_step {
    uint32_t life;      /* index of the event's life; QP_NONE = not an event of a virtual thread, or unknown */
    uint32_t by;        /* index of the life that caused the event; QP_NONE = the carrier itself. For a wake-up,
                         * creation or destruction, this is the life that runs on the event's carrier. If the event's
                         * life begins to run, this is the life that left the carrier for it (partner_of) */
    struct qp_life was; /* the life before the event; `over` is true if the context had no life, or another life,
                         * before */
    bool again;         /* the life was already running on this carrier */
    bool aside;         /* another life runs on this carrier. This life runs for no time: it is only logged as
                         * running so that its suspension can be logged. Then the other life is logged as running again */
};

/* Begin a timeline. The profile must outlive it. Return false if out of memory; then nothing needs to be closed. */
bool qp_timeline_open(struct qp_timeline *timeline, struct qp_profile *profile);
void qp_timeline_close(struct qp_timeline *timeline);

/* Apply the next event of the file. Events of all products must be passed, though only libqprof's change the
 * timeline. Return false if out of memory. */
bool qp_timeline_follow(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step);
