/* posted.h - receives and collective operations of one rank, in the order in which it started them.
 *
 * MPI matches operations in this order, but the log has them in the order in which they were completed. An operation
 * is delivered as soon as all operations that were started before it are completed or cancelled. */
#pragma once

#include "format/array.h"
#include "messages/queue.h"

/* A completed receive or collective operation. */
struct qp_operation {
    uint64_t posted; /* moment, 0 = unknown */
    uint64_t bytes;  /* bytes received; collective operations: bytes sent */
    uint64_t received;
    uint64_t tick;    /* tick of its event */
    uint32_t channel; /* index of the channel in the rank's log */
    uint32_t call;    /* index of the call that completed it, or QP_NO_CALL */
    bool collective;
};

enum qp_posted_state { QP_POSTED_OPEN, QP_POSTED_DONE, QP_POSTED_DROPPED };

struct qp_posted_item {
    struct qp_operation operation;
    enum qp_posted_state state;
};

struct qp_posted {
    struct qp_posted_item *items;
    struct qp_queue queue; /* items are used up once they are delivered or dropped */
};

/* Add an operation that was started, and return its number; UINT64_MAX if out of memory. */
uint64_t qp_posted_start(struct qp_posted *posted, uint64_t moment);

/* Complete the operation with this number; keep the moment at which it was posted. */
void qp_posted_complete(struct qp_posted *posted, uint64_t number, const struct qp_operation *operation);

/* Remove the operation with this number, which will not be completed. */
void qp_posted_drop(struct qp_posted *posted, uint64_t number);

/* Add an operation that was started and completed in one call. Return false if out of memory. */
bool qp_posted_add(struct qp_posted *posted, const struct qp_operation *operation);

/* Deliver the next operation. Return false if there is none yet. */
bool qp_posted_next(struct qp_posted *posted, struct qp_operation *operation);

/* Drop all operations that are not completed: the log has ended. */
void qp_posted_end(struct qp_posted *posted);
void qp_posted_free(struct qp_posted *posted);
