/* times.h - a virtual thread's times by state: its ledger (format/record.h: struct qp_context).
 *
 * Only the thread whose thread state has the context may call these functions, during an event. The time of a pause is
 * added to no state, because the marks (mark.h) determine how much of an interval was recorded. */
#pragma once

#include "core/thread/tstate.h"

/* Return the result of qp_times_recorded for a run that has marks (the beginning or end of a pause, or a clear). If
 * the run uses the CPU clock, the tick of a mark is unknown. But the thread state's first event after a mark ends the
 * interval (catch_up.h), so no interval lies partly in a pause. */
QP_SHARED uint64_t qp_times_recorded_among_marks(enum qp_product product, const struct qp_tstate_cold *cold,
                                                 uint64_t from, uint64_t to);

/* Return how many of the ticks between `from` and `to` were recorded: all of them if there was no pause or clear
 * yet. */
static inline uint64_t qp_times_recorded(enum qp_product product, const struct qp_tstate_cold *cold, uint64_t from,
                                         uint64_t to)
{
    if (QP_UNLIKELY(cold->marks != 0))
        return qp_times_recorded_among_marks(product, cold, from, to);
    return to > from ? to - from : 0;
}

/* Add ticks to a state whose time is stored in the rare record, since few virtual threads are ever in it. */
QP_SHARED void qp_times_add_rare(struct qp_context *context, enum qp_context_state state, uint64_t ticks);

static inline void qp_times_add(struct qp_context *context, enum qp_context_state state, uint64_t ticks)
{
    unsigned place = QP_TIME_OF((unsigned)state);
    if (QP_LIKELY(place < QP_TIMES_HERE))
        context->times[place] += ticks;
    else
        qp_times_add_rare(context, state, ticks);
}

/* Charge the time until this tick to the context's current state. */
static inline void qp_times_advance(enum qp_product product, const struct qp_tstate_cold *cold,
                                    struct qp_context *context, uint64_t until)
{
    if (QP_UNLIKELY(until <= context->since))
        return; /* another thread has suspended the virtual thread after this tick */
    qp_times_add(context, (enum qp_context_state)context->state,
                 qp_times_recorded(product, cold, context->since, until));
    qp_store_relaxed(&context->since, until);
}

/* Charge the time between two events of the mounted virtual thread. According to the thread's CPU clock, the virtual
 * thread ran until `from`, and was runnable from then until `until`. */
void qp_times_stall(struct qp_tstate *tstate, enum qp_product product, uint64_t from, uint64_t until);

/* Mark the times of the virtual thread, of this node and of the virtual thread's group as estimates. */
void qp_times_set_estimated(struct qp_context *context, struct qp_node *node);

/* Get the times in all states, in the order of enum qp_context_state. */
void qp_times_get(const struct qp_context *context, uint64_t times[QP_TIMES]);

/* Begin the times of a new virtual thread at this tick, in this epoch. */
void qp_times_begin(struct qp_context *context, uint32_t epoch, uint64_t tick);

/* Restart the times in a new epoch or group, preserving the creation tick. */
void qp_times_restart(struct qp_context *context, uint32_t epoch, uint64_t tick);

/* Return the tick of the virtual thread's creation. */
uint64_t qp_times_created(const struct qp_context *context);

/* Find or make the context's rare record, for values that few virtual threads have. Return NULL if there is no room. */
struct qp_rare_record *qp_times_rare(struct qp_context *context);
