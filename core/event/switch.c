#include "core/event/switch.h"

#include "core/store/diagnose.h"
#include "core/tree/node_extra.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

/* ---- slow path ------------------------------------------------------------------------------------------- */

/* Return the virtual thread that the call suspends. If the call's arguments are wrong, count the misuse and return
 * NULL. */
static struct qp_context *find_suspended(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id,
                                         int reason)
{
    struct qp_context *context =
        qp_runs[call->product].virtual_threads ? qp_vthread_look_up(tstate, call->product, virtual_id) : NULL;
    if (context && reason >= QPROF_REASON_RUNNABLE && reason <= QPROF_REASON_RESUMES) {
        if (qp_load_relaxed(&qp_runs[call->product].waits) == QP_WAITS_UNREPORTED)
            qp_diagnose_not(call->product, QP_DIAGNOSTIC_UNREPORTED_WAIT);
        qp_store_relaxed(&qp_runs[call->product].waits, QP_WAITS_REPORTED);
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

static bool is_mounted(struct qp_tstate *tstate, enum qp_product product, uint64_t virtual_id)
{
    const struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    return tstate->mounted != &cold->own && tstate->virtual_id == virtual_id && qp_tstate_keeps(tstate, cold);
}

void qp_switch_suspend_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, int reason)
{
    tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate)
        return;
    struct qp_context *context = find_suspended(tstate, call, virtual_id, reason);
    if (context && tstate->mounted == context)
        qp_mount_own(tstate, call->product, reason, false);
    else if (context)
        qp_mount_park(tstate, call->product, context, virtual_id, reason);
    qp_slow_end(tstate, call->product);
}

void qp_switch_resume_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id)
{
    const struct qp_call named = {.name = call->name, .product = call->product, .flavour = QP_NAMED};
    uint64_t since;
    tstate = qp_slow_begin_charged(tstate, &named, virtual_id, &since);
    if (!tstate)
        return;
    if (qp_runs[call->product].virtual_threads && !is_mounted(tstate, call->product, virtual_id))
        qp_mount_resumed(tstate, call->product, virtual_id, QPROF_REASON_RUNNABLE, since != 0);
    qp_slow_end(tstate, call->product);
}

/* Suspend the virtual thread `from` and resume `to`. If `from` ran here, its suspension and the resumption of `to`
 * have the same tick. A virtual thread that switches to itself keeps running. */
void qp_switch_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t from, int reason, uint64_t to)
{
    uint64_t since;
    tstate = qp_slow_begin_charged(tstate, call, from, &since);
    if (!tstate)
        return;
    enum qp_product product = call->product;
    struct qp_context *context = find_suspended(tstate, call, from, reason);
    bool ran = context && tstate->mounted == context;
    if (context && !ran)
        qp_mount_park(tstate, product, context, from, reason);
    int left = ran ? reason : QPROF_REASON_RUNNABLE;
    bool mounts = qp_runs[product].virtual_threads && !is_mounted(tstate, product, to);
    if (mounts && reason == QPROF_REASON_RESUMES)
        qp_mount_resumed(tstate, product, to, left, ran && since != 0);
    else if (mounts)
        qp_mount(tstate, product, to, left, ran && since != 0);
    qp_slow_end(tstate, product);
}
