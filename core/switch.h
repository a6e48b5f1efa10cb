/* switch.h - the common switches of virtual threads: a table look-up, a clock read, a locked instruction for each
 * virtual thread that is put aside or taken.
 *
 * For virtual threads that ran here before and that no mark, other carrier or lack of memory has changed since; all
 * others go the careful way (mount.h), to the same result. By the owner of the lane, in an event. Each charges the time
 * until now to what was on top. Returns. 1 when it is done, 0 when nothing was. */
#ifndef QP_CORE_SWITCH_H
#define QP_CORE_SWITCH_H

#include "core/lane.h"

/* Mount to. */
QP_SHARED int qp_switch_to(struct qp_lane *lane, enum qp_product product, uint64_t to);

/* Suspend from, which is mounted here; reason is QPROF_REASON_*. */
QP_SHARED int qp_switch_away(struct qp_lane *lane, enum qp_product product, uint64_t from, int reason);

/* Both, at one moment. */
QP_SHARED int qp_switch_over(struct qp_lane *lane, enum qp_product product, uint64_t from, int reason, uint64_t to);

#endif
