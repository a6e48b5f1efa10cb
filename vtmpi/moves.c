#include "vtmpi/moves.h"

#include "core/log/message.h"
#include "vtmpi/request.h"

#include <stdlib.h>

/* ---- messages --------------------------------------------------------------------------------------------- */

static struct qp_message message_of(enum qp_event_kind kind, const struct vtmpi_communicator *communicator, int rank,
                                    int tag, uint64_t bytes)
{
    return (struct qp_message){.kind = kind,
                               .channel = {.peer = vtmpi_communicator_peer(communicator, rank),
                                           .tag = tag,
                                           .communicator = (int32_t)communicator->number,
                                           .kind = QP_CHANNEL_MESSAGE},
                               .bytes = bytes};
}

static void move_request(const struct vtmpi_call *call, enum qp_event_kind kind, uint32_t number)
{
    vtmpi_call_move(call, &(const struct qp_message){.kind = kind, .request = number});
}

static int class_of(int result)
{
    int class = MPI_SUCCESS;
    if (result != MPI_SUCCESS)
        PMPI_Error_class(result, &class);
    return class;
}

/* Return true if a call that had this result sent its message. MPI_Sendrecv also returns errors of its receive. */
static bool has_sent(int result)
{
    int class = class_of(result);
    return class == MPI_SUCCESS || class == MPI_ERR_TRUNCATE;
}

void vtmpi_sent(struct vtmpi_call *call, int result, MPI_Count count, MPI_Datatype type, int peer, int tag,
                MPI_Comm handle)
{
    const struct vtmpi_communicator *communicator = has_sent(result) ? vtmpi_communicator_find(handle) : NULL;
    if (peer == MPI_PROC_NULL || !communicator)
        return;
    const struct qp_message message = message_of(QP_EVENT_CALL_SEND, communicator, peer, tag, vtmpi_bytes(count, type));
    vtmpi_call_move(call, &message);
}

/* Return true if a receive that had this result took a message. A message that was too long is truncated. */
static bool has_received(int result, const MPI_Status *status)
{
    int class = class_of(result);
    return (class == MPI_SUCCESS || class == MPI_ERR_TRUNCATE) && status->MPI_SOURCE != MPI_PROC_NULL;
}

static struct qp_message received(const struct vtmpi_communicator *communicator, const MPI_Status *status)
{
    return message_of(QP_EVENT_CALL_RECEIVE, communicator, status->MPI_SOURCE, status->MPI_TAG, vtmpi_moved(status));
}

void vtmpi_received(struct vtmpi_call *call, int result, MPI_Comm handle, const MPI_Status *status)
{
    const struct vtmpi_communicator *communicator =
        has_received(result, status) ? vtmpi_communicator_find(handle) : NULL;
    if (!communicator)
        return;
    const struct qp_message message = received(communicator, status);
    vtmpi_call_move(call, &message);
}

/* ---- requests --------------------------------------------------------------------------------------------- */

/* Add a request that the call has made. Return its number, 0 if out of memory. */
static uint32_t add(const struct vtmpi_call *call, struct vtmpi_request *request)
{
    request->message.origin = qp_message_origin(call->call_site);
    return call->open && vtmpi_request_add(request) ? request->number : 0;
}

static uint32_t add_request(const struct vtmpi_call *call, enum vtmpi_life life, uint64_t key,
                            struct vtmpi_communicator *communicator, struct qp_message message)
{
    struct vtmpi_request request = {
        .key = key,
        .persistent = life == VTMPI_PERSISTENT,
        .active = life == VTMPI_ONCE,
        .communicator = communicator,
        .message = message,
    };
    return add(call, &request);
}

void vtmpi_other_request(struct vtmpi_call *call, int result, enum vtmpi_life life, MPI_Request request)
{
    if (result == MPI_SUCCESS)
        add_request(call, life, VTMPI_KEY(request), NULL, (struct qp_message){.kind = QP_EVENT_NONE});
}

/* Return true if a request reads a file. Its message then has the bytes that it asked for. */
static bool reads_file(const struct vtmpi_request *request)
{
    return request->message.channel.kind == QP_CHANNEL_FILE;
}

void vtmpi_read_request(struct vtmpi_call *call, int result, uint64_t bytes, MPI_Request request)
{
    if (result == MPI_SUCCESS)
        add_request(call, VTMPI_ONCE, VTMPI_KEY(request), NULL,
                    (struct qp_message){.kind = QP_EVENT_CALL_RECEIVE,
                                        .channel = {.peer = QP_PEER_NONE, .kind = QP_CHANNEL_FILE},
                                        .bytes = bytes});
}

void vtmpi_send_request(struct vtmpi_call *call, int result, enum vtmpi_life life, MPI_Count count, MPI_Datatype type,
                        int peer, int tag, MPI_Comm handle, MPI_Request request)
{
    struct vtmpi_communicator *communicator = result == MPI_SUCCESS ? vtmpi_communicator_find(handle) : NULL;
    if (peer == MPI_PROC_NULL)
        vtmpi_other_request(call, result, life, request);
    if (peer == MPI_PROC_NULL || !communicator)
        return;
    struct qp_message message = message_of(QP_EVENT_CALL_SEND, communicator, peer, tag, vtmpi_bytes(count, type));
    message.request = add_request(call, life, VTMPI_KEY(request), communicator, message);
    if (life == VTMPI_ONCE)
        vtmpi_call_move(call, &message);
}

