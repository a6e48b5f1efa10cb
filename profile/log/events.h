/* events.h - event log of a data file: the events of all threads in order of time, with their definitions.
 *
 * Opened on demand beside a profile, which must live longer. Each thread's blocks are read one after another, so
 * memory grows with the threads, not with the log. The log of a running program is read as far as it was written. */
#pragma once

#include "profile/log/counters.h"
#include "profile/log/event_blocks.h"

/* ---- definitions that events refer to: kinds by name, scopes and channels by index ----------------------------- */

/* Additional kind: blocks are missing here, since a flight recorder reused them. */
#define QP_EVENT_GAP ((enum qp_event_kind)QP_EVENT_KINDS)

/* Additional kind for lists of events: a mark of the run, which is not in the log. */
#define QP_EVENT_MARK ((enum qp_event_kind)(QP_EVENT_KINDS + 1))

struct qp_event_scope {
    uint32_t index;
    struct qp_text name;
    struct qp_text class_name;
    uint32_t begin; /* handles of locations */
    uint32_t end;
};

struct qp_event_channel {
    uint32_t index;
    int32_t peer;
    int32_t tag;
    int32_t communicator;
};

struct qp_event_definitions {
    struct qp_reader *reader;
    struct qp_event_scope *scopes; /* by index */
    struct qp_event_channel *channels;
    uint32_t scope_count, channel_count;
};

/* ---- events ---------------------------------------------------------------------------------------------------- */

struct qp_event {
    enum qp_event_kind kind; /* never NONE or TIME; ENTER_AT and LEAVE_AT become ENTER and LEAVE with a location */
    uint32_t thread;         /* index of a carrier */
    uint32_t product;        /* product whose log has it */
    uint32_t object; /* handle of a state; index of a counter, scope or channel, from 1; reference of a virtual thread's
                        context, or of a node (record_log.h) */
    uint32_t location; /* handle, 0 = none */
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
    uint32_t *heap; /* indexes of the streams that have an event, as a heap with the earliest first */
    uint32_t heap_count;
};

/* Return 0, else the error's code; then nothing needs to be closed. A profile without a log has no events. */
int qp_events_open(struct qp_events *events, struct qp_profile *profile, struct qp_error *error);
void qp_events_close(struct qp_events *events);

/* Return true if the product has a log. */
bool qp_events_has(const struct qp_events *events, enum qp_product product);

/* Return the next event of all threads; events of one thread stay in its order. Return false after the last. */
bool qp_events_next(struct qp_events *events, struct qp_event *event);

/* Get the time at which a message was sent, from the QP_EVENT_SENT event before its receive event: nanoseconds from
 * the start, negative before it. Return false if it is unknown. */
bool qp_events_sent(const struct qp_events *events, const struct qp_event *event, int64_t *ns);

/* Return the index of a state's method of libvt, QP_NONE if it is not in the file. */
uint32_t qp_events_state(const struct qp_events *events, uint32_t handle);

/* Return NULL if it is not in the file. */
const struct qp_event_scope *qp_event_definitions_scope(const struct qp_event_definitions *definitions, uint32_t index);
const struct qp_event_channel *qp_event_definitions_channel(const struct qp_event_definitions *definitions,
                                                            uint32_t index);

/* Return the name of a kind, for people and scripts: "" for an unused number, NULL beyond the last. */
const char *qp_events_kind_name(unsigned kind);
