/* resolved.h - log events in order of time with resolved references, as all reports and exporters of events use them.
 *
 * It tracks the open states of each thread, so that an event has its depth, and a leave its enter. */
#pragma once

#include "profile/log/events.h"

struct qp_resolved {
    struct qp_event event;
    uint64_t ns;                            /* from the start of the run */
    uint32_t depth;                         /* number of states open on its thread */
    uint64_t entered;                       /* of a leave: tick of its enter, 0 = not in the log */
    uint32_t method;                        /* of enter and leave: index of the state, QP_NONE = not in the file */
    uint32_t counter;                       /* of a count: index of the counter, QP_NONE = not in the file */
    uint32_t genre;                         /* of a count: format of its value's bits */
    const struct qp_event_scope *scope;     /* of a scope's begin and end, NULL = not in the file */
    const struct qp_event_channel *channel; /* of a send and receive, NULL = not in the file */
    struct qp_text text;                    /* of a comment */
    bool sent_known;                        /* of QP_EVENT_SENT: the message's send time is known */
    int64_t sent_ns;                        /* its send time: from the start, negative before it */
};

struct qp_open_states;

struct qp_resolver {
    struct qp_events events;
    struct qp_open_states *open; /* by carrier */
    uint64_t count;              /* events read so far */
    bool failed;                 /* no memory: depths are unknown */
};

/* The profile must live longer. Return 0, else the error's code; then nothing needs to be closed. */
int qp_resolver_open(struct qp_resolver *resolver, struct qp_profile *profile, struct qp_error *error);
void qp_resolver_close(struct qp_resolver *resolver);

/* Return the next event. Return false after the last, and if out of memory. */
bool qp_resolver_next(struct qp_resolver *resolver, struct qp_resolved *resolved);
