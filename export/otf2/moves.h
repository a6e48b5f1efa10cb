/* moves.h - messages, requests, collective operations, and accesses to windows and files as OTF2 events.
 *
 * libvt logs what a call moved when the call ends. A message was sent, a receive posted, and a collective operation
 * begun when the call was entered: their events get that time, and still come in order. */
#pragma once

#include "export/otf2/lanes.h"

/* Write an event of these kinds: POST, COMPLETE, SEND and RECEIVE, COLLECTIVE. */
void qp_otf2_post(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event);
void qp_otf2_complete(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event);
void qp_otf2_message(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event);
void qp_otf2_collect(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event);

/* Settle a completed request that was not a send: unless the next event (NULL = none) is what it received, it was
 * cancelled. Call this before the next event is written, if lane->completed is set. */
void qp_otf2_settle(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_event *next);
