/* request.h - the requests that the program has started and not yet completed, and the messages that it has probed.
 *
 * Several requests may have the same handle: MPI may use one handle for all requests that complete immediately, and
 * reuses a handle as soon as its request is complete. So a call that ends a request takes the newest of the requests
 * with its handle that were added before the call. Otherwise it could take a request for which another thread just
 * reused the handle, or one whose end was never recorded. Any thread may call these functions. */
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
    struct vtmpi_communicator *communicator; /* held while the request exists; NULL = none */
    struct qp_message message;               /* message that is recorded when the request completes or, if it is
                                              * a send, starts; of kind QP_EVENT_NONE if none is recorded */
};

/* Number of requests added so far. */
extern uint64_t vtmpi_requests_added;

/* The handle of a request or message before a call. */
struct vtmpi_handle {
    uint64_t key;
    uint64_t added; /* vtmpi_requests_added before the call */
};

/* Add a request, and set its number. Return false if out of memory. */
bool vtmpi_request_add(struct vtmpi_request *request);

/* Remove the request with a handle, and copy it to *request; its communicator is the caller's to drop. A persistent
 * request stays and becomes inactive, and its communicator stays held. Return false if the request is unknown or
 * inactive. */
bool vtmpi_request_complete(struct vtmpi_handle handle, struct vtmpi_request *request);

/* Start a persistent request that is inactive, with the origin of the call that starts it, and copy it to *request.
 * `key` is that of its handle after the call: Open MPI replaces a request whose data it still has to send. */
bool vtmpi_request_start(struct vtmpi_handle handle, uint64_t key, struct qp_message_origin origin,
                         struct vtmpi_request *request);

/* Requests that the calling thread's current call has removed, as a list; 0 = none. At the end of the call, when its
 * events are logged, their numbers may be used again. */
extern _Thread_local uint32_t vtmpi_requests_ended __attribute__((tls_model("initial-exec")));
void vtmpi_request_release(void);

/* Remove a request that the program frees, and copy it to *request; its communicator is the caller's to drop. */
bool vtmpi_request_free(struct vtmpi_handle handle, struct vtmpi_request *request);
