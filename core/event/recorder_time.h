/* recorder_time.h - stretches of a lane's time that are the recorder's, and no function's: a callback of the client's,
 * a definition, the trying of events. They nest, and events may come within. An event that is the recorder's as a whole
 * has none within, and is to be counted from before it begins to after it is settled: it needs no stretch, and ends
 * with qp_slow_end_as_recorder (slow.h). */
#ifndef QP_EVENT_RECORDER_TIME_H
#define QP_EVENT_RECORDER_TIME_H

#include "base/attribute.h"
#include "core/thread/lane.h"

/* All ticks until now are told; those from now on are the recorder's. Returns false within such a stretch, which goes
 * on: then there is nothing to end. By the lane's thread, in an event. */
bool qp_recorder_time_begin(struct qp_lane *lane, enum qp_product product);
void qp_recorder_time_end(struct qp_lane *lane, enum qp_product product);

/* The same around what is done with no event under way, of the calling thread where it records in a timed run. leave is
 * told what enter returned. */
QP_SHARED bool qp_recorder_time_enter(enum qp_product product);
QP_SHARED void qp_recorder_time_leave(enum qp_product product, bool entered);

#endif
