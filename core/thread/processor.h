/* processor.h - how much of a long time without an event a carrier spent on the processor.
 *
 * A reading of the thread's CPU clock takes 400 ns, so it is read after a long time alone, and again when the last
 * reading is a millisecond old. Between two readings the thread is taken to have been on the processor but for the long
 * time before the second: what the system took away in that millisecond counts as off the processor there. */
#ifndef QP_THREAD_PROCESSOR_H
#define QP_THREAD_PROCESSOR_H

#include "core/thread/lane.h"

/* A gap of so many nanoseconds is long. */
#define QP_PROCESSOR_GAP 20000u

/* Ticks of a gap, and of a millisecond; known from the start of the first run with virtual threads on. Another
 * library's events may read them while it starts. */
extern QP_SHARED uint32_t qp_processor_gap;
extern QP_SHARED uint32_t qp_processor_stale;
void qp_processor_start(void);

/* So many nanoseconds as ticks, to 0.01 %; known as the others are. */
uint64_t qp_processor_ticks(uint64_t ns);

/* Read the clock, at this tick. */
void qp_processor_sample(struct qp_lane *lane, enum qp_product product, uint64_t tick);

/* Of the ticks from `from` to now those on the processor. Where the clock is a test's it is all of them. The lane may
 * be another thread's, while events are held. */
uint64_t qp_processor_used(struct qp_lane *lane, enum qp_product product, uint64_t from, uint64_t now);

static inline bool qp_processor_is_stale(const struct qp_lane_cold *cold, uint64_t now)
{
    return now - cold->processor_tick > qp_load_relaxed(&qp_processor_stale);
}

#endif
