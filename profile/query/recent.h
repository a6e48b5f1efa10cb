/* recent.h - changes of functions' numbers between two readings of a live file.
 *
 * A method's index may differ from reading to reading, because other methods are added in between. So functions are
 * matched by the reference of their method's record, or by id as long as the method has no record. An id alone does not
 * suffice, because a retired method gets another id. If the client cleared the data between two readings, all new
 * numbers count as recorded since then. */
#pragma once

#include "base/map.h"
#include "profile/query/query.h"

/* Compared fields of struct qp_totals. All except CALLS (in a sampled run: samples) and COUNTED are times in
 * nanoseconds. */
#define QP_AMOUNT_LIST(X)                                                                                              \
    X(CALLS, calls)                                                                                                    \
    X(COUNTED, counted)                                                                                                \
    X(SELF, self)                                                                                                      \
    X(TOTAL, total)                                                                                                    \
    X(RUNNABLE, runnable)                                                                                              \
    X(BLOCKED, blocked)                                                                                                \
    X(WAITING, waiting)                                                                                                \
    X(UNCOUNTED, uncounted)                                                                                            \
    X(SCHEDULER, scheduler)                                                                                            \
    X(IDLE, idle)                                                                                                      \
    X(RECORDER, recorder)

enum qp_amount {
#define X(constant, field) QP_AMOUNT_##constant,
    QP_AMOUNT_LIST(X)
#undef X
        QP_AMOUNTS
};

struct qp_recent_part {
    uint64_t all[QP_AMOUNTS];  /* sums as of the last reading */
    double lately[QP_AMOUNTS]; /* changes in the last qp_recent.seconds seconds */
};

struct qp_recent_function {
    uint64_t recorded_id;
    uint32_t reference; /* reference of the method's record; 0 = no record yet */
    uint32_t method;    /* index in the profile read last; QP_NONE = not called since the data was cleared */
    bool registered;    /* the name is final */
    char *name;         /* printable, as is `place`; both are copies, so that the file may be closed */
    char *place;        /* "file:line", or empty */
    struct qp_recent_part part;
};

/* A zeroed struct has no readings. */
struct qp_recent {
    struct qp_recent_function *functions; /* functions in the order in which they were first seen; none is ever
                                           * removed */
    uint32_t count;
    struct qp_recent_part whole; /* all functions together, as in qp_query.all */
    double seconds;              /* time that `lately` covers; 0 = no reading yet */
    uint64_t readings;
    uint64_t read_ns; /* time of the last reading by CLOCK_MONOTONIC */
    uint32_t clear_epoch;
    struct qp_map by_reference; /* maps the reference of a method's record to the index of the function + 1 */
    struct qp_map by_id;        /* maps a recorded id to the index of the function + 1, for functions that had no
                                 * record when first seen */
};

/* Add a reading made at now_ns. If `smoothing` is 0, `lately` is the change since the last reading. Otherwise the
 * weight of older changes halves in about `smoothing` seconds. The first reading is the mean since the run began. If
 * the run has finished, the reading covers the time from the previous reading to the run's last event. Return false if
 * out of memory. */
bool qp_recent_read(struct qp_recent *recent, const struct qp_query *query, uint64_t now_ns, double smoothing);
void qp_recent_free(struct qp_recent *recent);

/* Return an amount of part->lately, divided by recent->seconds. */
double qp_recent_rate(const struct qp_recent *recent, const struct qp_recent_part *part, enum qp_amount amount);

/* Return the index of the function to which a method belongs. `method` is the method's index in the profile read
 * last; for QP_NONE, return QP_NONE. */
uint32_t qp_recent_function(const struct qp_recent *recent, const struct qp_profile *profile, uint32_t method);
