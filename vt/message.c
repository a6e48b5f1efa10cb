/* Messages and comments. */
#include "vt/event.h"

int VT_log_sendmsg(int other_rank, int count, int tag, int commid, int sclhandle)
{
    (void)other_rank, (void)count, (void)tag, (void)commid, (void)sclhandle;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_log_recvmsg(int other_rank, int count, int tag, int commid, int sclhandle)
{
    (void)other_rank, (void)count, (void)tag, (void)commid, (void)sclhandle;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_log_comment(const char *comment)
{
    (void)comment;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_log_msgevent(int from, int to, int count, int tag, int commid, double sendts, int sendscl, int recvscl)
{
    (void)from, (void)to, (void)count, (void)tag, (void)commid, (void)sendts, (void)sendscl, (void)recvscl;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_log_opevent(int opid, int commid, int rootrank, int count, double begin, double end, int sclhandle)
{
    (void)opid, (void)commid, (void)rootrank, (void)count, (void)begin, (void)end, (void)sclhandle;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_begin_unordered(void)
{
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_end_unordered(void)
{
    return VT_ERR_NOTIMPLEMENTED;
}
