/* slow.h - begin and end of events on the slow path, which do not run inline (hot.h).
 *
 * Events take the slow path for new call paths, grown stacks, exceptions, pauses and phases, switches of virtual
 * threads, misuse and forked children. The functions that handle these (in frame.h, count.h, switch.h, announce.h and
 * core/log) begin and end with the functions below. */
#pragma once

#include "core/thread/call.h"
#include "core/thread/tstate.h"

/* Bring the thread state up to date and mount the virtual thread that the call names. The caller has marked the
 * thread state busy. If the caller could not do so, because the thread state is off or inside another event, it passes
 * NULL. Return the thread state to continue with, which is a different one in a forked child. If the event is dropped,
 * count the loss, clear busy and return NULL. */
QP_SHARED struct qp_tstate *qp_slow_begin(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id);

/* Return true if the time of a long event can be charged to the recorder. On the CPU clock it cannot, since a reading
 * of that clock takes longer than the event. Any thread may call this, even outside of an event while a run starts. */
bool qp_slow_may_charge(enum qp_product product);

/* Begin an event that may take long, as qp_slow_begin does. The clock is read first, and the time until this reading
 * is charged to the function that ran before. *since is set to the tick of this reading, or to 0 if no time was
 * charged. */
struct qp_tstate *qp_slow_begin_charged(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                        uint64_t *since);

/* Mark the calling thread's state busy and call qp_slow_begin. This is for events that always take the slow path. */
struct qp_tstate *qp_slow_take(const struct qp_call *call, uint64_t virtual_id);

/* End the event: set the limits and clear busy. */
QP_SHARED void qp_slow_end(struct qp_tstate *tstate, enum qp_product product);

/* End an event that may take long: set the limits, clear busy, and charge the time since the thread state's last tick
 * to the recorder instead of a function (charge.h). */
void qp_slow_end_as_recorder(struct qp_tstate *tstate, enum qp_product product);

/* Find or make the calling thread's state for an event and mark it busy. The thread state may belong to a finished
 * run. Return NULL if the event must be dropped. */
QP_SHARED struct qp_tstate *qp_slow_arrive(const struct qp_call *call);

/* Return true if the thread state belongs to the run that records now. Call this in an event that has begun. If the
 * result is true, qp_runs stays unchanged until the event ends. Otherwise qp_runs may describe another run. */
bool qp_slow_is_current(struct qp_tstate *tstate, enum qp_product product);

/* Function that a forked child calls at its first event if children are followed, otherwise NULL. */
extern void (*qp_slow_forked)(void);
