/* Counters and the groups they belong to. */
#include "vt/event.h"

int VT_countdef(const char *name, int classhandle, int genre, int target, const void *bounds, const char *unit,
                int *counterhandle)
{
    (void)name, (void)classhandle, (void)genre, (void)target, (void)bounds, (void)unit, (void)counterhandle;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_countval(int ncounters, int *handles, void *values)
{
    (void)ncounters, (void)handles, (void)values;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_groupdef(const char *name, int n_members, int *ids, int *grouphandle)
{
    (void)name, (void)n_members, (void)ids, (void)grouphandle;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_getprocid(int procindex, int *procid)
{
    (void)procindex, (void)procid;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_getthreadid(int procindex, int thindex, int *threadid)
{
    (void)procindex, (void)thindex, (void)threadid;
    return VT_ERR_NOTIMPLEMENTED;
}
