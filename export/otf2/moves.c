#include "export/otf2/moves.h"

#include "format/array.h"

/* A request. OTF2 needs numbers that are not reused. */
struct qp_otf2_request {
    uint64_t id;
    enum { CLOSED, SENDS, RECEIVES, COLLECTS } kind;
    OTF2_CollectiveOp operation;
    bool named; /* `operation` is known */
};

/* ---- requests ---------------------------------------------------------------------------------------------------- */

static struct qp_otf2_request *find_request(const struct qp_otf2_log *log, uint32_t number)
{
    uint32_t found = (uint32_t)qp_map_get(&log->request_map, number) - 1;
    return found == QP_OTF2_NONE ? NULL : &log->requests[found];
}

/* Return the request that is started with this number, or NULL if out of memory. */
static struct qp_otf2_request *start_request(struct qp_otf2_log *log, uint32_t number)
{
    uint32_t found = QP_ARRAY_KEYED(&log->request_map, number, &log->requests, &log->request_count,
                                    (struct qp_otf2_request){.kind = CLOSED});
    log->definitions->failed |= found == QP_OTF2_NONE;
    if (found == QP_OTF2_NONE)
        return NULL;
    log->requests[found] = (struct qp_otf2_request){.id = log->next_request++};
    return &log->requests[found];
}

void qp_otf2_post(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_region *region = qp_otf2_lane_top(log, lane);
    struct qp_otf2_request *request = start_request(log, event->event.request);
    if (!request)
        return;
    lane->last = qp_otf2_lane_entered(log, lane, event);
    if (region && region->function.collective) {
        request->kind = COLLECTS;
        request->operation = region->function.operation;
        request->named = true;
        OTF2_EvtWriter_NonBlockingCollectiveRequest(lane->writer, NULL, lane->last, request->id);
    } else {
        request->kind = RECEIVES;
        OTF2_EvtWriter_MpiIrecvRequest(lane->writer, NULL, lane->last, request->id);
    }
}

void qp_otf2_complete(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    struct qp_otf2_request *request = find_request(log, event->event.request);
    if (!request || request->kind == CLOSED)
        return;
    lane->last = qp_otf2_lane_now(log, lane, event);
    if (request->kind != SENDS) {
        lane->completed = event->event.request;
        return;
    }
    request->kind = CLOSED;
    OTF2_EvtWriter_MpiIsendComplete(lane->writer, NULL, lane->last, request->id);
}