void vtmpi_receive_request(struct vtmpi_call *call, int result, enum vtmpi_life life, int peer, MPI_Comm handle,
                           MPI_Request request)
{
    struct vtmpi_communicator *communicator = result == MPI_SUCCESS ? vtmpi_communicator_find(handle) : NULL;
    if (peer == MPI_PROC_NULL)
        vtmpi_other_request(call, result, life, request);
    if (peer == MPI_PROC_NULL || !communicator)
        return;
    uint32_t number =
        add_request(call, life, VTMPI_KEY(request), communicator, (struct qp_message){.kind = QP_EVENT_CALL_RECEIVE});
    if (life == VTMPI_ONCE && number != 0)
        move_request(call, QP_EVENT_POST, number);
}

/* Return a request's or message's handle before the call. */
#define BEFORE(handle) ((struct vtmpi_handle){VTMPI_KEY(handle), call->requests})

static void start(const struct vtmpi_call *call, MPI_Request before, MPI_Request handle)
{
    struct vtmpi_request request;
    if (!vtmpi_request_start(BEFORE(before), VTMPI_KEY(handle), qp_message_origin(call->call_site), &request))
        return;
    request.message.request = request.number;
    if (request.message.kind == QP_EVENT_CALL_SEND)
        vtmpi_call_move(call, &request.message);
    else if (request.message.kind != QP_EVENT_NONE)
        move_request(call, QP_EVENT_POST, request.number);
}

void vtmpi_freed(struct vtmpi_call *call, int result, MPI_Request handle)
{
    struct vtmpi_request request;
    if (result != MPI_SUCCESS || !vtmpi_request_free(BEFORE(handle), &request))
        return;
    if (reads_file(&request))
        vtmpi_call_move(call, &request.message);
    else if (request.active && request.message.kind != QP_EVENT_NONE)
        move_request(call, QP_EVENT_COMPLETE, request.number);
    if (request.communicator)
        vtmpi_communicator_drop(request.communicator);
}

MPI_Request vtmpi_request(const void *requests, uint64_t index)
{
    return ((const MPI_Request *)requests)[index];
}

void vtmpi_started(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits, const void *requests,
                   vtmpi_request_at *request)
{
    for (int i = 0; i < waits->count && result == MPI_SUCCESS; i++)
        start(call, waits->handles[i], request(requests, (uint64_t)i));
}

/* ---- probed messages: known by their handles until they are received ---------------------------------------- */

void vtmpi_probed(const struct vtmpi_call *call, int result, MPI_Comm handle, MPI_Message message)
{
    struct vtmpi_communicator *communicator = result == MPI_SUCCESS ? vtmpi_communicator_find(handle) : NULL;
    if (communicator && message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC)
        add_request(call, VTMPI_ONCE, VTMPI_KEY(message), communicator,
                    (struct qp_message){.kind = QP_EVENT_CALL_RECEIVE});
}

void vtmpi_received_message(struct vtmpi_call *call, int result, MPI_Message message, const MPI_Status *status)
{
    struct vtmpi_request probed;
    if (!vtmpi_request_complete(BEFORE(message), &probed))
        return;
    if (has_received(result, status)) {
        const struct qp_message it = received(probed.communicator, status);
        vtmpi_call_move(call, &it);
    }
    vtmpi_communicator_drop(probed.communicator);
}

void vtmpi_receive_message_request(struct vtmpi_call *call, int result, MPI_Message message, MPI_Request handle)
{
    struct vtmpi_request probed;
    if (!vtmpi_request_complete(BEFORE(message), &probed))
        return;
    uint32_t number = result == MPI_SUCCESS ? add_request(call, VTMPI_ONCE, VTMPI_KEY(handle), probed.communicator,
                                                          (struct qp_message){.kind = QP_EVENT_CALL_RECEIVE})
                                            : 0;
    if (number != 0)
        move_request(call, QP_EVENT_POST, number);
    vtmpi_communicator_drop(probed.communicator);
}

/* ---- completion ------------------------------------------------------------------------------------------- */

MPI_Status *vtmpi_waits_begin(const struct vtmpi_call *call, struct vtmpi_waits *waits, int count, const void *requests,
                              vtmpi_request_at *request, MPI_Status *statuses)
{
    waits->count = vtmpi_moves(call) && count > 0 && requests ? count : 0;
    waits->handles = waits->few_handles;
    waits->statuses = statuses;
    waits->memory = NULL;
    if (waits->count == 0)
        return statuses;
    const size_t few = sizeof waits->few_handles / sizeof *waits->few_handles, many = (size_t)count;
    MPI_Status *own = waits->few_statuses;
    if (many > few) {
        waits->memory = malloc(many * (sizeof *own + sizeof *waits->handles));
        own = waits->memory;
        waits->handles = (MPI_Request *)(own + many);
    }
    if (many > few && !waits->memory) {
        waits->count = 0; /* the requests' ends are not recorded */
        return statuses;
    }
    for (size_t i = 0; i < many; i++)
        waits->handles[i] = request(requests, i);
    const MPI_Status *const ignored[] = {NULL, MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE}; /* all are NULL in Open MPI */
    if (statuses == ignored[0] || statuses == ignored[1] || statuses == ignored[2])
        waits->statuses = own;
    return waits->statuses;
}

