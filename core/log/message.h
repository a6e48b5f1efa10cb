/* message.h - messages, requests and collective operations of an MPI call, counted and logged when the call's state is
 * closed.
 *
 * Totals (traffic.h) are exact even if the call is not logged. */
#pragma once

#include "core/log/channel.h"
#include "core/log/state.h"

/* The call that started a request. */
struct qp_message_origin {
    uint32_t node; /* reference, 0 = unknown */
    uint32_t location;
};

/* A message, collective operation, or start or end of a request in a call. */
struct qp_message {
    enum qp_event_kind kind;         /* CALL_SEND, CALL_RECEIVE, COLLECTIVE, POST or COMPLETE; the last two only have a
                                      * request */
    struct qp_channel channel;       /* a channel whose tag_range is 0 */
    uint64_t bytes;                  /* bytes sent or received; collective operations: bytes sent */
    uint64_t received;               /* collective operations: bytes received */
    uint32_t request;                /* 0 = none */
    struct qp_message_origin origin; /* the call that started the request; zeros = this call */
};

/* Return the state on top and the location of its call, as the origin of a request that this call starts. */
QP_SHARED struct qp_message_origin qp_message_origin(const void *call_site);

/* Count and log the messages of a call, and close its state, which qp_state_open_call or qp_state_open has opened.
 * `begin` is the tick at which it was opened. The thread state is busy, or NULL, as for qp_state_close. */
QP_SHARED int qp_message_close(struct qp_tstate *tstate, const struct qp_state_event *event,
                               const struct qp_message *messages, uint32_t count, uint64_t begin);

/* Log only the calls that take at least this many nanoseconds; 0 = all. The caller is about to start a run. */
QP_SHARED void qp_message_set_shortest(uint64_t ns);

/* Return the value that was set. */
uint64_t qp_message_shortest(void);

/* Start to leave short calls out of the log. All calls before this one are logged, since it measures the length of a
 * tick, for 1 ms. Call this in a run. */
QP_SHARED void qp_message_start(void);

/* Return true if short calls are left out of the log. qp_message_close must then close all calls, even those that moved
 * nothing. */
extern QP_SHARED uint64_t qp_message_shortest_ticks;
static inline bool qp_message_selects(void)
{
    return qp_load_relaxed(&qp_message_shortest_ticks) != 0;
}
