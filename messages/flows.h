/* flows.h - numbers of the messages of a process, equal in the files of the sender and of the receiver.
 *
 * The number of a message is a hash of sender, receiver, communicator, tag, and of its place among their messages: the
 * n-th that was sent is the n-th for which a receive was posted. So the files can be read one after another. Receives
 * are numbered as soon as all that were posted before are complete. If the log lacks messages, those that follow have
 * no numbers. */
#pragma once

#include "messages/posted.h"
#include "profile/log/messages.h"
#include "profile/log/resolved.h"

struct qp_flows {
    const struct qp_profile *profile;
    const struct qp_event_definitions *definitions;
    struct qp_messages messages;
    uint64_t *counts[2];    /* for each channel of the log: messages sent and received */
    uint64_t *ended;        /* for each carrier: number + 1 of the operation that its last event completed, 0 = none */
    struct qp_map requests; /* maps a request to the number + 1 of its operation; UINT64_MAX = none */
    struct qp_posted posted;
    bool over; /* messages are missing */
    bool failed;
};

/* Open the numbers of the messages of a file whose log is `events`. Return 0, or the error's code; then there is
 * nothing to close. */
int qp_flows_open(struct qp_flows *flows, const struct qp_events *events, struct qp_error *error);
void qp_flows_close(struct qp_flows *flows);

/* Follow the next event of libvt's log. All events must be passed. */
void qp_flows_follow(struct qp_flows *flows, const struct qp_resolved *event);

/* Return the number of the message that was sent with this event, 0 if it is unknown. */
uint64_t qp_flows_send(struct qp_flows *flows, const struct qp_resolved *event);

/* Note that a message was received with this event. The caller identifies the message by `mark`. */
void qp_flows_receive(struct qp_flows *flows, const struct qp_resolved *event, uint32_t mark);

/* Get the mark and number of the next message in the order in which receives were posted. The number is 0 if it is
 * unknown. Return false if there is none yet. At the end of the log, call qp_flows_end first. */
bool qp_flows_next(struct qp_flows *flows, uint32_t *mark, uint64_t *number);
void qp_flows_end(struct qp_flows *flows);
