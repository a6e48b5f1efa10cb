/* recorder_time.h - sections of a thread's time that are charged to the recorder: a callback, a definition,
 * calibration.
 *
 * This time is charged to no function. Sections nest, and other events may occur in them. An event that is charged to
 * the recorder as a whole needs no section. It ends with qp_slow_end_as_recorder (slow.h), which charges its time. */
#pragma once

#include "base/attribute.h"
#include "core/thread/tstate.h"

/* Begin a section: charge the ticks until now as usual, and later ticks to the recorder. Return false if the thread
 * state is in a section already; then no section was begun, and none must be ended. Only the thread that owns the
 * thread state may call this, during an event. */
bool qp_recorder_time_begin(struct qp_tstate *tstate, enum qp_product product);
void qp_recorder_time_end(struct qp_tstate *tstate, enum qp_product product);

/* Begin and end a section of the calling thread while no event is in progress. Nothing happens if the thread does not
 * record in a timed run. Pass the result of qp_recorder_time_enter to qp_recorder_time_leave. */
QP_SHARED bool qp_recorder_time_enter(enum qp_product product);
QP_SHARED void qp_recorder_time_leave(enum qp_product product, bool entered);
