/* control.c - operations of a program on its trace while it runs. */
#include "vt/event.h"

#include "core/thread/run.h"
#include "core/log/state.h"
#include "core/session/time_of_day.h"

int VT_traceoff(void)
{
    return qp_state_set_silent(&VT_CALL("VT_traceoff"), true);
}

int VT_traceon(void)
{
    return qp_state_set_silent(&VT_CALL("VT_traceon"), false);
}

int VT_tracestate(int *on)
{
    vt_store(on, !qp_state_is_silent());
    return VT_OK;
}

/* Do nothing, because recorded events are already in the data file. */
int VT_flush(void)
{
    return VT_OK;
}

int VT_timesync(void)
{
    qp_time_of_day_sync();
    return VT_OK;
}

double VT_timestamp(void)
{
    return qp_time_of_day_now();
}

double VT_timestart(void)
{
    return qp_run_number(QP_VT) != 0 ? qp_time_of_day_start() : 0;
}

double VT_timeofday(void)
{
    return VT_timestamp();
}
