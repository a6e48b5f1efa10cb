/* slow.h - the slow way: how events begin and end that do not go in line (hot.h).
 *
 * New call paths, grown stacks, exceptions, pauses and phases, switches of virtual threads, misuse, forked children:
 * the functions that do these (frame.h, count.h, switch.h, announce.h, and the log's) begin and end here. */
#ifndef QP_CARRIER_SLOW_H
#define QP_CARRIER_SLOW_H

#include "core/thread/call.h"
#include "core/thread/lane.h"

/* Bring the lane up to date and mount what the call names. lane has its busy flag set for the event, or is NULL where
 * the event did not begin, since the thread's lane is off or in the middle of another event. Returns the lane to go on
 * with, which is another one in a forked child; NULL when the event is to be dropped, which has been counted: busy is 0
 * then. */
QP_SHARED struct qp_lane *qp_slow_begin(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id);

/* Return true if the time of a long event can be charged to the recorder; not on the CPU clock, of which a reading
 * takes longer than the event. Any thread; outside of an event a run may be starting. */
bool qp_slow_may_charge(enum qp_product product);

/* Begin an event that may take long as qp_slow_begin does. The clock is read before all else, and the time until then
 * is charged to what ran before. *since is that tick, the lane's last; 0 if nothing was charged. */
struct qp_lane *qp_slow_begin_charged(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                      uint64_t *since);

/* The same for an event that always goes the slow way. */
struct qp_lane *qp_slow_take(const struct qp_call *call, uint64_t virtual_id);

/* Set the limits, let the next event in. */
QP_SHARED void qp_slow_end(struct qp_lane *lane, enum qp_product product);

/* The same of an event that may take long: the ticks since the lane's last one are charged to the recorder, and to no
 * function (charge.h). */
void qp_slow_end_as_recorder(struct qp_lane *lane, enum qp_product product);

/* Begin the event only as far as its lane is found, which may be of a run that is over. Returns the lane with its busy
 * flag set, NULL when the event is to be dropped. */
QP_SHARED struct qp_lane *qp_slow_arrive(const struct qp_call *call);

/* Whether the lane is of the run that records now. Of an event that has begun: what qp_runs tells stays as it is until
 * the event's end then, and may be another run's else. */
bool qp_slow_is_current(struct qp_lane *lane, enum qp_product product);

/* Called in a forked child at its first event, when children are followed; NULL otherwise. */
extern void (*qp_slow_forked)(void);

#endif
