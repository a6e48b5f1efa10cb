/* scratch.h - a lane to try events in: a copy of the calling thread's, on a stack of its own below a root that no
 * report shows. No other thread finds it, and what is recorded in it nobody sees. */
#ifndef QP_SESSION_SCRATCH_H
#define QP_SESSION_SCRATCH_H

#include "core/thread/lane.h"

#define QP_SCRATCH_ORDER  3
#define QP_SCRATCH_FRAMES (1 << QP_SCRATCH_ORDER)
#define QP_SCRATCH_EVENTS 128 /* of libvt that may be logged in a round */

/* A round has calls; a virtual thread that is resumed and suspended; two that are switched between; or what the making,
 * naming and ending of virtual threads have in common. */
enum qp_scratch_kind {
    QP_SCRATCH_CALLS,
    QP_SCRATCH_RESUMED,
    QP_SCRATCH_SWITCHED,
    QP_SCRATCH_ANNOUNCED,
    QP_SCRATCH_KINDS
};

struct qp_scratch {
    struct qp_carrier carrier;
    struct qp_lane *lane;
    struct qp_ledger ledger;
    uint32_t marks;         /* that the calling thread's lane has worked through */
    bool logs;              /* that lane logs virtual threads */
    uint32_t rare;          /* reference of room for the rare record of a virtual thread */
    struct qp_node *caller; /* on top of the first virtual thread, and of the thread itself */
    struct qp_node *callee; /* of the calls, and on top of the second virtual thread */
    struct {
        struct qp_context context;
        struct qp_frame frames[QP_SCRATCH_FRAMES];
    } threads[2];
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
    qp_scratch_event *enter; /* the callee, or the second virtual thread */
    qp_scratch_event *leave; /* to what ran before */
};

/* NULL where the run has no such events, or these go another way than what can be tried here. */
const struct qp_scratch_events *qp_scratch_events(enum qp_product product, enum qp_scratch_kind kind);

/* Set up from the calling thread's lane, with the session's lock. Returns false where there is no room for the records
 * that it needs. */
bool qp_scratch_set_up(struct qp_scratch *scratch, struct qp_lane *lane, enum qp_product product);

/* A round begins at this tick. */
void qp_scratch_begin(struct qp_scratch *scratch, enum qp_product product, enum qp_scratch_kind kind, uint64_t tick);

#endif
