#include "core/event/switch.h"

#include "core/store/diagnose.h"
#include "core/tree/node_extra.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

/* ---- slow ------------------------------------------------------------------------------------------------ */

/* What the call suspends, NULL when it is told as misuse. */
static struct qp_context *find_suspended(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id,
                                         int reason)
{
    struct qp_context *context =
        qp_runs[call->product].virtual_threads ? qp_vthread_look_up(lane, call->product, virtual_id) : NULL;
    if (context && reason >= QPROF_REASON_RUNNABLE && reason <= QPROF_REASON_RESUMES) {
        if (qp_load_relaxed(&qp_runs[call->product].told) == QP_TOLD_NEVER)
            qp_diagnose_not(call->product, QP_DIAGNOSTIC_UNTOLD_WAIT);
        qp_store_relaxed(&qp_runs[call->product].told, QP_TOLD_ALWAYS);
        return context;
    }
    if (context)
        qp_diagnose(call->product, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%#llx, %d)", call->name,
                    (unsigned long long)virtual_id, reason);
    else
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_BAD_VTHREAD, "%s(%#llx, %d)", call->name,
                        (unsigned long long)virtual_id, reason);
    return NULL;
}

static bool is_mounted(struct qp_lane *lane, enum qp_product product, uint64_t virtual_id)
{
    const struct qp_lane_cold *cold = qp_lane_cold(lane, product);
    return lane->mounted != &cold->own && lane->virtual_id == virtual_id && qp_lane_keeps(lane, cold);
}

void qp_switch_suspend_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id, int reason)
{
    lane = qp_slow_begin(lane, call, virtual_id);
    if (!lane)
        return;
    struct qp_context *context = find_suspended(lane, call, virtual_id, reason);
    if (context && lane->mounted == context)
        qp_mount_own(lane, call->product, reason);
    else if (context)
        qp_mount_put_aside(lane, call->product, context, reason);
    qp_slow_end(lane, call->product);
}

void qp_switch_resume_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t virtual_id)
{
    const struct qp_call named = {.name = call->name, .product = call->product, .flavour = QP_NAMED};
    uint64_t since;
    lane = qp_slow_begin_charged(lane, &named, virtual_id, &since);
    if (!lane)
        return;
    if (qp_runs[call->product].virtual_threads && !is_mounted(lane, call->product, virtual_id))
        qp_mount_resumed(lane, call->product, virtual_id, QPROF_REASON_RUNNABLE, since != 0);
    qp_slow_end(lane, call->product);
}

/* If `from` ran here, it is suspended at the tick at which `to` begins to run. A virtual thread that switches to itself
 * goes on. */
void qp_switch_slow(struct qp_lane *lane, const struct qp_call *call, uint64_t from, int reason, uint64_t to)
{
    uint64_t since;
    lane = qp_slow_begin_charged(lane, call, from, &since);
    if (!lane)
        return;
    enum qp_product product = call->product;
    struct qp_context *context = find_suspended(lane, call, from, reason);
    bool ran = context && lane->mounted == context;
    if (context && !ran)
        qp_mount_put_aside(lane, product, context, reason);
    int left = ran ? reason : QPROF_REASON_RUNNABLE;
    bool mounts = qp_runs[product].virtual_threads && !is_mounted(lane, product, to);
    if (mounts && reason == QPROF_REASON_RESUMES)
        qp_mount_resumed(lane, product, to, left, ran && since != 0);
    else if (mounts)
        qp_mount(lane, product, to, left, ran && since != 0);
    qp_slow_end(lane, product);
}
