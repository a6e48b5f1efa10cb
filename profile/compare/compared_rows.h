/* compared_rows.h - rows of a comparison that a user selected, sorted as the user asked; for tables and all export
 * formats. */
#pragma once

#include "profile/compare/compared.h"
#include "profile/source/pattern.h"

/* ---- choice ------------------------------------------------------------------------------------------------------ */

/* Sort orders: X(constant, option value). */
#define QP_COMPARED_SORTS(X)                                                                                           \
    X(CHANGE, "change")                                                                                                \
    X(RATIO, "ratio")                                                                                                  \
    X(CALLS, "calls")                                                                                                  \
    X(SELF, "self")                                                                                                    \
    X(P, "p")                                                                                                          \
    X(NAME, "name")

enum qp_compared_sort {
#define X(constant, word) QP_COMPARED_BY_##constant,
    QP_COMPARED_SORTS(X)
#undef X
};

struct qp_compared_choice {
    enum qp_compared_sort sort;
    uint32_t top; /* number of rows in each table, 0 = all */
    struct qp_filter filter;
    bool all;       /* include functions that do not differ */
    bool times;     /* if there are too few runs for a test with p: include all functions that have times */
    bool suspended; /* show the table of runnable, blocked and waiting time */
};

extern const char *const qp_compared_sort_words[]; /* words of the enum's values, in their order; ends with NULL */

/* ---- rows -------------------------------------------------------------------------------------------------------- */

struct qp_compared_rows {
    const struct qp_comparison *comparison;
    const struct qp_compared_choice *choice;
    uint32_t *rows; /* the chosen rows, in order */
    uint32_t count;
    uint32_t *depths; /* for each row of the comparison: 0 if it is a cause, else the depth of its cause + 1 */
};

/* Choose the rows whose calls changed (each placed after its cause), the rows whose self time differs, or the rows
 * with suspended time. Return false if out of memory; close the rows in either case. */
bool qp_compared_rows_of_calls(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice);
bool qp_compared_rows_of_times(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice);
bool qp_compared_rows_of_suspended(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                                   const struct qp_compared_choice *choice);
void qp_compared_rows_close(struct qp_compared_rows *chosen);

/* qp_compared_rows_shown returns the number of rows, but at most the choice's `top`. qp_compared_rows_of_own returns
 * true if one of these first rows has a change of its own (compared.h). */
uint32_t qp_compared_rows_shown(const struct qp_compared_rows *chosen);
bool qp_compared_rows_of_own(const struct qp_compared_rows *chosen);

/* ---- descriptions of a row --------------------------------------------------------------------------------------- */

#define QP_COMPARED_NAME 16000 /* longer names are truncated */

/* Write the name of a row's function, or its location such as "app.lua:7", in printable characters. The location is
 * empty if it is unknown. */
void qp_compared_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size);
void qp_compared_location(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                          size_t size);

/* Write the name of the caller that made most of a row's change: "itself" for recursion, "begin of a thread" if
 * there is no caller, and an empty text if it is unknown. */
void qp_compared_caller(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                        size_t size);

/* Return true if a row passes the filter. */
bool qp_compared_passes(const struct qp_comparison *comparison, const struct qp_compared *row,
                        const struct qp_filter *filter);

/* Count the rows that pass the filter. For each run, add up the self times of these rows, corrected for drift. Store
 * the median of each side's sums in `normal`. Return false if out of memory. */
bool qp_compared_sum(const struct qp_comparison *comparison, const struct qp_filter *filter,
                     double normal[QP_COMPARED_SIDES], uint32_t *count);

/* Return a word for the change of a row's calls, such as "more". */
const char *qp_compared_state(const struct qp_compared *row);

/* qp_compared_time returns the change of self time, corrected for drift. qp_compared_time_by_calls returns the part
 * of this change that is due to more or fewer calls: the change of the number of calls, multiplied by the time per call
 * before the change. */
double qp_compared_time(const struct qp_compared *row);
double qp_compared_time_by_calls(const struct qp_compared *row);

/* Return the sum of runnable, blocked and waiting time. */
uint64_t qp_compared_suspended(const struct qp_compared *row, enum qp_comparison_side side);

/* Numbers of rows that pass the filter: all of them, and those whose calls certainly changed, whose calls vary, and
 * whose time differs. */
struct qp_compared_counts {
    uint32_t rows, changed, varying, differing;
};

struct qp_compared_counts qp_compared_count(const struct qp_comparison *comparison, const struct qp_filter *filter);
