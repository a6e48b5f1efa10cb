/* What a program may do to its trace while it goes on. */
#include "vt/event.h"

#include "core/store/process.h"
#include "core/record/run.h"
#include "core/log/state.h"
#include "core/session/timeline.h"

/* Before the run, and after it, there is nothing to do but to remember it. */
static int set_silent(const struct qp_call *call, bool silent)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int result = VT_OK;
    if (qp_load_acquire(&qp_process->recording[QP_VT])) {
        lane = vt_event_arrive(vt_event_begin(lane) ? lane : NULL, call, &result);
        if (!lane)
            return result;
        qp_state_silence(lane, call, silent);
    }
    qp_state_set_silent(silent);
    return VT_OK;
}

int VT_traceoff(void)
{
    static const struct qp_call call = {"VT_traceoff", QP_VT, QP_EITHER};
    return set_silent(&call, true);
}

int VT_traceon(void)
{
    static const struct qp_call call = {"VT_traceon", QP_VT, QP_EITHER};
    return set_silent(&call, false);
}

int VT_tracestate(int *on)
{
    if (on)
        *on = !qp_state_is_silent();
    return VT_OK;
}

/* Events are recorded where they stay: in the data file. */
int VT_flush(void)
{
    return VT_OK;
}

int VT_timesync(void)
{
    qp_timeline_sync();
    return VT_OK;
}

double VT_timestamp(void)
{
    return qp_timeline_now();
}

double VT_timestart(void)
{
    return qp_runs[QP_VT].number != 0 ? qp_timeline_start() : 0;
}

double VT_timeofday(void)
{
    return VT_timestamp();
}
