/* pace.h - how often a live file is read again: as often as asked, unless that took more than a 50th of a processor. */
#ifndef QP_WATCH_PACE_H
#define QP_WATCH_PACE_H

#include <stdint.h>

struct qp_pace {
    uint64_t asked_ns; /* from one reading to the next */
    uint64_t begun_ns; /* processor time of this process when the present reading began */
    uint64_t cost_ns;  /* of the last one */
};

void qp_pace_begin(struct qp_pace *pace);

/* The reading is done, and what it is for. Returns the time until the next one should begin. */
uint64_t qp_pace_end(struct qp_pace *pace);

/* From one reading to the next: what was asked for, or more; or what is the least after the last reading. */
uint64_t qp_pace_period(const struct qp_pace *pace);
uint64_t qp_pace_least(const struct qp_pace *pace);

#endif
