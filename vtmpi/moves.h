/* moves.h - recording of the data that MPI calls transfer: messages, requests, collective operations and accesses.
 *
 * Generated wrappers call these functions after the PMPI function, as messages.awk describes. `result` is the value
 * that the PMPI function returned: a call that failed transferred nothing. Sizes are bytes. */
#pragma once

#include "vtmpi/call.h"
#include "vtmpi/sizes.h"
#include "vtmpi/communicator.h"

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/* Return true if the call is recorded, so that its arguments may be used. Calls within another MPI call are not
 * recorded, nor calls in a program of another MPI, whose handles mean something else. */
static inline bool vtmpi_moves(const struct vtmpi_call *call)
{
    return call->call_site != NULL;
}

/* ---- messages -- */

/* A message of the current call, or the message of a request. Counts are numbers of elements of the data type. */
void vtmpi_sent(struct vtmpi_call *call, int result, MPI_Count count, MPI_Datatype type, int peer, int tag,
                MPI_Comm communicator);
void vtmpi_received(struct vtmpi_call *call, int result, MPI_Comm communicator, const MPI_Status *status);

/* As vtmpi_received, of a message that MPI_Mprobe or MPI_Improbe found. `message` is the message's handle before the
 * call. */
void vtmpi_probed(const struct vtmpi_call *call, int result, MPI_Comm communicator, MPI_Message message);
void vtmpi_received_message(struct vtmpi_call *call, int result, MPI_Message message, const MPI_Status *status);

/* ---- requests -- */

enum vtmpi_life {
    VTMPI_ONCE,      /* the request has been started, and ends when it is complete */
    VTMPI_PERSISTENT /* the request is started by MPI_Start, and lives until it is freed */
};

/* A function that returns one of an array of requests. */
typedef MPI_Request vtmpi_request_at(const void *requests, uint64_t index);
vtmpi_request_at vtmpi_request; /* in an array of MPI_Request */

/* Completion of requests. `handles` are copied before the call, because the call replaces them. */
struct vtmpi_waits {
    MPI_Request *handles;
    MPI_Status *statuses; /* after the call */
    int count;
    MPI_Request few_handles[8];
    MPI_Status few_statuses[8];
    void *memory; /* allocated for more than a few; NULL = none */
};

void vtmpi_send_request(struct vtmpi_call *call, int result, enum vtmpi_life life, MPI_Count count, MPI_Datatype type,
                        int peer, int tag, MPI_Comm communicator, MPI_Request request);
void vtmpi_receive_request(struct vtmpi_call *call, int result, enum vtmpi_life life, int peer, MPI_Comm communicator,
                           MPI_Request request);
/* A request of which neither start nor end is recorded. Its handle may have been another request's a moment before. */
void vtmpi_other_request(struct vtmpi_call *call, int result, enum vtmpi_life life, MPI_Request request);
void vtmpi_receive_message_request(struct vtmpi_call *call, int result, MPI_Message message, MPI_Request request);
void vtmpi_freed(struct vtmpi_call *call, int result, MPI_Request request);

/* Persistent requests were started, by a call that may have changed `requests`. */
void vtmpi_started(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits, const void *requests,
                   vtmpi_request_at *request);

/* Return the statuses that the PMPI function fills in: `statuses`, or an array in *waits if the program ignores them.
 */
MPI_Status *vtmpi_waits_begin(const struct vtmpi_call *call, struct vtmpi_waits *waits, int count, const void *requests,
                              vtmpi_request_at *request, MPI_Status *statuses);

/* Request `index` of the call is complete, with the status at `place`. The indices of vtmpi_some_completed count from
 * `first`, which is 1 in Fortran. */
void vtmpi_completed(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits, int index, int place);
void vtmpi_all_completed(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits);
void vtmpi_some_completed(struct vtmpi_call *call, int result, const struct vtmpi_waits *waits, int count,
                          const int *indices, int first);

/* Return true if some of the requests of a call failed and the statuses have the results of all. MPI_Testall of MPICH
 * then returns that not all are complete. */
bool vtmpi_has_failed_in_part(int result);
void vtmpi_waits_end(struct vtmpi_waits *waits);

/* MPI_Comm_idup makes the communicator `copy`. */
void vtmpi_duplicated(struct vtmpi_call *call, int result, MPI_Comm communicator, MPI_Comm copy, MPI_Request request);

/* ---- collective operations -- */

/* `root` is the rank in the communicator, or VTMPI_NO_ROOT. */
#define VTMPI_NO_ROOT (-1000)
void vtmpi_collective(struct vtmpi_call *call, int result, MPI_Comm communicator, int root, uint64_t sent,
                      uint64_t received);
void vtmpi_collective_request(struct vtmpi_call *call, int result, enum vtmpi_life life, MPI_Comm communicator,
                              int root, uint64_t sent, uint64_t received, MPI_Request request);

/* ---- windows and files -- */

void vtmpi_put(struct vtmpi_call *call, int result, MPI_Count count, MPI_Datatype type, int rank, MPI_Win window);
void vtmpi_get(struct vtmpi_call *call, int result, MPI_Count count, MPI_Datatype type, int rank, MPI_Win window);
void vtmpi_written(struct vtmpi_call *call, int result, uint64_t bytes);
void vtmpi_read(struct vtmpi_call *call, int result, uint64_t bytes);

/* A request asks for bytes of a file; those that it reads are counted when it is complete. */
void vtmpi_read_request(struct vtmpi_call *call, int result, uint64_t bytes, MPI_Request request);
