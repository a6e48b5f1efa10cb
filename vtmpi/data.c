/* data.c - recording of one-sided calls and file operations. */
#include "vtmpi/moves.h"

#include "core/log/message.h"
#include "vtmpi/communicator.h"

static void move_data(const struct vtmpi_call *call, int result, enum qp_event_kind kind, enum qp_channel_kind channel,
                      int peer, uint64_t bytes)
{
    const struct qp_message message = {
        .kind = kind, .channel = {.peer = peer, .kind = (uint16_t)channel}, .bytes = bytes};
    if (result == MPI_SUCCESS)
        vtmpi_call_move(call, &message);
}

/* Return the peer with this rank in a window's group. */
static int32_t peer_in_window(MPI_Win window, int rank)
{
    MPI_Group group;
    int32_t peer;
    if (rank < 0 || PMPI_Win_get_group(window, &group) != MPI_SUCCESS)
        return QP_PEER_NONE;
    vtmpi_communicator_translate(group, 1, &rank, &peer);
    PMPI_Group_free(&group);
    return peer;
}

static void access_window(const struct vtmpi_call *call, int result, enum qp_event_kind kind, uint64_t bytes, int rank,
                          MPI_Win window)
{
    if (result == MPI_SUCCESS && rank != MPI_PROC_NULL)
        move_data(call, result, kind, QP_CHANNEL_ONE_SIDED, peer_in_window(window, rank), bytes);
}

void vtmpi_put(struct vtmpi_call *call, int result, MPI_Count count, MPI_Datatype type, int rank, MPI_Win window)
{
    access_window(call, result, QP_EVENT_CALL_SEND, vtmpi_bytes(count, type), rank, window);
}

void vtmpi_get(struct vtmpi_call *call, int result, MPI_Count count, MPI_Datatype type, int rank, MPI_Win window)
{
    access_window(call, result, QP_EVENT_CALL_RECEIVE, vtmpi_bytes(count, type), rank, window);
}

void vtmpi_written(struct vtmpi_call *call, int result, uint64_t bytes)
{
    move_data(call, result, QP_EVENT_CALL_SEND, QP_CHANNEL_FILE, QP_PEER_NONE, bytes);
}

void vtmpi_read(struct vtmpi_call *call, int result, uint64_t bytes)
{
    move_data(call, result, QP_EVENT_CALL_RECEIVE, QP_CHANNEL_FILE, QP_PEER_NONE, bytes);
}
