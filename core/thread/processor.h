/* processor.h - how much of a long gap without an event a carrier spent on the processor.
 *
 * Reading the thread's CPU clock takes 400 ns, so it is read only after a long gap, and again when the last reading is
 * a millisecond old. Between two readings the thread is assumed to have been on the processor except during the long
 * gap before the second one: time that the system took away within that millisecond is attributed to the gap. */
#pragma once

#include "core/thread/tstate.h"

/* Nanoseconds beyond which a gap is long. */
#define QP_PROCESSOR_GAP 20000u

/* Ticks of a long gap and of a millisecond; known from the start of the first run with virtual threads. Events of
 * another library may read them during that start. */
extern QP_SHARED uint32_t qp_processor_gap;
extern QP_SHARED uint32_t qp_processor_stale;
void qp_processor_start(void);

/* Convert nanoseconds to ticks, exact to 0.01 %; available from qp_processor_start on. */
uint64_t qp_processor_ticks(uint64_t ns);

/* Read the CPU clock, at this tick. */
void qp_processor_sample(struct qp_tstate *tstate, enum qp_product product, uint64_t tick);

/* Return how many of the ticks from `from` to now were on the processor. With a test's clock it is all of them. The
 * thread state may be another thread's, while events are held. */
uint64_t qp_processor_used(struct qp_tstate *tstate, enum qp_product product, uint64_t from, uint64_t now);

static inline bool qp_processor_is_stale(const struct qp_tstate_cold *cold, uint64_t now)
{
    return now - cold->processor_tick > qp_load_relaxed(&qp_processor_stale);
}
