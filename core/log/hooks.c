#include "core/log/hooks.h"

#include "core/thread/reason.h"
#include "core/stacks/location.h"
#include "core/thread/trace.h"
#include "core/log/part.h"
#include "core/log/sampler.h"
#include "core/log/series.h"
#include "core/log/state.h"
#include "core/log/symbol.h"
#include "core/log/thread_number.h"
#include "core/log/traffic.h"

static uint32_t begin(void)
{
    qp_location_begin();
    return qp_symbol_may(QP_RULE_LOCATED | QP_RULE_FOLD) ? QP_SLOW_RULED : 0;
}

static void start(struct qp_tstate *tstate)
{
    qp_thread_number_take(qp_tstate_carrier(tstate, QP_VT), 0);
}

static void settle(struct qp_tstate *tstate)
{
    if (QP_UNLIKELY(qp_sampler_is_due()))
        qp_sampler_run(tstate);
}

static void finish(struct qp_tstate *tstate, bool thread_ends)
{
    qp_state_finish(tstate);
    if (thread_ends)
        qp_trace_append(tstate, QP_VT, QP_EVENT_END, 0, qp_run_tick(QP_VT), 0);
    qp_trace_settle(tstate, QP_VT);
}

static void leave(struct qp_carrier *carrier)
{
    qp_trace_leave(&carrier->tstates[QP_VT], QP_VT);
    qp_series_leave(carrier);
    qp_traffic_leave(carrier);
    qp_log_part(carrier)->thread_number = 0;
}

const struct qp_run_hooks qp_log_hooks = {
    .begin = begin,
    .start = start,
    .attach = qp_state_attach,
    .settle = settle,
    .finish = finish,
    .leave = leave,
    .end_thread = qp_thread_number_release,
};
