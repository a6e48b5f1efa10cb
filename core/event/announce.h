/* announce.h - what clients tell of their threads, system threads and virtual ones: created, named, ended.
 * All go the slow way. */
#ifndef QP_EVENT_ANNOUNCE_H
#define QP_EVENT_ANNOUNCE_H

#include "core/thread/call.h"
#include "core/thread/lane.h"

QP_SHARED void qp_announce_create(const struct qp_call *call, uint64_t virtual_id, uint64_t client_id);
QP_SHARED void qp_announce_destroy(const struct qp_call *call, uint64_t virtual_id);
/* Do what the three have in common, and nothing else, in an event of this lane that has begun: calibration measures it.
 */
void qp_announce_nothing(struct qp_lane *lane, const struct qp_call *call);

QP_SHARED void qp_announce_name(const struct qp_call *call, uint64_t virtual_id, const char *name);

#endif
