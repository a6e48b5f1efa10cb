/* scratch.h - a thread state in which calibration measures events.
 *
 * The scratch is a copy of the calling thread's state with a stack of its own, below a root that no report shows. No
 * other thread finds the copy, and no report shows what it records. */
#pragma once

#include "core/thread/tstate.h"
#include "qprof.h"

#define QP_SCRATCH_ORDER  3
#define QP_SCRATCH_FRAMES (1 << QP_SCRATCH_ORDER)
#define QP_SCRATCH_EVENTS 128 /* maximum number of libvt's events in a round */

/* Method that the recorded calls enter. */
#define QP_SCRATCH_METHOD qprof_GarbageCollector /* a predefined method, for which no client's callback is called */

/* Kinds of calibration rounds, in the order of the constants: calls; calls that a wrapper records; resumption and
 * suspension of one virtual thread; switches between two virtual threads; the common part of creating, naming and
 * ending virtual threads. */
enum qp_scratch_kind {
    QP_SCRATCH_CALLS,
    QP_SCRATCH_WRAPPED,
    QP_SCRATCH_RESUMED,
    QP_SCRATCH_SWITCHED,
    QP_SCRATCH_ANNOUNCED,
    QP_SCRATCH_KINDS
};

struct qp_scratch_tstate {
    struct qp_carrier carrier;
    struct qp_tstate *tstate;
    struct qp_ledger ledger;
    uint32_t marks;         /* number of marks that the calling thread's state has processed */
    bool logs;              /* true if the calling thread's state logs virtual threads */
    uint32_t rare;          /* reference of space for a qp_rare_record, which both virtual threads use */
    struct qp_node *caller; /* node on top of the stacks of the system thread and of the first virtual thread */
    struct qp_node *callee; /* callee of the recorded calls; on top of the second virtual thread's stack */
    struct {
        struct qp_context context;
        struct qp_frame frames[QP_SCRATCH_FRAMES];
    } threads[2];
    struct {
        struct qp_frame frames[QP_SCRATCH_FRAMES];
        uint64_t ticks[QP_SCRATCH_FRAMES]; /* tick of each frame, for -record-min-max (qp_context_recorded) */
    } stack;
    uint64_t words[4 * QP_SCRATCH_EVENTS];
};

/* An event as a public function would perform it, but on the scratch thread state that was set up last. It is called
 * through a pointer, as a client calls a loaded library. */
typedef void qp_scratch_event(void);

struct qp_scratch_events {
    qp_scratch_event *enter; /* event that enters the callee or resumes the second virtual thread */
    qp_scratch_event *leave; /* event that returns to the caller or suspends the second virtual thread */
};

/* Begin and end of a call that a library's wrappers around another library's functions record as a state of libvt.
 * NULL = no such library is loaded. The library sets this pointer; libvtmpi is one. Unlike other events, these two use
 * the calling thread's state: the scratch takes its place during a round (calibrate.c). An event that cannot take the
 * fast path must leave the scratch busy. */
extern QP_SHARED const struct qp_scratch_events *qp_scratch_wrapper;

/* Return the two events of a kind of round. Return NULL if the product's run has no such events, or if they take a
 * path that cannot be measured here. */
const struct qp_scratch_events *qp_scratch_events(enum qp_product product, enum qp_scratch_kind kind);

/* Copy the calling thread's state into the scratch. Return false if there is no space for its records. Call this with
 * the session lock. */
bool qp_scratch_set_up(struct qp_scratch_tstate *scratch, struct qp_tstate *tstate, enum qp_product product);

/* Begin a round of this kind at this tick. */
void qp_scratch_begin(struct qp_scratch_tstate *scratch, enum qp_product product, enum qp_scratch_kind kind,
                      uint64_t tick);
