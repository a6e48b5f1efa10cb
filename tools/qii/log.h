/* log.h - libvt's log of a run, opened for a command: its events, and what their locations mean. */
#ifndef QII_LOG_H
#define QII_LOG_H

#include "data/events.h"
#include "locate/locate.h"

struct qii_log {
    struct qp_events events;
    struct qp_places places;
    struct qp_locate locate;
};

/* The profile must live longer. Returns. QII_OK or an exit code, after a line on standard error. */
int qii_log_open(struct qii_log *log, struct qp_profile *profile);
void qii_log_close(struct qii_log *log);

#endif
