/* announce.h - what clients tell of their threads, system threads and virtual ones: created, named, ended.
 *
 * lane is NULL where the event did not begin. All go the slow way. */
#ifndef QP_RECORD_ANNOUNCE_H
#define QP_RECORD_ANNOUNCE_H

#include "core/record/call.h"
#include "core/record/lane.h"

QP_SHARED void qp_announce_create(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                  uint64_t client_id);
QP_SHARED void qp_announce_destroy(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id);
QP_SHARED void qp_announce_name(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                const char *name);

#endif
