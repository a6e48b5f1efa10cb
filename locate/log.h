/* log.h - libvt's log of a run for reports and exporters: events, with the states, counters and locations that they
 * refer to. */
#pragma once

#include "profile/log/resolved.h"
#include "locate/locate.h"

struct qp_log {
    struct qp_resolver events;
    struct qp_locations locations;
    struct qp_locate locate;
};

/* Open the log. The profile must outlive the log, and the address of an open log must not change. Return 0, or the
 * error's code; then there is nothing to close. */
int qp_log_open(struct qp_log *log, struct qp_profile *profile, struct qp_error *error);
void qp_log_close(struct qp_log *log);
