/* part.h - what the log keeps for a carrier, in the room that the carrier has for it (core/thread/lane.h). */
#ifndef QP_LOG_PART_H
#define QP_LOG_PART_H

#include "core/thread/lane.h"

#ifdef QP_SMALL
#define QP_SERIES_FEW 2
#else
#define QP_SERIES_FEW 16
#endif

/* What was logged of each counter (series.h). */
struct qp_series {
    struct qp_series_record *few[QP_SERIES_FEW]; /* the table, until a counter has a larger index */
    struct qp_series_record *next;               /* records that were taken for it */
    uint32_t left;
    uint32_t stopped;   /* there was no room for more */
    uint32_t dependent; /* reference of the first whose membership depends on the thread, 0 = none */
    uint32_t padding;
};

struct qp_log_part {
    struct qp_series series;
    uint32_t thread_number; /* of the thread, as VT_registerthread counts (thread_number.h), + 1; 0 = none */
};

_Static_assert(sizeof(struct qp_log_part) <= sizeof(((struct qp_carrier *)0)->log), "a carrier has room for it");

static inline struct qp_log_part *qp_log_part(struct qp_carrier *carrier)
{
    return (struct qp_log_part *)carrier->log;
}

static inline struct qp_log_part *qp_log_part_of(struct qp_lane *lane)
{
    return qp_log_part(qp_lane_carrier(lane, QP_VT));
}

#endif
