/* Threads by number and name. */
#include "vt/event.h"

#include "core/log/thread.h"

static int register_thread(const struct qp_call *call, const char *name, int thindex)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int result;
    lane = vt_event_arrive(vt_event_begin(lane) ? lane : NULL, call, &result);
    return lane ? qp_thread_register(lane, call, thindex, name) : result;
}

int VT_registerthread(int thindex)
{
    static const struct qp_call call = {"VT_registerthread", QP_VT, QP_EITHER};
    return register_thread(&call, NULL, thindex);
}

int VT_registernamed(const char *threadname, int thindex)
{
    static const struct qp_call call = {"VT_registernamed", QP_VT, QP_EITHER};
    return register_thread(&call, threadname, thindex);
}

int VT_getthrank(int *thindex)
{
    static const struct qp_call call = {"VT_getthrank", QP_VT, QP_EITHER};
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int number = 0;
    int result;
    lane = vt_event_arrive(vt_event_begin(lane) ? lane : NULL, &call, &result);
    if (lane)
        result = qp_thread_ask(lane, &call, &number);
    if (thindex)
        *thindex = number;
    return result;
}
