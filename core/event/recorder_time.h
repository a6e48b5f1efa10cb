/* recorder_time.h - sections of a thread's time that are the recorder's: a callback, a definition, calibration.
 *
 * This time is no function's. Sections nest, and events may occur inside. An event that is the recorder's as a whole
 * contains none, and its time runs from before it begins until after it is settled: it needs no section, and ends with
 * qp_slow_end_as_recorder (slow.h). */
#pragma once

#include "base/attribute.h"
#include "core/thread/tstate.h"

/* Charge all ticks until now; those from now on are the recorder's. Return false inside such a section, which
 * continues: then there is nothing to end. By the thread state's thread, in an event. */
bool qp_recorder_time_begin(struct qp_tstate *tstate, enum qp_product product);
void qp_recorder_time_end(struct qp_tstate *tstate, enum qp_product product);

/* Same, with no event in progress, for the calling thread if it records in a timed run. Pass the result of enter to
 * leave. */
QP_SHARED bool qp_recorder_time_enter(enum qp_product product);
QP_SHARED void qp_recorder_time_leave(enum qp_product product, bool entered);
