/* times.h - a virtual thread's times by state: what its ledger counts (format/record.h: struct qp_context).
 *
 * By the lane that has the context, in an event. A pause is nobody's time: the marks tell how much of a stretch was
 * recorded. */
#ifndef QP_TREE_TIMES_H
#define QP_TREE_TIMES_H

#include "core/thread/lane.h"

/* The same among marks. The CPU clock, which marks have no tick of, is stopped at the lane's first event after a mark
 * (catch_up.h): its ticks are of a pause or of none. */
QP_SHARED uint64_t qp_times_recorded_among_marks(enum qp_product product, const struct qp_lane_cold *cold,
                                                 uint64_t from, uint64_t to);

/* Of these ticks those that were recorded. Where nothing was paused or cleared yet all are. */
static inline uint64_t qp_times_recorded(enum qp_product product, const struct qp_lane_cold *cold, uint64_t from,
                                         uint64_t to)
{
    if (QP_UNLIKELY(cold->marks != 0))
        return qp_times_recorded_among_marks(product, cold, from, to);
    return to > from ? to - from : 0;
}

/* Add to a state that few are ever in. */
QP_SHARED void qp_times_add_rare(struct qp_context *context, enum qp_context_state state, uint64_t ticks);

static inline void qp_times_add(struct qp_context *context, enum qp_context_state state, uint64_t ticks)
{
    unsigned place = QP_TIME_OF((unsigned)state);
    if (QP_LIKELY(place < QP_TIMES_HERE))
        context->times[place] += ticks;
    else
        qp_times_add_rare(context, state, ticks);
}

/* Its state goes on until then. */
static inline void qp_times_advance(enum qp_product product, const struct qp_lane_cold *cold,
                                    struct qp_context *context, uint64_t until)
{
    if (QP_UNLIKELY(until <= context->since))
        return; /* it was suspended from elsewhere later than that */
    qp_times_add(context, (enum qp_context_state)context->state,
                 qp_times_recorded(product, cold, context->since, until));
    qp_store_relaxed(&context->since, until);
}

/* What is mounted ran until `from`, and could not go on until then, as far as the clock of the processor tells. */
void qp_times_stall(struct qp_lane *lane, enum qp_product product, uint64_t from, uint64_t until);

/* Times of the virtual thread, and of its node, are estimates. */
void qp_times_set_estimated(struct qp_context *context, struct qp_node *node);

/* All of them, in the order of the states. */
void qp_times_get(const struct qp_context *context, uint64_t times[QP_TIMES]);

/* A new virtual thread: all begin at this tick, in the epoch. */
void qp_times_begin(struct qp_context *context, uint32_t epoch, uint64_t tick);

/* They begin again. */
void qp_times_restart(struct qp_context *context, uint32_t epoch, uint64_t tick);

/* The tick of its creation. */
uint64_t qp_times_created(const struct qp_context *context);

/* The record of what few virtual threads have, found or made; NULL when there is no room. */
struct qp_rare_record *qp_times_rare(struct qp_context *context);

/* A new data file. */
void qp_times_reset_records(void);

#endif
