/* resolved.h - the events of the log in the order of time, each with what it refers to: where every report and exporter
 * of events begins.
 *
 * States that are open on a thread are followed, so that an event knows its depth and a leave its enter. */
#ifndef QP_LOG_RESOLVED_H
#define QP_LOG_RESOLVED_H

#include "profile/log/events.h"

struct qp_resolved {
    struct qp_event event;
    uint64_t ns;                            /* since the start of the run */
    uint32_t depth;                         /* states that are open below it on its thread */
    uint64_t entered;                       /* of a leave: tick of its enter, 0 = not in the log */
    uint32_t method;                        /* of enter and leave: index of the state, QP_NONE = not in the file */
    uint32_t counter;                       /* of a count: index of the counter, QP_NONE = not in the file */
    uint32_t genre;                         /* of a count: what its value's bits are */
    const struct qp_event_scope *scope;     /* of a scope's begin and end, NULL = not in the file */
    const struct qp_event_channel *channel; /* of a send and receive, NULL = not in the file */
    struct qp_text text;                    /* of a comment */
    bool sent_known;                        /* of QP_EVENT_SENT: whether it is told when the message was sent */
    int64_t sent_ns;                        /* and when: since the start, negative before it */
};

struct qp_open_states;

struct qp_resolver {
    struct qp_events events;
    struct qp_open_states *open; /* by carrier */
    uint64_t count;              /* events that were read */
    bool failed;                 /* no memory: depths are not known any more */
};

/* The profile must live longer. Returns 0, else the error's code; nothing is to be closed then. */
int qp_resolver_open(struct qp_resolver *resolver, struct qp_profile *profile, struct qp_error *error);
void qp_resolver_close(struct qp_resolver *resolver);

/* The next event. Returns false after the last, and without memory. */
bool qp_resolver_next(struct qp_resolver *resolver, struct qp_resolved *resolved);

#endif
