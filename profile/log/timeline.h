/* timeline.h - states of virtual threads over time, and which one runs on which carrier, from log events.
 *
 * One struct serves a context for all its lives, one after another, so memory grows with the number of virtual threads
 * that live at once. Logs may have losses: after a loss, and after a pause, states are unknown until the next event of
 * each life. If a virtual thread runs on a carrier while another carrier still has it, that carrier loses it. */
#pragma once

#include "base/scratch.h"
#include "profile/log/events.h"
#include "profile/log/life.h"

struct qp_timeline {
    struct qp_scratch scratch; /* has the arrays by carrier */
    struct qp_profile *profile;
    struct qp_life_index index;
    struct qp_life *lives; /* one for each context */
    uint32_t count;
    struct qp_map contexts; /* reference: index + 1 */
    uint32_t *runs;         /* by carrier: index of the life that runs there; QP_NONE = none, or unknown */
    uint32_t *left;         /* by carrier: index of the life that left it last; QP_NONE = none, or unknown */
    uint32_t generation;    /* states of older generations are unknown */
    uint32_t next_mark;
};

/* Effect of an event; indexes of lives stay valid while a context is used. */
struct qp_timeline_step {
    uint32_t life; /* index of its life; QP_NONE = not of a virtual thread, or unknown */
    uint32_t by;   /* index: the life on the event's carrier that woke, created or destroyed this one; or the life that
                      resumed it, or that it had resumed; QP_NONE = the carrier */
    struct qp_life was; /* the life before the event, if there is one; over: the context had none, or another one */
    bool again;         /* already running here */
    bool aside;         /* put aside at once by the life that runs here, which is reported again next */
};

/* Return false if out of memory; then nothing needs to be closed. The profile must live longer. */
bool qp_timeline_open(struct qp_timeline *timeline, struct qp_profile *profile);
void qp_timeline_close(struct qp_timeline *timeline);

/* Apply the next event of the file, of any product. Return false if out of memory. */
bool qp_timeline_follow(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step);
