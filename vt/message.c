/* Messages and comments. */
#include "vt/event.h"

#include "core/log/channel.h"
#include "core/store/diagnose.h"
#include "core/stacks/location.h"
#include "core/log/note.h"
#include "vt/place.h"

static int log_hot(struct qp_lane *lane, const struct vt_message *message, struct qp_note *note)
{
    note->object = qp_channel_find(message->peer, message->tag, message->communicator);
    int located = message->location == VT_NOSCL || qp_location_is_known(message->location);
    if (note->object == 0 || !located || !qp_note_hot(lane, note))
        return 0;
    vt_event_end(lane);
    return 1;
}

int vt_message_log(const struct vt_message *message)
{
    struct qp_lane *lane = qp_lane_current[QP_VT];
    enum qp_event_kind kind = message->received ? QP_EVENT_RECEIVE : QP_EVENT_SEND;
    struct qp_note note = {VT_CALL(message->function), kind,          0, (uint32_t)message->count,
                           message->location,          message->place};
    int result;
    if (message->peer < 0 || message->count < 0) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d, %d)", message->function, message->peer, message->count);
        return VT_ERR_BADARG;
    }
    int begun = vt_event_begin(lane);
    if (begun && log_hot(lane, message, &note))
        return VT_OK;
    lane = vt_event_arrive(begun ? lane : NULL, &note.call, &result);
    if (lane == NULL)
        return result;
    return qp_note_message(lane, &note, message->peer, message->tag, message->communicator);
}

int VT_log_sendmsg(int other_rank, int count, int tag, int commid, int sclhandle)
{
    const struct vt_message message = {"VT_log_sendmsg", 0, other_rank, count, tag, commid, sclhandle, VT_PLACE};
    return vt_message_log(&message);
}

int VT_log_recvmsg(int other_rank, int count, int tag, int commid, int sclhandle)
{
    const struct vt_message message = {"VT_log_recvmsg", 1, other_rank, count, tag, commid, sclhandle, VT_PLACE};
    return vt_message_log(&message);
}

/* ---- comments --------------------------------------------------------------------------------------------- */

int vt_comment_log(const char *function, const char *comment, const void *place)
{
    const struct qp_note note = {VT_CALL(function), QP_EVENT_COMMENT, 0, 0, VT_NOSCL, place};
    struct qp_lane *lane = qp_lane_current[QP_VT];
    int result;
    if (comment == NULL)
        return VT_ERR_BADARG;
    lane = vt_event_arrive(vt_event_begin(lane) ? lane : NULL, &note.call, &result);
    return lane == NULL ? result : qp_note_comment(lane, &note, comment);
}

int VT_log_comment(const char *comment)
{
    return vt_comment_log("VT_log_comment", comment, VT_PLACE);
}

/* ---- without meaning here --------------------------------------------------------------------------------- */

int VT_log_msgevent(int from, int to, int count, int tag, int commid, double sendts, int sendscl, int recvscl)
{
    (void)from, (void)to, (void)count, (void)tag, (void)commid, (void)sendts, (void)sendscl, (void)recvscl;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_log_opevent(int opid, int commid, int rootrank, int n_processes, int *bytes_sent, int *bytes_received,
                   double *begin, int sclhandle)
{
    (void)opid, (void)commid, (void)rootrank, (void)n_processes, (void)bytes_sent, (void)bytes_received, (void)begin,
        (void)sclhandle;
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
