/* group.c - groups of processes and threads, and their ids. */
#include "vt/event.h"

#include "core/log/members.h"

#include <errno.h>

static int define(const char *name, int n_members, const int *ids, int *handle)
{
    if (!name || n_members <= 0 || !ids)
        return VT_ERR_BADARG;
    for (int i = 0; i < n_members; i++) {
        int result = qp_members_check(ids[i]);
        if (result != VT_OK)
            return result;
    }
    return qp_members_define(name, ids, (uint32_t)n_members, handle);
}

int VT_groupdef(const char *name, int n_members, int *ids, int *grouphandle)
{
    int handle = 0;
    int kept = errno;
    int result = define(name, n_members, ids, &handle);
    vt_store(grouphandle, handle);
    errno = kept;
    return result;
}

/* Set *found to the id and return VT_OK. If the id does not exist, or `is_whole` is false because an index was out
 * of range, set *found to 0 and return VT_ERR_BADINDEX. */
static int find_id(int64_t id, bool is_whole, int *found)
{
    int result = is_whole && qp_members_check((int32_t)id) == VT_OK ? VT_OK : VT_ERR_BADINDEX;
    vt_store(found, result == VT_OK ? (int)id : 0);
    return result;
}

int VT_getprocid(int procindex, int *procid)
{
    bool is_whole = procindex >= 0 && procindex < QP_MEMBERS_THREADS - QP_MEMBERS_PROCESSES;
    return find_id(QP_MEMBERS_PROCESSES + (int64_t)procindex, is_whole, procid);
}

int VT_getthreadid(int procindex, int thindex, int *threadid)
{
    bool is_whole = procindex >= 0 && procindex < QP_MEMBERS_MOST && thindex >= 0 && thindex < QP_MEMBERS_MOST;
    return find_id(QP_MEMBERS_THREADS + (int64_t)procindex * QP_MEMBERS_MOST + thindex, is_whole, threadid);
}
