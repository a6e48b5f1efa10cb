/* request.h - the requests that the program has started and not yet completed, and the messages that it has probed.
 *
 * MPI may give several requests that are complete at once the same handle, and a thread may get a handle that another
 * thread's completed request had a moment before. So a handle may stand for several requests; the functions use the
 * oldest. Any thread may call these functions. */
#pragma once

#include "core/log/message.h"
#include "vtmpi/communicator.h"

/* Key of a handle of type MPI_Request or MPI_Message, which are pointers or numbers. */
#define VTMPI_KEY(handle) ((uint64_t)(uintptr_t)(handle))

struct vtmpi_request {
    uint64_t key;
    uint32_t number;                         /* in the log, from 1; set by vtmpi_request_add */
    bool persistent;                         /* made by MPI_Send_init and the like */
    bool active;                             /* false for a persistent request that is not started */
    struct vtmpi_communicator *communicator; /* held while the request exists; NULL for files */
    struct qp_message message;               /* what its completion or, if it is a send, its start moves */
};

/* Add a request, and set its number. Return false if out of memory. */
bool vtmpi_request_add(struct vtmpi_request *request);

/* Remove the request with a key, and copy it to *request; its communicator is the caller's to drop. A persistent
 * request stays and becomes inactive, and its communicator stays held. Return false if the request is unknown or
 * inactive. */
bool vtmpi_request_complete(uint64_t key, struct vtmpi_request *request);

/* Start a persistent request that is inactive, with the origin of the call that starts it, and copy it to *request. */
bool vtmpi_request_start(uint64_t key, struct qp_message_origin origin, struct vtmpi_request *request);

/* Remove a request that the program frees, and copy it to *request; its communicator is the caller's to drop. */
bool vtmpi_request_free(uint64_t key, struct vtmpi_request *request);
