/* events.h - event log of a data file: the events of all threads in order of time, with their definitions.
 *
 * The log is read on demand, not when the profile is opened. The profile must outlive struct qp_events. Each thread's
 * blocks are read one after another, so memory grows with the number of threads, not with the log. The log of a running
 * program is read as far as it was written. */
#pragma once

#include "profile/log/counters.h"
#include "profile/log/event_blocks.h"

/* ---- definitions that events refer to: kinds by name, scopes and channels by index ----------------------------- */

/* Additional kind: blocks are missing here, because a flight recorder reused them. */
#define QP_EVENT_GAP ((enum qp_event_kind)QP_EVENT_KINDS)

/* Additional kind for lists that show marks (phases, pauses, clears) among events. Marks are not in the log. */
#define QP_EVENT_MARK ((enum qp_event_kind)(QP_EVENT_KINDS + 1))

struct qp_event_scope {
    uint32_t index;
    struct qp_text name;
    struct qp_text class_name;
    uint32_t begin; /* begin and end: handles of the locations where the scope begins and ends */
    uint32_t end;
};

struct qp_event_channel {
    uint32_t index;
    int32_t peer;
    int32_t tag;
    int32_t communicator;
    uint16_t kind; /* enum qp_channel_kind */
    bool tag_range;
};

struct qp_event_definitions {
    struct qp_reader *reader;
    struct qp_event_scope *scopes; /* sorted by index */
    struct qp_event_channel *channels;
    uint32_t scope_count, channel_count;
};

/* ---- events ---------------------------------------------------------------------------------------------------- */

struct qp_event {
    enum qp_event_kind kind; /* never NONE, TIME or MORE_BYTES; ENTER_AT and LEAVE_AT become ENTER and LEAVE with a
                              * location, CALL_SEND and CALL_RECEIVE become SEND and RECEIVE with in_call = true */
    uint32_t thread;         /* index of a carrier */
    uint32_t product;        /* product whose log contains the event */
    uint32_t object; /* handle of a state, 0 = the state on top; index of a counter, scope or channel, from 1; reference
                      * of a virtual thread's context, or of a node (record_log.h) */
    uint32_t location; /* handle, 0 = none */
    uint64_t tick;
    uint64_t value; /* depending on the kind: bits of a counter's value, sequence number of a scope, bytes of a message,
                     * reference of a comment's text, system id of a thread, number of lost events, number of missing
                     * blocks, time at which a message was sent */
    bool in_call;   /* SEND, RECEIVE: the state on top is the MPI call that sent or received the message */
    uint32_t request;  /* POST, COMPLETE, and SEND and RECEIVE in a call: number of the request, 0 = none */
    uint64_t received; /* COLLECTIVE: bytes received; `value` is the bytes sent */
};

struct qp_event_stream;

struct qp_events {
    struct qp_profile *profile;
    struct qp_counters counters;
    struct qp_event_definitions definitions;
    struct qp_event_blocks blocks;
    struct qp_event_stream *streams; /* one stream for each log of each thread */
    uint32_t stream_count;
    uint32_t *heap; /* indexes of the streams that have an event left, as a heap: the stream with the earliest event
                     * is first */
    uint32_t heap_count;
};

/* Open the log of a profile. A profile without a log has no events. Return 0, or the error's code; then nothing needs
 * to be closed. */
int qp_events_open(struct qp_events *events, struct qp_profile *profile, struct qp_error *error);
void qp_events_close(struct qp_events *events);

/* Return true if the product has a log. */
bool qp_events_has(const struct qp_events *events, enum qp_product product);

/* Return the next event of all threads. Events of one thread stay in their recorded order. Return false after the last
 * event. */
bool qp_events_next(struct qp_events *events, struct qp_event *event);

/* Get the time at which a message was sent, from the QP_EVENT_SENT event before its receive event. The time is in
 * nanoseconds from the start of the run, and negative before the start. Return false if it is unknown. */
bool qp_events_sent(const struct qp_events *events, const struct qp_event *event, int64_t *ns);

/* Return the index of the method that represents a state of libvt, QP_NONE if the file does not have it. */
uint32_t qp_events_state(const struct qp_events *events, uint32_t handle);

/* Return the scope or channel with an index, NULL if the file does not have it. */
const struct qp_event_scope *qp_event_definitions_scope(const struct qp_event_definitions *definitions, uint32_t index);
const struct qp_event_channel *qp_event_definitions_channel(const struct qp_event_definitions *definitions,
                                                            uint32_t index);

/* Return the name of a kind, for people and scripts: "" for an unused number, NULL beyond the last. */
const char *qp_events_kind_name(unsigned kind);
