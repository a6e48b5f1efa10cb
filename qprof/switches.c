/* Switches of virtual threads: in line in the ordinary case, with the slow way behind it. */
#include "qprof/product.h"

#include "core/record/hot.h"
#include "core/record/switch.h"

void qprof_vthread_suspend(VthreadID virtual_thread_id, int reason)
{
    const struct qp_call *call = QP_CALL(QP_NAMED, virtual_thread_id);
    struct qp_lane *lane = qp_product_begin(call);
    if (lane == NULL)
        return;
    if (QP_LIKELY(qp_switch_away(lane, QP_PRODUCT, virtual_thread_id, reason, QP_TIMED)))
        qp_product_end(lane);
    else
        qp_slow_suspend(lane, call, reason);
}

/* Whether there is nothing to do: it runs here already. */
static int runs(const struct qp_lane *lane, uint64_t virtual_id)
{
    return qp_load_relaxed(&lane->virtual_limit) != NULL && qp_hot_mounted(lane, virtual_id);
}

void qprof_vthread_resume(VthreadID virtual_thread_id)
{
    const struct qp_call *call = QP_CALL(QP_VIRTUAL, virtual_thread_id);
    struct qp_lane *lane = qp_product_begin(call);
    if (lane == NULL)
        return;
    if (QP_LIKELY(runs(lane, virtual_thread_id) || qp_switch_to(lane, QP_PRODUCT, virtual_thread_id, QP_TIMED)))
        qp_product_end(lane);
    else
        qp_slow_resume(lane, call);
}

void qprof_vthread_switch(VthreadID from, int reason, VthreadID to)
{
    const struct qp_call *call = QP_CALL(QP_NAMED, from);
    struct qp_lane *lane = qp_product_begin(call);
    if (lane == NULL)
        return;
    if (QP_LIKELY(qp_switch_over(lane, QP_PRODUCT, from, reason, to, QP_TIMED)))
        qp_product_end(lane);
    else
        qp_slow_switch(lane, call, reason, to);
}
