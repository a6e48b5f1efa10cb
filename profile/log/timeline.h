/* timeline.h - follows the events of virtual threads in the order of time: who runs on which carrier, and what state
 * each of them is in since when.
 *
 * One struct serves a context for all its lives, one after the other, so that memory grows with the virtual threads
 * that live at once. A log says what its recorder saw, and may have losses: after one, and after a pause, the states of
 * all that are not told again are unknown. A carrier that still has a virtual thread when another one runs it has lost
 * it. */
#ifndef QP_LOG_TIMELINE_H
#define QP_LOG_TIMELINE_H

#include "profile/log/events.h"
#include "profile/log/life.h"

struct qp_timeline {
    struct qp_profile *profile;
    struct qp_life_index index;
    struct qp_life *lives; /* one for each context */
    uint32_t count;
    struct qp_map contexts; /* reference: index + 1 */
    uint32_t *runs;         /* by carrier: index of the life that runs there; QP_NONE = none, or not known */
    uint32_t *left;         /* by carrier: index of the one that left it last; the same */
    uint32_t generation;    /* states of older ones are unknown */
    uint32_t next_mark;
};

/* What an event tells; indexes of lives stay while a context is used. */
struct qp_timeline_step {
    uint32_t life; /* index: of whom it tells; QP_NONE = not of a virtual thread, or nobody knows of which */
    uint32_t by;   /* index: who runs on its carrier, and woke, created or destroyed that one; who resumed it, or gave
                      way to its resumer, which it is; QP_NONE = the carrier */
    struct qp_life was; /* the life before the event, where there is one; over: the context had none, or not this one */
    bool again;         /* it is told again that it runs here */
    bool aside;         /* it did not run: one that runs here has put it aside, and is told again behind it */
};

/* Returns false without memory; nothing is to be closed then. The profile must live longer. */
bool qp_timeline_open(struct qp_timeline *timeline, struct qp_profile *profile);
void qp_timeline_close(struct qp_timeline *timeline);

/* Take the next event of the file, of any product. Returns false without memory. */
bool qp_timeline_follow(struct qp_timeline *timeline, const struct qp_event *event, struct qp_timeline_step *step);

#endif
