/* resolved.h - log events in order of time with resolved references. All reports and exporters of events use it.
 *
 * A resolver tracks the stack of open states of each thread. So each event has the depth of this stack, and a leave
 * event has the tick of its enter event. */
#pragma once

#include "profile/log/events.h"

struct qp_resolved {
    struct qp_event event;
    uint64_t ns;                        /* nanoseconds from the start of the run */
    uint32_t depth;                     /* number of states open on its thread */
    uint64_t entered;                   /* leave: tick of its enter event, 0 = not in the log. Messages in a call,
                                         * collective operations, posts and completions: tick at which the call was
                                         * entered */
    uint32_t method;                    /* enter and leave: index of the state's method, QP_NONE = not in the
                                         * file */
    uint32_t counter;                   /* count: index of the counter, QP_NONE = not in the file */
    uint32_t genre;                     /* count: format of the value's bits */
    const struct qp_event_scope *scope; /* events that begin or end a scope: this scope, NULL = not in the file */
    const struct qp_event_channel
        *channel;        /* messages and collective operations: the channel, NULL = not in the file */
    struct qp_text text; /* comment: its text */
    bool sent_known;     /* QP_EVENT_SENT: it is known when the message was sent */
    int64_t sent_ns;     /* QP_EVENT_SENT: nanoseconds from the start of the run to the sending,
                          * negative before the start */
};

struct qp_open_states;

struct qp_resolver {
    struct qp_events events;
    struct qp_open_states *open; /* for each carrier */
    uint64_t count;              /* events read so far */
    bool failed;                 /* out of memory: depths are unknown */
};

/* Open a resolver of a profile's log. The profile must outlive the resolver. Return 0, or the error's code; then
 * nothing needs to be closed. */
int qp_resolver_open(struct qp_resolver *resolver, struct qp_profile *profile, struct qp_error *error);
void qp_resolver_close(struct qp_resolver *resolver);

/* Return the next event. Return false after the last event, and if out of memory. */
bool qp_resolver_next(struct qp_resolver *resolver, struct qp_resolved *resolved);
