/* takeover.h - a lane takes a virtual thread that another one has, or had last.
 *
 * A compare and exchange of its owner. Where it is mounted elsewhere, the other lane's place in its stack is read, and
 * that lane notices at its next event that it lost it. */
#ifndef QP_VTHREAD_TAKEOVER_H
#define QP_VTHREAD_TAKEOVER_H

#include "core/thread/lane.h"

/* Take the context over for the lane, whose thread is in an event. ran: a client says, from elsewhere, that it does not
 * run any more where it is mounted, so it ran until now. */
void qp_takeover(struct qp_lane *lane, enum qp_product product, struct qp_context *context, bool ran, uint64_t now);

/* Another lane took what is mounted here, and this one went on recording it: the client runs a virtual thread on two
 * threads at once. That is counted, and no sum of such a run is expected to add up: events of one lane may have charged
 * nodes that are the other's. */
void qp_takeover_tell(struct qp_lane *lane, enum qp_product product);

/* The owner, when no lane is in the middle of putting the context aside or taking it over. */
uint64_t qp_takeover_wait(const struct qp_context *context);

#endif
