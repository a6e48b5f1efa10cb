/* compared.h - two sides of runs, function by function: what is called more or less often and because of whom, and
 * where the time differs when the machine's speed is taken off.
 *
 *   side     runs of one version, A (QP_BEFORE) or B (QP_AFTER)
 *   change   of calls: certain where the runs of one side all have more than all of the other. Where both sides' ranges
 *            overlap and are not equal, the calls vary
 *   cause    a change of calls is followed by others: what a function that is called more calls in its turn. A row
 *            follows from the row of the caller by which most of its change came, if it is called so often by each call
 * of that one as before, or nearly: half of the change or more must be the caller's. The rest is a change of its own. A
 * row that follows from none is a cause drift    how much of A's time B's machine takes for the same work (drift.h).
 * Times after drift are as on A's p        the probability that any function would differ by as much if both sides were
 * the same (permutation.h)
 *
 * Numbers of several runs are told by their median. Times are nanoseconds. Filled by comparison.c (which rows, their
 * calls), call_changes.c (causes) and time_changes.c (times). */
#ifndef QP_COMPARE_COMPARED_H
#define QP_COMPARE_COMPARED_H

#include "profile/compare/drift.h"
#include "profile/compare/runs.h"

enum qp_comparison_side { QP_BEFORE, QP_AFTER, QP_COMPARED_SIDES };

enum qp_change { QP_CHANGE_NONE, QP_CHANGE_VARIES, QP_CHANGE_MORE, QP_CHANGE_LESS, QP_CHANGE_NEW, QP_CHANGE_GONE };

/* Over the runs of a side. */
struct qp_count_range {
    uint64_t least;
    uint64_t median;
    uint64_t most;
};

struct qp_compared {
    uint32_t in[QP_COMPARED_SIDES]; /* function of that side; QP_NONE = it has none */
    struct qp_count_range calls[QP_COMPARED_SIDES];
    enum qp_change change; /* of calls */
    uint32_t caller;       /* row by whose calls most of the change came; QP_NONE = a thread's begin, or not known */
    int64_t from_caller;   /* that part of the change; 0 = not known by whose */
    uint32_t cause;        /* row that it follows from, its caller's; QP_NONE = a cause, or no change */
    int64_t of_own;        /* the part of from_caller that the calls of the cause do not explain */
    struct qp_run_numbers numbers[QP_COMPARED_SIDES]; /* medians, each by itself */
    double normal[QP_COMPARED_SIDES];                 /* self after drift */
    double spread[QP_COMPARED_SIDES]; /* half of what lies between the least and the most of that; 0 of one run */
    double p;                         /* NAN = not tested */
    bool slower_or_faster;            /* it is certain enough that its time differs */
};

/* How it is decided what differs in time. */
enum qp_time_rule {
    QP_TIME_NOT,    /* there are no times, or too few functions to tell noise by */
    QP_TIME_SPREAD, /* by more than the noise that all functions show */
    QP_TIME_TESTED  /* by p */
};

struct qp_comparison {
    const struct qp_runs *sides[QP_COMPARED_SIDES];
    struct qp_compared *rows;
    uint32_t count;
    uint32_t matched; /* rows that both sides have */
    uint32_t changed; /* rows whose calls changed for certain */
    uint32_t varying;
    bool has_time;
    bool has_calls; /* no run was sampled: its samples are not to be compared with calls, nor with others by their
                       number */
    struct qp_drift drift;
    bool takes_off_drift;
    enum qp_time_rule rule;
    double least_p;                               /* that so many runs can give; NAN: they have none to be trusted */
    bool sampled;                                 /* there are too many ways to split the runs to try all */
    struct qp_run_numbers all[QP_COMPARED_SIDES]; /* of whole runs, the same */
    double normal[QP_COMPARED_SIDES];             /* all self time after drift */
};

#define QP_COMPARISON_P 0.05 /* from this p on a time differs */

/* The key of a row's function: as it is now, or was. */
const struct qp_function_key *qp_compared_key(const struct qp_comparison *comparison, const struct qp_compared *row);

/* The self time of rows after drift, added up run by run: its median of each side. NULL: of all rows. Returns false
 * without memory. */
bool qp_comparison_add_up(const struct qp_comparison *comparison, const bool *chosen, double normal[QP_COMPARED_SIDES]);

/* By how much a row's median of calls changed. */
int64_t qp_compared_calls(const struct qp_compared *row);

/* A change without its sign. */
static inline uint64_t qp_change_size(int64_t change)
{
    return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

/* Whether the calls changed for certain. */
bool qp_change_is_certain(enum qp_change change);

/* Of the runs' numbers that are not in order, and are put in order. */
struct qp_count_range qp_count_range_of(uint64_t *values, uint32_t count);
enum qp_change qp_change_of(const struct qp_count_range *before, const struct qp_count_range *after);

#endif
