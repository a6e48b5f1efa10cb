/* recent.h - what the functions of a run did between two readings of its growing file.
 *
 * A function is the same in two readings by its method's record, and by its id before there is one: other functions
 * come between, a method that was unknown gets a name, and one that is retired gets another id. Where numbers went
 * down, the client had cleared them, and all of the new ones are since then. */
#ifndef QP_QUERY_RECENT_H
#define QP_QUERY_RECENT_H

#include "base/map.h"
#include "profile/query/query.h"

/* What is compared, as struct qp_totals has it. All but CALLS are times, in nanoseconds. */
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
    uint64_t all[QP_AMOUNTS];  /* at the last reading */
    double lately[QP_AMOUNTS]; /* in the time that qp_recent.seconds tells */
};

struct qp_recent_function {
    uint64_t client_id;
    uint32_t reference; /* of the method's record; 0 = it has none so far */
    uint32_t method;    /* index in the profile that was read last; QP_NONE = it was not called since a clear */
    bool registered;    /* its name is final */
    char *name;         /* printable, as is place; both are kept, so that they outlive the file */
    char *place;        /* "file:line", or empty */
    struct qp_recent_part part;
};

/* A zeroed struct is one of no readings. */
struct qp_recent {
    struct qp_recent_function *functions; /* in the order in which they were seen; none goes */
    uint32_t count;
    struct qp_recent_part whole; /* of all functions together, as qp_query.all */
    double seconds;              /* that lately is of; 0 = nothing was read so far */
    uint64_t readings;
    uint64_t read_ns; /* when it was read last, CLOCK_MONOTONIC */
    uint32_t clear_epoch;
    struct qp_map by_reference; /* index + 1 */
    struct qp_map by_id;        /* the same, of what had no record when it was seen first */
};

/* Take in another reading, made at now_ns. smoothing: 0 = recent is what came since the last reading; else older ones
 * are in it with a weight that halves in about that many seconds. The first reading is the mean since the run began;
 * one of a run that is over by then adds to the one before, up to the run's last event. Returns false without memory.
 */
bool qp_recent_read(struct qp_recent *recent, const struct qp_query *query, uint64_t now_ns, double smoothing);
void qp_recent_free(struct qp_recent *recent);

/* An amount a second, lately. */
double qp_recent_rate(const struct qp_recent *recent, const struct qp_recent_part *part, enum qp_amount amount);

/* The function of a method of the profile that was read last; QP_NONE for QP_NONE. */
uint32_t qp_recent_function(const struct qp_recent *recent, const struct qp_profile *profile, uint32_t method);

#endif
