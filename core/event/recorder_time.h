/* recorder_time.h - sections of a thread's time that are the recorder's: a callback, a definition, calibration.
 *
 * This time is charged to no function. Sections nest, and other events may occur in them. An event whose whole time is
 * the recorder's needs no section: it ends with qp_slow_end_as_recorder (slow.h), which charges its time from its
 * beginning until it is settled. */
#pragma once

#include "base/attribute.h"
#include "core/thread/tstate.h"

/* Begin a section: charge the ticks until now, and charge later ones to the recorder. Return false, with nothing to
 * end, if the thread state is in a section already. Only the thread that owns the thread state may call this, in an
 * event. */
bool qp_recorder_time_begin(struct qp_tstate *tstate, enum qp_product product);
void qp_recorder_time_end(struct qp_tstate *tstate, enum qp_product product);

/* Begin and end a section of the calling thread with no event in progress. Nothing happens if it does not record in
 * a timed run. Pass the result of enter to leave. */
QP_SHARED bool qp_recorder_time_enter(enum qp_product product);
QP_SHARED void qp_recorder_time_leave(enum qp_product product, bool entered);
