/* thread.c - threads by number and name. */
#include "vt/event.h"

#include "core/log/thread.h"

int VT_registerthread(int thindex)
{
    return qp_thread_register(qp_tstate_take(QP_VT), &VT_CALL("VT_registerthread"), thindex, NULL);
}

int VT_registernamed(const char *threadname, int thindex)
{
    return qp_thread_register(qp_tstate_take(QP_VT), &VT_CALL("VT_registernamed"), thindex, threadname);
}

int VT_getthrank(int *thindex)
{
    int number = 0;
    int result = qp_thread_get_number(qp_tstate_take(QP_VT), &VT_CALL("VT_getthrank"), &number);
    vt_store(thindex, number);
    return result;
}
