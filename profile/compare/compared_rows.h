/* compared_rows.h - rows of a comparison by a user's choice: selection and order, shared by tables and all formats. */
#pragma once

#include "profile/compare/compared.h"
#include "profile/source/pattern.h"

/* ---- choice ------------------------------------------------------------------------------------------------------ */

/* Orders: X(constant, option value). */
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
    uint32_t top; /* rows in each table, 0 = all */
    struct qp_filter filter;
    bool all;       /* include functions that do not differ */
    bool suspended; /* show the table of runnable, blocked and waiting time */
};

extern const char *const qp_compared_sort_words[]; /* in the order of the enum; ends with NULL */

/* ---- rows -------------------------------------------------------------------------------------------------------- */

struct qp_compared_rows {
    const struct qp_comparison *comparison;
    const struct qp_compared_choice *choice;
    uint32_t *rows; /* the chosen rows, in order */
    uint32_t count;
    uint32_t *depths; /* by row: number of causes above it */
};

/* Choose rows whose calls changed (each after its cause), rows whose self time differs, or rows with suspended time.
 * Return false if out of memory; must be closed in any case. */
bool qp_compared_rows_of_calls(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice);
bool qp_compared_rows_of_times(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice);
bool qp_compared_rows_of_suspended(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                                   const struct qp_compared_choice *choice);
void qp_compared_rows_close(struct qp_compared_rows *chosen);

/* Return how many rows remain within the choice's top. Return true if one of these has a change of its own. */
uint32_t qp_compared_rows_shown(const struct qp_compared_rows *chosen);
bool qp_compared_rows_of_own(const struct qp_compared_rows *chosen);

/* ---- descriptions of a row --------------------------------------------------------------------------------------- */

#define QP_COMPARED_NAME 16000 /* longer names are truncated */

/* Show the name of a row's function, and its location, "app.lua:7" or empty; printable. */
void qp_compared_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size);
void qp_compared_location(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                          size_t size);

/* Show the caller with most of a row's change: its name, "itself", "begin of a thread", or nothing. */
void qp_compared_caller(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                        size_t size);

/* Return true if a row passes the filter. */
bool qp_compared_passes(const struct qp_comparison *comparison, const struct qp_compared *row,
                        const struct qp_filter *filter);

/* Add up the self time of rows that pass the filter, run by run after drift, and count them. Return false if out of
 * memory. */
bool qp_compared_sum(const struct qp_comparison *comparison, const struct qp_filter *filter,
                     double normal[QP_COMPARED_SIDES], uint32_t *count);

/* Return the state of a row's calls in a word. */
const char *qp_compared_state(const struct qp_compared *row);

/* Return the change of self time after drift. Return true if it differs for a reason: by calls, or beyond noise.
 * Return the part explained by the change of calls, at the former cost per call. */
double qp_compared_time(const struct qp_compared *row);
bool qp_compared_time_differs(const struct qp_compared *row);
double qp_compared_time_by_calls(const struct qp_compared *row);

/* Return the sum of runnable, blocked and waiting time. */
uint64_t qp_compared_suspended(const struct qp_compared *row, enum qp_comparison_side side);

/* Numbers of rows that pass the filter: all, those with certainly changed calls, with varying calls, with different
 * time. */
struct qp_compared_counts {
    uint32_t rows, changed, varying, differing;
};

struct qp_compared_counts qp_compared_count(const struct qp_comparison *comparison, const struct qp_filter *filter);
