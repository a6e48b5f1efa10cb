/* rounds.h - rounds of events between known work, to measure the overhead of an event. */
#pragma once

#include "core/session/scratch.h"

/* Time that a call adds to the callee (inside) and to its caller (outside), in 1/256 ticks. */
struct qp_added {
    double inside;
    double outside;
};

static inline double qp_added_whole(struct qp_added added)
{
    return added.inside + added.outside;
}

/* Sort costs in ascending order. */
void qp_rounds_sort(double *costs, int count);

/* Work between the events. An event costs less in a chain of operations that each depend on the operation before than
 * between independent operations. */
enum qp_rounds_work { QP_ROUNDS_CHAIN, QP_ROUNDS_INDEPENDENT };

/* Return the median of a few rounds. The scratch is set up, and qp_scratch_events has events of this kind. */
struct qp_added qp_rounds_measure(struct qp_scratch_tstate *scratch, enum qp_product product, enum qp_scratch_kind kind,
                                  enum qp_rounds_work work);

/* Measure calls that the client makes and reports in its own way (qprof_calibrate). The scratch takes the place of the
 * calling thread's state. */
struct qp_added qp_rounds_measure_client(struct qp_scratch_tstate *scratch, enum qp_product product, qprof_Play *play,
                                         void *user);
