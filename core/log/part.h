/* part.h - the log's data of a carrier, in the space that the carrier reserves for it (core/thread/tstate.h). */
#pragma once

#include "core/stacks/location.h"
#include "core/thread/tstate.h"

#ifdef QP_SMALL
#define QP_SERIES_FEW 2
#else
#define QP_SERIES_FEW 16
#endif

/* Series of a carrier (series.h). */
struct qp_series {
    struct qp_series_record *few[QP_SERIES_FEW]; /* table of records by counter index, while all indices are small */
    struct qp_series_record *next;               /* unused records taken for this carrier */
    uint32_t left;
    uint32_t stopped;   /* 1 = the file had no space for more records */
    uint32_t dependent; /* reference of the first record in the list of records whose target is a thread or a group;
                         * 0 = none */
    uint32_t padding;
};

/* Message totals of a carrier (traffic.h). */
struct qp_traffic_table {
    struct qp_traffic *slots; /* array of `capacity` slots */
    uint32_t capacity;        /* 0 or a power of two */
    uint32_t count;
    struct qp_traffic_record *next; /* unused records taken for this carrier */
    uint32_t left;
    uint32_t unused;
};

struct qp_log_part {
    struct qp_series series;
    struct qp_traffic_table traffic;
    uint32_t thread_number; /* number of the thread as in VT_registerthread (thread_number.h), + 1; 0 = none */
    struct qp_location_site sites[QP_LOCATION_SITES];
};

_Static_assert(sizeof(struct qp_log_part) <= sizeof(((struct qp_carrier *)0)->log),
               "the log's data fits into a carrier");

static inline struct qp_log_part *qp_log_part(struct qp_carrier *carrier)
{
    return (struct qp_log_part *)carrier->log;
}

static inline struct qp_log_part *qp_log_part_of(struct qp_tstate *tstate)
{
    return qp_log_part(qp_tstate_carrier(tstate, QP_VT));
}
