/* message.c - messages and comments. */
#include "vt/event.h"

#include "core/store/diagnose.h"
#include "core/thread/run.h"
#include "core/stacks/location.h"
#include "core/log/channel.h"
#include "core/log/note.h"
#include "core/log/state.h"
#include "vt/call_site.h"

static inline __attribute__((always_inline)) bool log_hot(struct qp_tstate *tstate, struct qp_note note,
                                                          const struct qp_channel *channel)
{
    if (!qp_load_relaxed(&tstate->limit))
        return false;
    const struct qp_traffic_key key = qp_note_key(tstate, &note, channel);
    const struct qp_traffic *traffic = qp_traffic_find(tstate, &key);
    if (!traffic)
        return false;
    note.object = traffic->channel;
    bool located = note.location == VT_NOSCL || qp_location_is_known(note.location);
    if (!located || !qp_note_hot(tstate, &note))
        return false;
    qp_traffic_add(traffic, note.low, 0, 0);
    qp_tstate_end(tstate);
    return true;
}

static inline __attribute__((always_inline)) int
log_message(const struct qp_note *note, const struct qp_channel *channel, const struct qp_note_sending *sending)
{
    if (channel->peer < 0 || (int)note->low < 0) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d, %d)", note->call.name, channel->peer, (int)note->low);
        return VT_ERR_BADARG;
    }
    struct qp_tstate *tstate = qp_tstate_current[QP_VT];
    bool begun = qp_tstate_begin(tstate) == QP_TSTATE_FREE;
    if (begun && !sending && log_hot(tstate, *note, channel))
        return VT_OK;
    return qp_note_message(begun ? tstate : NULL, note, channel, sending);
}

int vt_message_log(const struct qp_note *note, const struct qp_channel *channel)
{
    return log_message(note, channel, NULL);
}

int VT_log_sendmsg(int other_rank, int count, int tag, int commid, int sclhandle)
{
    const struct qp_note note = {VT_CALL("VT_log_sendmsg"), QP_EVENT_SEND, 0, (uint32_t)count, sclhandle, VT_CALL_SITE};
    return vt_message_log(&note, &(const struct qp_channel){.peer = other_rank, .tag = tag, .communicator = commid});
}

int VT_log_recvmsg(int other_rank, int count, int tag, int commid, int sclhandle)
{
    const struct qp_note note = {VT_CALL("VT_log_recvmsg"), QP_EVENT_RECEIVE, 0,
                                 (uint32_t)count,           sclhandle,        VT_CALL_SITE};
    return vt_message_log(&note, &(const struct qp_channel){.peer = other_rank, .tag = tag, .communicator = commid});
}

/* ---- both ends at once ------------------------------------------------------------------------------------ */

static int check_transfer(const struct vt_transfer *transfer)
{
    const struct qp_call call = VT_CALL(transfer->function);
    if (transfer->from >= 0 && transfer->to >= 0)
        return qp_state_check_location(&call, transfer->send_location);
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_ARGUMENT, "%s(%d, %d)", transfer->function, transfer->from, transfer->to);
    return VT_ERR_BADARG;
}

/* Log a transfer. A program logs a transfer when it is complete, on the side that can observe the completion; a
 * one-sided transfer may be logged by either side. A process without a rank counts as the receiver of all transfers
 * except those from rank 0. */
int vt_transfer_log(const struct vt_transfer *transfer)
{
    bool sends = transfer->from == (int)qp_run_rank && transfer->to != transfer->from;
    const struct qp_note_sending sending = {transfer->sent, sends ? VT_NOSCL : transfer->send_location};
    const struct qp_note note = {
        .call = VT_CALL(transfer->function),
        .kind = sends ? QP_EVENT_SEND : QP_EVENT_RECEIVE,
        .low = (uint32_t)transfer->count,
        .location = sends ? transfer->send_location : transfer->receive_location,
        .call_site = transfer->call_site,
    };
    const struct qp_channel channel = {
        .peer = sends ? transfer->to : transfer->from, .tag = transfer->tag, .communicator = transfer->communicator};
    bool is_known = sending.time > 0 || sending.location != VT_NOSCL;
    int result = check_transfer(transfer);
    return result != VT_OK ? result : log_message(&note, &channel, is_known ? &sending : NULL);
}

int VT_log_msgevent(int from, int to, int count, int tag, int commid, double sendts, int sendscl, int recvscl)
{
    const struct vt_transfer transfer = {"VT_log_msgevent", from,    to,          count, tag, commid, sendts,
                                         sendscl,           recvscl, VT_CALL_SITE};
    return vt_transfer_log(&transfer);
}

/* ---- comments --------------------------------------------------------------------------------------------- */

int vt_comment_log(const char *function, const char *comment, const void *call_site)
{
    const struct qp_note note = {.call = VT_CALL(function), .kind = QP_EVENT_COMMENT, .call_site = call_site};
    return comment ? qp_note_comment(qp_tstate_take(QP_VT), &note, comment) : VT_ERR_BADARG;
}

int VT_log_comment(const char *comment)
{
    return vt_comment_log("VT_log_comment", comment, VT_CALL_SITE);
}

/* ---- functions without meaning here (VT.h) ----------------------------------------------------------------- */

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
