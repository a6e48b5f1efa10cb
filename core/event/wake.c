#include "core/event/wake.h"

#include "core/store/diagnose.h"
#include "core/thread/processor.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"

void qp_wake_slow(struct qp_tstate *tstate, const struct qp_call *call, uint64_t virtual_id, uint64_t ago)
{
    tstate = qp_slow_begin(tstate, call, virtual_id);
    if (!tstate)
        return;
    const struct qp_run_settings *run = &qp_runs[call->product];
    struct qp_context *context = run->virtual_threads ? qp_vthread_look_up(tstate, call->product, virtual_id) : NULL;
    if (!context)
        qp_run_diagnose(call->product, QP_DIAGNOSTIC_BAD_VTHREAD, "%s(%#llx)", call->name,
                        (unsigned long long)virtual_id);
    else if (run->timed && !(run->slow & QP_SLOW_CPU))
        qp_wake_at(tstate, call->product, context, qp_run_tick(call->product), qp_processor_ticks(ago));
    qp_slow_end(tstate, call->product);
}