void qp_otf2_settle(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_event *next)
{
    struct qp_otf2_request *request = find_request(log, lane->completed);
    bool used = next && (next->kind == QP_EVENT_COLLECTIVE ||
                         (next->kind == QP_EVENT_RECEIVE && next->request == lane->completed));
    if (used && next->kind == QP_EVENT_COLLECTIVE)
        return;
    lane->completed = 0;
    if (used || !request || request->kind == CLOSED)
        return;
    request->kind = CLOSED;
    OTF2_EvtWriter_MpiRequestCancelled(lane->writer, NULL, lane->last, request->id);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static const struct qp_otf2_peer *peer_of(const struct qp_otf2_log *log, const struct qp_resolved *event)
{
    return event->channel ? &log->peers[event->channel - log->export->log->events.events.definitions.channels] : NULL;
}

/* A message was sent when its call was entered, but its event comes at the end of the call. */
static void send(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(log, event);
    uint32_t tag = event->channel ? (uint32_t)event->channel->tag : 0;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    lane->last = qp_otf2_lane_entered(log, lane, event);
    if (!event->event.request) {
        OTF2_EvtWriter_MpiSend(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value);
        return;
    }
    struct qp_otf2_request *request = start_request(log, event->event.request);
    if (!request)
        return;
    request->kind = SENDS;
    OTF2_EvtWriter_MpiIsend(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value,
                            request->id);
}

static void receive(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(log, event);
    struct qp_otf2_request *request = event->event.request ? find_request(log, event->event.request) : NULL;
    uint32_t tag = event->channel ? (uint32_t)event->channel->tag : 0;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    lane->last = qp_otf2_lane_now(log, lane, event);
    if (!request || request->kind != RECEIVES) {
        OTF2_EvtWriter_MpiRecv(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value);
        return;
    }
    request->kind = CLOSED;
    OTF2_EvtWriter_MpiIrecv(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value,
                            request->id);
}

/* Write an access to a window of memory, which is complete at the end of the call. */
static void access_window(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(log, event);
    uint64_t number = log->next_access++;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    lane->last = qp_otf2_lane_entered(log, lane, event);
    if (event->event.kind == QP_EVENT_SEND)
        OTF2_EvtWriter_RmaPut(lane->writer, NULL, lane->last, peer->comm, peer->rank, event->event.value, number);
    else
        OTF2_EvtWriter_RmaGet(lane->writer, NULL, lane->last, peer->comm, peer->rank, event->event.value, number);
    lane->last = qp_otf2_lane_now(log, lane, event);
    OTF2_EvtWriter_RmaOpCompleteBlocking(lane->writer, NULL, lane->last, peer->comm, number);
}

/* Write an access to a file. The log does not name the file: each process has one handle for all of them. */
static void access_file(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    uint64_t number = log->next_access++, bytes = event->event.value;
    uint32_t handle = log->counters.process;
    bool writes = event->event.kind == QP_EVENT_SEND;
    log->definitions->processes[handle].has_files = true;
    lane->last = qp_otf2_lane_entered(log, lane, event);
    OTF2_EvtWriter_IoOperationBegin(lane->writer, NULL, lane->last, handle,
                                    writes ? OTF2_IO_OPERATION_MODE_WRITE : OTF2_IO_OPERATION_MODE_READ,
                                    OTF2_IO_OPERATION_FLAG_NONE, bytes, number);
    lane->last = qp_otf2_lane_now(log, lane, event);
    OTF2_EvtWriter_IoOperationComplete(lane->writer, NULL, lane->last, handle, bytes, number);
}

void qp_otf2_message(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    uint16_t kind = event->channel ? event->channel->kind : QP_CHANNEL_MESSAGE;
    if (kind == QP_CHANNEL_ONE_SIDED)
        access_window(log, lane, event);
    else if (kind == QP_CHANNEL_FILE)
        access_file(log, lane, event);
    else if (kind == QP_CHANNEL_MESSAGE)
        event->event.kind == QP_EVENT_SEND ? send(log, lane, event) : receive(log, lane, event);
}

/* ---- collective operations --------------------------------------------------------------------------------------- */

void qp_otf2_collect(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(log, event);
    const struct qp_otf2_region *region = qp_otf2_lane_top(log, lane);
    const struct qp_event *it = &event->event;
    struct qp_otf2_request *request = lane->completed ? find_request(log, lane->completed) : NULL;
    OTF2_CollectiveOp operation = it->value || it->received ? OTF2_COLLECTIVE_OP_ALLTOALL : OTF2_COLLECTIVE_OP_BARRIER;
    lane->completed = 0;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    if (request && request->kind != CLOSED) {
        request->kind = CLOSED;
        lane->last = qp_otf2_lane_now(log, lane, event);
        OTF2_EvtWriter_NonBlockingCollectiveComplete(lane->writer, NULL, lane->last,
                                                     request->named ? request->operation : operation, peer->comm,
                                                     peer->rank, it->value, it->received, request->id);
        return;
    }
    if (region && region->function.collective)
        operation = region->function.operation;
    lane->last = qp_otf2_lane_entered(log, lane, event);
    OTF2_EvtWriter_MpiCollectiveBegin(lane->writer, NULL, lane->last);
    lane->last = qp_otf2_lane_now(log, lane, event);
    OTF2_EvtWriter_MpiCollectiveEnd(lane->writer, NULL, lane->last, operation, peer->comm, peer->rank, it->value,
                                    it->received);
}
