/* recent.h - changes of functions' numbers between two readings of a live file.
 *
 * Functions are matched by their method's record, or by id before there is a record, because a profile's indexes
 * change: other functions may be added in between, an unknown method gets a name, and a retired method another id. If
 * the client cleared the data between two readings, all new numbers count as recorded since then. */
#pragma once

#include "base/map.h"
#include "profile/query/query.h"

/* Compared fields of struct qp_totals. All except CALLS are times in nanoseconds. */
#define QP_AMOUNT_LIST(X)                                                                                              \
    X(CALLS, calls)                                                                                                    \
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
    uint32_t method;    /* index in the newest profile; QP_NONE = not called since a clear */
    bool registered;    /* the name is final */
    char *name;         /* printable like `place`; both are copies that outlive the file */
    char *place;        /* "file:line", or empty */
    struct qp_recent_part part;
};

/* A zeroed struct has no readings. */
struct qp_recent {
    struct qp_recent_function *functions; /* in the order in which they were first seen; never removed */
    uint32_t count;
    struct qp_recent_part whole; /* all functions together, as in qp_query.all */
    double seconds;              /* time that `lately` covers; 0 = no reading yet */
    uint64_t readings;
    uint64_t read_ns; /* time of the last reading by CLOCK_MONOTONIC */
    uint32_t clear_epoch;
    struct qp_map by_reference; /* reference of a method's record: index of its function + 1 */
    struct qp_map by_id;        /* recorded id: index + 1, for functions that had no record when first seen */
};

/* Add a reading made at now_ns. If `smoothing` is 0, `lately` is the change since the last reading. Otherwise the
 * weight of older changes halves in about `smoothing` seconds. The first reading is the mean since the run began. If
 * the run has finished, the reading covers the time from the previous reading to the run's last event. Return false if
 * out of memory. */
bool qp_recent_read(struct qp_recent *recent, const struct qp_query *query, uint64_t now_ns, double smoothing);
void qp_recent_free(struct qp_recent *recent);

/* Return an amount of `lately` per second. */
double qp_recent_rate(const struct qp_recent *recent, const struct qp_recent_part *part, enum qp_amount amount);

/* Return the index of the function of a method of the last profile. Return QP_NONE for QP_NONE. */
uint32_t qp_recent_function(const struct qp_recent *recent, const struct qp_profile *profile, uint32_t method);
