/* compared.h - comparison of two sides of runs by function: changed calls with their causes, and changed times.
 *
 *   side    runs of one version, A (QP_BEFORE) or B (QP_AFTER)
 *   change  of calls: certain if all runs of one side have more than all of the other. If the ranges of both sides
 *           overlap and are not equal, the calls vary
 *   cause   a change of calls has others as a consequence: a function that is called more often calls others more
 *           often. A row follows from the row of the caller with most of its change, if each call of the caller takes
 *           it about as often as before: at least half of the change must be due to the caller's calls. The rest is a
 *           change of its own. A row that follows from none is a cause
 *   drift   how much of A's time B's machine takes for the same work (drift.h). Times after drift are as on A's
 *           machine
 *   p       the probability that any function would differ by as much if both sides were the same (permutation.h)
 *
 * Numbers of several runs are represented by their median. Times are nanoseconds. Filled by comparison.c (rows and
 * their calls), call_changes.c (causes) and time_changes.c (times). */
#pragma once

#include "profile/compare/drift.h"
#include "profile/compare/runs.h"

enum qp_comparison_side { QP_BEFORE, QP_AFTER, QP_COMPARED_SIDES };

enum qp_change { QP_CHANGE_NONE, QP_CHANGE_VARIES, QP_CHANGE_MORE, QP_CHANGE_LESS, QP_CHANGE_NEW, QP_CHANGE_GONE };

/* Range over the runs of a side. */
struct qp_count_range {
    uint64_t least;
    uint64_t median;
    uint64_t most;
};

struct qp_compared {
    uint32_t in[QP_COMPARED_SIDES]; /* function of that side; QP_NONE = none */
    struct qp_count_range calls[QP_COMPARED_SIDES];
    enum qp_change change; /* of calls */
    uint32_t caller;       /* row whose calls made most of the change; QP_NONE = a thread's begin, or unknown */
    int64_t from_caller;   /* that part of the change; 0 = unknown caller */
    uint32_t cause;        /* row of the caller that it follows from; QP_NONE = a cause, or no change */
    int64_t of_own;        /* the part of from_caller not explained by the cause's calls */
    struct qp_run_numbers numbers[QP_COMPARED_SIDES]; /* medians of each field */
    double normal[QP_COMPARED_SIDES];                 /* self after drift */
    double spread[QP_COMPARED_SIDES];                 /* half the range of normal; 0 for one run */
    double p;                                         /* NAN = not tested */
    bool slower_or_faster;                            /* the difference in time is certain enough */
};

/* Rule that decides which times differ. */
enum qp_time_rule {
    QP_TIME_NOT,    /* none: there are no times, or too few functions to estimate noise */
    QP_TIME_SPREAD, /* by more than the noise of all functions */
    QP_TIME_TESTED  /* by p */
};

struct qp_comparison {
    const struct qp_runs *sides[QP_COMPARED_SIDES];
    struct qp_compared *rows;
    uint32_t count;
    uint32_t matched; /* rows of functions on both sides */
    uint32_t changed; /* rows whose calls certainly changed */
    uint32_t varying;
    bool has_time;
    bool has_calls; /* no run was sampled: numbers of samples cannot be compared */
    struct qp_drift drift;
    bool subtracts_drift;
    enum qp_time_rule rule;
    double least_p; /* smallest possible p with so many runs; NAN = too few runs for a test */
    bool sampled;   /* not all splits of the runs are tried, since there are too many */
    struct qp_run_numbers all[QP_COMPARED_SIDES]; /* medians of whole runs */
    double normal[QP_COMPARED_SIDES];             /* self time of whole runs after drift */
};

#define QP_COMPARISON_P 0.05 /* up to this p a time differs */

/* Return the key of a row's function in B, or else in A. */
const struct qp_function_key *qp_compared_key(const struct qp_comparison *comparison, const struct qp_compared *row);

/* Add up the self time of chosen rows after drift, run by run, and store the median of each side. NULL = all rows.
 * Return false if out of memory. */
bool qp_comparison_add_up(const struct qp_comparison *comparison, const bool *chosen, double normal[QP_COMPARED_SIDES]);

/* Return the change of a row's median of calls. */
int64_t qp_compared_calls(const struct qp_compared *row);

/* Return a change without its sign. */
static inline uint64_t qp_change_size(int64_t change)
{
    return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

/* Return true if the calls certainly changed. */
bool qp_change_is_certain(enum qp_change change);

/* Return the range of unsorted numbers of the runs, which get sorted. */
struct qp_count_range qp_count_range_of(uint64_t *values, uint32_t count);
enum qp_change qp_change_of(const struct qp_count_range *before, const struct qp_count_range *after);

/* ---- construction ------------------------------------------------------------------------------------------------ */

/* with_drift: correct times for drift. Each side needs at least one run, and must live longer. Return false if out of
 * memory; then nothing needs to be closed. */
bool qp_comparison_open(struct qp_comparison *comparison, const struct qp_runs *before, const struct qp_runs *after,
                        bool with_drift);
void qp_comparison_close(struct qp_comparison *comparison);

/* Parts of qp_comparison_open: for rows whose calls are known, fill in caller, from_caller, cause and of_own; then the
 * times. row_of: row by side and function. Return false if out of memory. */
bool qp_call_changes_find(struct qp_comparison *comparison, uint32_t *const row_of[QP_COMPARED_SIDES]);
bool qp_time_changes_find(struct qp_comparison *comparison);
