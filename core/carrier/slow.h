/* slow.h - the slow path: begin and end of events that do not run inline (hot.h).
 *
 * New call paths, grown stacks, exceptions, pauses and phases, switches of virtual threads, misuse, forked children:
 * the functions that handle these (frame.h, count.h, switch.h, announce.h, and the log's) begin and end here. */
#pragma once

#include "core/thread/call.h"
#include "core/thread/tstate.h"

/* Bring the thread state up to date and mount the virtual thread that the call names. The thread state is busy; pass
 * NULL if the event did not begin, because the thread state is off or inside another event. Return the thread state to
 * continue with, which is another one in a forked child. Return NULL, with busy cleared, if the event is dropped; that
 * has been counted. */
QP_SHARED struct qp_tstate *qp_slow_begin(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id);

/* Return true if the time of a long event can be charged to the recorder. Not on the CPU clock, of which a reading
 * takes longer than the event. Any thread; outside of an event a run may be starting. */
bool qp_slow_may_charge(enum qp_product product);

/* Begin an event that may take long. The clock is read first, and the time until then is charged to what ran before.
 * *since is set to that tick, which is now the thread state's last one, or to 0 if nothing was charged. Otherwise as
 * qp_slow_begin. */
struct qp_tstate *qp_slow_begin_charged(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                        uint64_t *since);

/* Same as qp_slow_begin, for an event that always takes the slow path. */
struct qp_tstate *qp_slow_take(const struct qp_call *call, uint64_t virtual_id);

/* End the event: set the limits and clear busy. */
QP_SHARED void qp_slow_end(struct qp_tstate *tstate, enum qp_product product);

/* End an event that may take long: set the limits, clear busy, and charge the ticks since the thread state's last
 * one to the recorder instead of a function (charge.h). */
void qp_slow_end_as_recorder(struct qp_tstate *tstate, enum qp_product product);

/* Find or make the thread state of an event and mark it busy; it may belong to a finished run. Return NULL if the event
 * is to be dropped. */
QP_SHARED struct qp_tstate *qp_slow_arrive(const struct qp_call *call);

/* Return true if the thread state belongs to the run that records now. Call this in an event that has begun. If it
 * returns true, qp_runs stays unchanged until the event ends; otherwise qp_runs may describe another run. */
bool qp_slow_is_current(struct qp_tstate *tstate, enum qp_product product);

/* Called in a forked child at its first event if children are followed; else NULL. */
extern void (*qp_slow_forked)(void);
