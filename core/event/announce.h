/* announce.h - creation, naming and end of system threads and virtual threads, as clients report them.
 *
 * All these events take the slow path (slow.h). */
#pragma once

#include "core/thread/call.h"
#include "core/thread/tstate.h"

QP_SHARED void qp_announce_create(const struct qp_call *call, uint64_t virtual_id, uint64_t client_id);
QP_SHARED void qp_announce_destroy(const struct qp_call *call, uint64_t virtual_id);
/* Do only the work that creation, naming and end have in common, so that calibration can measure it. The caller has
 * marked the thread state busy. Return false if nothing records. */
QP_SHARED bool qp_announce_nothing(struct qp_tstate *tstate, const struct qp_call *call);

QP_SHARED void qp_announce_name(const struct qp_call *call, uint64_t virtual_id, const char *name);