void vtmpi_waits_end(struct vtmpi_waits *waits)
{
    free(waits->memory);
}

/* Return true if a request that had this result is complete. With other results, the call refused its arguments, or the
 * request waits on while another one failed. */
static bool ends_requests(int result)
{
    int class = class_of(result);
    return class != MPI_ERR_PENDING && class != MPI_ERR_REQUEST && class != MPI_ERR_ARG && class != MPI_ERR_COUNT;
}

static void complete(struct vtmpi_call *call, int result, MPI_Request handle, const MPI_Status *status)
{
    struct vtmpi_request request;
    int cancelled = 0;
    if (!ends_requests(result) || handle == MPI_REQUEST_NULL || !vtmpi_request_complete(BEFORE(handle), &request))
        return;
    if (reads_file(&request)) {
        request.message.bytes = vtmpi_moved(status);
        if (result == MPI_SUCCESS)
            vtmpi_call_move(call, &request.message);
        return;
    }
    PMPI_Test_cancelled(status, &cancelled);
    enum qp_event_kind kind = request.message.kind;
    if (kind == QP_EVENT_CALL_RECEIVE && !cancelled && has_received(result, status)) {
        struct qp_message message = received(request.communicator, status);
        message.request = request.number;
        message.origin = request.message.origin;
        vtmpi_call_move(call, &message);
    } else if (kind != QP_EVENT_NONE) {
        move_request(call, QP_EVENT_COMPLETE, request.number);
    }
    if (kind == QP_EVENT_COLLECTIVE && result == MPI_SUCCESS)
        vtmpi_call_move(call, &request.message);
    if (!request.persistent && request.communicator)
        vtmpi_communicator_drop(request.communicator);
}

void vtmpi_completed(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits, int index, int place)
{
    if (index >= 0 && index < waits->count)
        complete(call, result, waits->handles[index], &waits->statuses[place]);
}

bool vtmpi_has_failed_in_part(int result)
{
    return class_of(result) == MPI_ERR_IN_STATUS;
}

/* Return the result of one request of a call that completed several. */
static int result_of(int result, const MPI_Status *status)
{
    return vtmpi_has_failed_in_part(result) ? status->MPI_ERROR : result;
}

void vtmpi_all_completed(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits)
{
    for (int i = 0; i < waits->count; i++)
        vtmpi_completed(call, result_of(result, &waits->statuses[i]), waits, i, i);
}

void vtmpi_some_completed(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits, int count,
                          const int *indices, int first)
{
    for (int i = 0; count != MPI_UNDEFINED && i < count && i < waits->count; i++)
        vtmpi_completed(call, result_of(result, &waits->statuses[i]), waits, indices[i] - first, i);
}

void vtmpi_duplicated(struct vtmpi_call *call, int result, MPI_Comm handle, MPI_Comm copy, MPI_Request request)
{
    if (result != MPI_SUCCESS)
        return;
    vtmpi_communicator_duplicate(handle, copy);
    uint32_t number =
        add_request(call, VTMPI_ONCE, VTMPI_KEY(request), NULL, (struct qp_message){.kind = QP_EVENT_POST});
    if (number != 0)
        move_request(call, QP_EVENT_POST, number);
}

/* ---- collective operations -------------------------------------------------------------------------------- */

static bool collective(int result, MPI_Comm handle, int root, uint64_t sent, uint64_t got, struct qp_message *message)
{
    const struct vtmpi_communicator *communicator = result == MPI_SUCCESS ? vtmpi_communicator_find(handle) : NULL;
    if (!communicator)
        return false;
    *message = message_of(QP_EVENT_COLLECTIVE, communicator, root, 0, sent);
    if (root == MPI_ROOT)
        message->channel.peer = vtmpi_rank(MPI_COMM_WORLD);
    message->channel.kind = QP_CHANNEL_COLLECTIVE;
    message->received = got;
    return true;
}

void vtmpi_collective(struct vtmpi_call *call, int result, MPI_Comm communicator, int root, uint64_t sent, uint64_t got)
{
    struct qp_message message;
    if (collective(result, communicator, root, sent, got, &message))
        vtmpi_call_move(call, &message);
}

void vtmpi_collective_request(struct vtmpi_call *call, int result, enum vtmpi_life life, MPI_Comm communicator,
                              int root, uint64_t sent, uint64_t got, MPI_Request request)
{
    struct qp_message message;
    if (!collective(result, communicator, root, sent, got, &message))
        return;
    uint32_t number = add_request(call, life, VTMPI_KEY(request), vtmpi_communicator_find(communicator), message);
    if (life == VTMPI_ONCE && number != 0)
        move_request(call, QP_EVENT_POST, number);
}
