/* compared.h - comparison of two sides of runs by function: changed calls with their causes, and changed times.
 *
 *   side    runs of one version, A (QP_BEFORE) or B (QP_AFTER)
 *   change  of a function's calls. It is certain if each run of one side has more calls than each run of the other.
 *           If the ranges of both sides overlap and are not equal, the calls vary
 *   cause   a function that is called more often calls other functions more often, so one change is the consequence
 *           of another. For each row, the caller that made most of the change is found. If at least half of this
 *           caller's part is due to the caller itself being called more or less often, the row follows from the
 *           caller's row; the rest is the row's own change. A row that follows from no other row is a cause
 *   drift   how much of A's time B's machine takes for the same work (drift.h). Times after drift are corrected for
 *           it: they are what A's machine would have taken
 *   p       the probability that any function would differ by as much if both sides were the same (permutation.h)
 *   interval  of the change of a function's self time, if all runs are sampled and too few for p. With a probability of
 *           95 %, the intervals of all functions contain what more samples would find. Differences between two runs of
 *           the same program are not included
 *
 * A number of several runs is represented by its median. Times are nanoseconds. struct qp_comparison is filled by
 * comparison.c (rows and their calls), call_changes.c (causes) and time_changes.c (times). */
#pragma once

#include "profile/compare/drift.h"
#include "profile/compare/runs.h"
#include "profile/query/interval.h"

enum qp_comparison_side { QP_BEFORE, QP_AFTER, QP_COMPARED_SIDES };

enum qp_change { QP_CHANGE_NONE, QP_CHANGE_VARIES, QP_CHANGE_MORE, QP_CHANGE_LESS, QP_CHANGE_NEW, QP_CHANGE_GONE };

/* Range over the runs of a side. */
struct qp_count_range {
    uint64_t least;
    uint64_t median;
    uint64_t most;
};

struct qp_compared {
    uint32_t in[QP_COMPARED_SIDES]; /* number of the function on each side; QP_NONE = none */
    struct qp_count_range calls[QP_COMPARED_SIDES];
    enum qp_change change; /* change of calls */
    uint32_t caller;       /* index of the row of the caller that made most of the change; QP_NONE = begin of a
                            * thread, or unknown */
    int64_t from_caller;   /* change of this caller's calls of the function; 0 = unknown caller */
    uint32_t cause;        /* index of the caller's row if the change of that row causes the change of this row;
                            * QP_NONE = this row is a cause, or has no change */
    int64_t of_own;        /* the part of from_caller that is not explained by how often the caller itself was called */
    struct qp_run_numbers numbers[QP_COMPARED_SIDES]; /* medians of each field */
    double normal[QP_COMPARED_SIDES];                 /* self time after drift */
    double spread[QP_COMPARED_SIDES];                 /* half the range of `normal` over the runs; 0 for one run */
    double p;                                         /* NAN = not tested */
    struct qp_interval interval;                      /* of the change of `normal`; NAN = none, or too few samples */
    bool time_differs;                                /* by the comparison's rule */
};

/* The rule by which times, or other amounts, count as different. */
enum qp_comparison_rule {
    QP_RULE_NONE,      /* there are too few runs: none does */
    QP_RULE_MEDIANS,   /* all runs counted allocations, which vary little between equal runs: the medians differ */
    QP_RULE_INTERVALS, /* all runs are of samples: 0 is outside the interval of the change */
    QP_RULE_TEST       /* p is at most QP_COMPARISON_P, or the calls certainly changed and the medians differ */
};

struct qp_comparison {
    const struct qp_runs *sides[QP_COMPARED_SIDES];
    struct qp_compared *rows;
    uint32_t count;
    uint32_t matched; /* number of rows whose function is on both sides */
    uint32_t changed; /* number of rows whose calls certainly changed */
    uint32_t varying;
    enum qp_measure measure; /* of all runs; unless it is time, only self amounts are compared, without drift */
    bool has_time;
    bool has_calls; /* true if all runs counted calls, because numbers of samples cannot be compared, and either all
                     * runs were sampled or none, because sampled runs do not count the calls of all functions */
    struct qp_drift drift;
    bool subtracts_drift;
    enum qp_comparison_rule rule;
    double deviations;  /* QP_RULE_INTERVALS: width of the intervals, in standard deviations to both sides; else 0 */
    double least_p;     /* QP_RULE_TEST: smallest p that is possible with this number of runs; else NAN */
    bool random_splits; /* p is computed from random splits of the runs, because there are too many to try all
                         * (permutation.h) */
    struct qp_run_numbers all[QP_COMPARED_SIDES]; /* medians of whole runs */
    double normal[QP_COMPARED_SIDES];             /* self time of whole runs after drift correction, median of each
                                                   * side */
};

#define QP_COMPARISON_P 0.05 /* a time counts as different if its p is at most this */

/* Return the key of a row's function in B, or in A if B does not have it. */
const struct qp_function_key *qp_compared_key(const struct qp_comparison *comparison, const struct qp_compared *row);

/* For each run, add up the self times of the chosen rows, corrected for drift. If `chosen` is NULL, all rows are
 * chosen. Store the median of each side's runs in `normal`. Return false if out of memory. */
bool qp_comparison_add_up(const struct qp_comparison *comparison, const bool *chosen, double normal[QP_COMPARED_SIDES]);

/* Return true if the times of some run are of samples. Then the drift is unknown, since it would be computed from
 * differences that are chance. */
bool qp_comparison_has_samples(const struct qp_comparison *comparison);

/* Return by how much the median of a row's calls changed. */
int64_t qp_compared_calls(const struct qp_compared *row);

/* Return a change without its sign. */
static inline uint64_t qp_change_size(int64_t change)
{
    return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

/* Return true if the calls certainly changed. */
bool qp_change_is_certain(enum qp_change change);

/* qp_count_range_of sorts numbers, one for each run, and returns their range. qp_change_of returns the kind of
 * change from one range to another. */
struct qp_count_range qp_count_range_of(uint64_t *values, uint32_t count);
enum qp_change qp_change_of(const struct qp_count_range *before, const struct qp_count_range *after);

/* ---- construction ------------------------------------------------------------------------------------------------ */

/* Compare two sides. If with_drift is true, correct times for drift. Each side needs at least one run, and must
 * outlive the comparison. Return false if out of memory; then nothing needs to be closed. */
bool qp_comparison_open(struct qp_comparison *comparison, const struct qp_runs *before, const struct qp_runs *after,
                        bool with_drift);
void qp_comparison_close(struct qp_comparison *comparison);

/* Parts of qp_comparison_open, called when the rows' calls are known. qp_call_changes_find sets caller, from_caller,
 * cause and of_own of each row; row_of has, for each function of each side, the index of its row. qp_time_changes_find
 * sets the times. Both return false if out of memory. */
bool qp_call_changes_find(struct qp_comparison *comparison, uint32_t *const row_of[QP_COMPARED_SIDES]);
bool qp_time_changes_find(struct qp_comparison *comparison);
