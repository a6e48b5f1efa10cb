/* scratch.h - a lane to try events in: a copy of the calling thread's, on a stack of its own below a root that no
 * report shows. No other thread finds it, and what is recorded in it nobody sees. */
#ifndef QP_SESSION_SCRATCH_H
#define QP_SESSION_SCRATCH_H

#include "core/record/lane.h"

#define QP_SCRATCH_FRAMES 8
#define QP_SCRATCH_EVENTS 128 /* of libvt that may be logged in a round */

struct qp_scratch {
    struct qp_carrier carrier;
    struct qp_lane *lane;
    struct qp_ledger ledger;
    struct qp_node *callee; /* of the calls */
    struct {
        struct qp_frame frames[QP_SCRATCH_FRAMES];
        uint64_t ticks[QP_SCRATCH_FRAMES]; /* -record-min-max (context.h) */
    } stack;
    uint64_t words[4 * QP_SCRATCH_EVENTS];
};

/* Events as the product's run has them, each as a public function does it, in the scratch that was set up last. Called
 * through pointers, as a client calls what it loaded. */
typedef void qp_scratch_event(void);

struct qp_scratch_events {
    qp_scratch_event *enter; /* the callee */
    qp_scratch_event *leave; /* to its caller */
};

const struct qp_scratch_events *qp_scratch_events(enum qp_product product);

/* Set up from the calling thread's lane, with the session's lock. Returns false where there is no room for the records
 * that it needs. */
bool qp_scratch_set_up(struct qp_scratch *scratch, struct qp_lane *lane, enum qp_product product);

/* A round begins at this tick. */
void qp_scratch_begin(struct qp_scratch *scratch, uint64_t tick);

#endif
