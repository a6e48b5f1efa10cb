#include "core/event/recorder_time.h"

#include "core/vthread/charge.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

bool qp_recorder_time_begin(struct qp_tstate *tstate, enum qp_product product)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (cold->slow & QP_SLOW_RECORDER)
        return false;
    qp_charge(tstate, product);
    cold->slow |= QP_SLOW_RECORDER;
    qp_mount_follow_top(tstate, product);
    return true;
}

void qp_recorder_time_end(struct qp_tstate *tstate, enum qp_product product)
{
    qp_charge(tstate, product);
    qp_tstate_cold(tstate, product)->slow &= ~QP_SLOW_RECORDER;
    qp_mount_follow_top(tstate, product);
}

/* ---- with no event in progress --------------------------------------------------------------------------- */

/* Begin an event on the calling thread. Return NULL if the thread does not record in a timed run; such a thread is
 * not attached for this event. Also return NULL in a signal handler that interrupted an event, because the interrupted
 * event charges the handler's time. */
static struct qp_tstate *take(enum qp_product product)
{
    const struct qp_call call = {.name = "a definition", .product = product, .flavour = QP_EITHER};
    struct qp_tstate *tstate = qp_tstate_take(product);
    if (!tstate)
        return NULL;
    if (qp_slow_is_current(tstate, product) && qp_runs[product].timed && !qp_tstate_is_nested(product))
        return qp_slow_begin(tstate, &call, 0);
    qp_tstate_end(tstate);
    return NULL;
}

bool qp_recorder_time_enter(enum qp_product product)
{
    struct qp_tstate *tstate = take(product);
    bool begun = tstate && qp_recorder_time_begin(tstate, product);
    if (tstate)
        qp_slow_end(tstate, product);
    return begun;
}

void qp_recorder_time_leave(enum qp_product product, bool entered)
{
    struct qp_tstate *tstate = entered ? take(product) : NULL;
    if (!tstate)
        return;
    qp_recorder_time_end(tstate, product);
    qp_slow_end(tstate, product);
}
