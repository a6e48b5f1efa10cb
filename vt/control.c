/* What a program may do to its trace while it goes on. */
#include "vt/event.h"

#include "base/clock.h"
#include "core/state.h"

#include <time.h>

static int set_silent(const struct qp_call *call, int silent)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int result;
    qp_state_set_silent(silent);
    lane = vt_event_arrive(vt_event_begin(lane) ? lane : NULL, call, &result);
    if (lane != NULL)
        qp_state_silence(lane, call, silent);
    return VT_OK;
}

int VT_traceoff(void)
{
    static const struct qp_call call = {"VT_traceoff", QP_VT, QP_EITHER, 0};
    return set_silent(&call, 1);
}

int VT_traceon(void)
{
    static const struct qp_call call = {"VT_traceon", QP_VT, QP_EITHER, 0};
    return set_silent(&call, 0);
}

int VT_tracestate(int *on)
{
    if (on == NULL)
        return VT_ERR_BADARG;
    *on = !qp_state_is_silent();
    return VT_OK;
}

int VT_flush(void)
{
    return VT_OK;
}

int VT_timesync(void)
{
    return VT_OK;
}

double VT_timestamp(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double VT_timestart(void)
{
    return 0;
}

double VT_timeofday(void)
{
    return VT_timestamp();
}
