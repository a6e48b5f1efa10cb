/* processor.h - the part of a long gap between two events for which a carrier was on the processor.
 *
 * Reading the thread's CPU clock takes 400 ns. So the clock is read only after a long gap, and when a virtual thread is
 * unmounted and the last reading is older than a millisecond. Between two readings the thread is assumed to have been
 * on the processor except during the long gap before the second reading. If the system preempted the thread earlier in
 * that millisecond, the time of the preemption is attributed to the gap. */
#pragma once

#include "core/thread/tstate.h"

/* A gap between two events is a long gap if it takes more than this number of nanoseconds. */
#define QP_PROCESSOR_GAP 20000u

/* qp_processor_gap is QP_PROCESSOR_GAP in ticks, and qp_processor_stale is a millisecond in ticks.
 * qp_processor_start sets both when the first run with virtual threads starts. Events of another library may read them
 * at that moment. */
extern QP_SHARED uint32_t qp_processor_gap;
extern QP_SHARED uint32_t qp_processor_stale;
void qp_processor_start(void);

/* Return whether the rate of the clock is known, which qp_processor_ticks needs. */
bool qp_processor_knows(void);

/* Convert nanoseconds to ticks, exact to 0.01 %, for up to 104 days; available from qp_processor_start on. */
uint64_t qp_processor_ticks(uint64_t ns);

/* Read the thread's CPU clock, and store the reading with this tick as its time. */
void qp_processor_sample(struct qp_tstate *tstate, enum qp_product product, uint64_t tick);

/* Return for how many of the ticks from `from` to `now` the thread was on the processor. If a test provides the
 * clock, return all ticks. While events are held, the thread state may belong to a thread other than the caller. */
uint64_t qp_processor_used(struct qp_tstate *tstate, enum qp_product product, uint64_t from, uint64_t now);

static inline bool qp_processor_is_stale(const struct qp_tstate_cold *cold, uint64_t now)
{
    return now - cold->processor_tick > qp_load_relaxed(&qp_processor_stale);
}
