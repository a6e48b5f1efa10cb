/* events.h - the event log of a data file: the events of all threads in the order of time, and what they refer to.
 *
 * Opened on demand beside a profile, which must outlive it. Each thread's blocks are read one after the other, so that
 * memory grows with the threads and not with the log. A running program's log is read as far as it reached. */
#ifndef QP_LOG_EVENTS_H
#define QP_LOG_EVENTS_H

#include "profile/log/counters.h"
#include "profile/log/event_blocks.h"
#include "profile/log/event_definitions.h"

struct qp_event {
    enum qp_event_kind kind; /* never NONE, TIME, ENTER_AT or LEAVE_AT: these are ENTER and LEAVE with a location */
    uint32_t thread;         /* index of a carrier */
    uint32_t product;        /* whose log has it */
    uint32_t object;         /* what it happened to: handle of a state; index of a counter, scope or channel, from 1;
                                reference of a virtual thread's context, or of a node (record_log.h) */
    uint32_t location;       /* handle, 0 = none */
    uint64_t tick;
    uint64_t value; /* bits of a counter's value, sequence number of a scope, bytes of a message, reference of a
                       comment's text, system id of a thread, events lost, blocks missing, when a message was sent */
};

struct qp_event_stream;

struct qp_events {
    struct qp_profile *profile;
    struct qp_counters counters;
    struct qp_event_definitions definitions;
    struct qp_event_blocks blocks;
    struct qp_event_stream *streams; /* one for each log of a thread */
    uint32_t stream_count;
    uint32_t *heap; /* indexes of the streams that have an event, the earliest first */
    uint32_t heap_count;
};

/* Returns 0, else the error's code; nothing is to be closed then. A profile without a log has no events. */
int qp_events_open(struct qp_events *events, struct qp_profile *profile, struct qp_error *error);
void qp_events_close(struct qp_events *events);

/* Whether there is a log of the product. */
bool qp_events_has(const struct qp_events *events, enum qp_product product);

/* The next event of all threads; of one thread they come in its own order. Returns false after the last. */
bool qp_events_next(struct qp_events *events, struct qp_event *event);

/* When the message that the next event tells of was sent: nanoseconds from the start, negative before it. Returns
 * whether that is known. Of an event of kind QP_EVENT_SENT. */
bool qp_events_sent(const struct qp_events *events, const struct qp_event *event, int64_t *ns);

/* Index of the method of libvt that is this state, QP_NONE when it is not in the file. */
uint32_t qp_events_state(const struct qp_events *events, uint32_t handle);

#endif
