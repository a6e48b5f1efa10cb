#include "core/event/recorder_time.h"

#include "core/vthread/charge.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

bool qp_recorder_time_begin(struct qp_lane *lane, enum qp_product product)
{
    struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    if (cold->slow & QP_SLOW_RECORDER)
        return false;
    qp_charge(lane, product);
    cold->slow |= QP_SLOW_RECORDER;
    qp_mount_follow_top(lane, product);
    return true;
}

void qp_recorder_time_end(struct qp_lane *lane, enum qp_product product)
{
    qp_charge(lane, product);
    qp_lane_cold(lane, product)->slow &= ~QP_SLOW_RECORDER;
    qp_mount_follow_top(lane, product);
}

/* ---- with no event under way ----------------------------------------------------------------------------- */

/* The lane of the calling thread, in an event; NULL where it has none in a timed run. No lane is made for this, and
 * where a signal handler interrupted an event, all is the event's time. */
static struct qp_lane *take(enum qp_product product)
{
    const struct qp_call call = {.name = "a definition", .product = product, .flavour = QP_EITHER};
    struct qp_lane *lane = qp_lane_take(product);
    if (!lane)
        return NULL;
    if (qp_slow_is_current(lane, product) && qp_runs[product].timed && !qp_lane_is_nested(product))
        return qp_slow_begin(lane, &call, 0);
    qp_lane_end(lane);
    return NULL;
}

bool qp_recorder_time_enter(enum qp_product product)
{
    struct qp_lane *lane = take(product);
    bool begun = lane && qp_recorder_time_begin(lane, product);
    if (lane)
        qp_slow_end(lane, product);
    return begun;
}

void qp_recorder_time_leave(enum qp_product product, bool entered)
{
    struct qp_lane *lane = entered ? take(product) : NULL;
    if (!lane)
        return;
    qp_recorder_time_end(lane, product);
    qp_slow_end(lane, product);
}
