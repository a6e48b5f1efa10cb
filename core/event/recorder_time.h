/* recorder_time.h - sections of a thread's time that are charged to the recorder: a callback, a definition,
 * calibration.
 *
 * Other events may occur within a section. An event whose whole time is charged to the recorder needs no section: it
 * ends with qp_slow_end_as_recorder (slow.h). */
#pragma once

#include "base/attribute.h"
#include "core/thread/tstate.h"

/* Begin a section: charge the ticks until now as usual, and later ticks to the recorder. If the thread state is in a
 * section already, return false; then the caller must not end the section. Only the thread that owns the thread state
 * may call this, during an event. */
bool qp_recorder_time_begin(struct qp_tstate *tstate, enum qp_product product);
void qp_recorder_time_end(struct qp_tstate *tstate, enum qp_product product);

/* qp_recorder_time_enter begins a section of the calling thread, and qp_recorder_time_leave ends the section. Call
 * both while no event is in progress. They do nothing if the thread does not record in a timed run. Pass the result of
 * qp_recorder_time_enter to qp_recorder_time_leave. */
QP_SHARED bool qp_recorder_time_enter(enum qp_product product);
QP_SHARED void qp_recorder_time_leave(enum qp_product product, bool entered);
