/* wait_calls.h - MPI calls that may have waited for other ranks, kept until the length of their waits is known.
 *
 * A call that completes several messages waits for all of them at once. So only its longest wait counts, and the time
 * lost in a call is never longer than the call. */
#pragma once

#include "messages/pool.h"

/* Reasons for which a call waits. */
enum qp_wait_cause {
    QP_CAUSE_LATE_SENDER,
    QP_CAUSE_LATE_RECEIVER,            /* of a blocking send */
    QP_CAUSE_LATE_RECEIVER_OF_REQUEST, /* of a nonblocking send that the call completes. It does not count if the call
                                        * also completes receives, because it more likely waited for these */
    QP_CAUSE_COLLECTIVE,
    QP_WAIT_CAUSES
};

struct qp_wait_call {
    uint32_t pending; /* number of messages and operations whose partners are not known yet, plus 1 until the call is
                       * closed; 0 = unused */
    uint32_t log;     /* index of the rank's log */
    uint32_t location;
    uint32_t path;
    uint64_t entered; /* moment, 0 = unknown */
    uint64_t left;
    bool receives;
    struct {
        uint64_t ns;
        uint32_t late; /* index of the log of the rank that was late */
        uint32_t communicator;
    } causes[QP_WAIT_CAUSES];
};

struct qp_wait_calls {
    struct qp_pool pool;
    void (*commit)(void *to, const struct qp_wait_call *call, enum qp_wait_cause cause); /* takes each call that waited,
                                                                                          * once its waits are known */
    void *to;
};

#define QP_NO_CALL UINT32_MAX

struct qp_wait_call *qp_wait_calls_at(const struct qp_wait_calls *calls, uint32_t index);

/* Add a call, which is open. Return its index, QP_NO_CALL if out of memory. */
uint32_t qp_wait_calls_add(struct qp_wait_calls *calls, const struct qp_wait_call *call);

/* qp_wait_calls_hold adds a pending message to a call, qp_wait_calls_release removes one or closes the call. Both
 * ignore QP_NO_CALL. */
void qp_wait_calls_hold(struct qp_wait_calls *calls, uint32_t index);
void qp_wait_calls_release(struct qp_wait_calls *calls, uint32_t index);

/* Reason for which a call waited. */
struct qp_blame {
    enum qp_wait_cause cause;
    uint32_t late; /* index of the log of the late rank */
    uint32_t communicator;
    uint64_t arrived; /* moment at which the late rank began its side, 0 = unknown */
};

/* Record that a call could not end before the late rank arrived. If the rank arrived before the call was entered, the
 * call did not wait. */
void qp_wait_calls_blame(struct qp_wait_calls *calls, uint32_t index, const struct qp_blame *blame);

/* Commit all calls, even those with pending messages, and free the memory. */
void qp_wait_calls_finish(struct qp_wait_calls *calls);
