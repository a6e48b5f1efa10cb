/* compared_rows.h - which rows of a comparison are told, and in which order, by what a user chose: what the tables for
 * people and programs, the page and other formats have in common. */
#ifndef QP_COMPARE_COMPARED_ROWS_H
#define QP_COMPARE_COMPARED_ROWS_H

#include "profile/compare/compared.h"
#include "profile/source/pattern.h"

/* ---- what is chosen ---------------------------------------------------------------------------------------------- */

/* Orders: X(constant, the word of --sort). */
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
    uint32_t top; /* rows of each table, 0 = all */
    struct qp_filter filter;
    bool all;       /* functions that do not differ too */
    bool suspended; /* a table of runnable, blocked and waiting time */
};

extern const char *const qp_compared_sort_words[]; /* in the order of the enum; ends with NULL */

/* ---- rows -------------------------------------------------------------------------------------------------------- */

struct qp_compared_rows {
    const struct qp_comparison *comparison;
    const struct qp_compared_choice *choice;
    uint32_t *rows; /* that are told, in order */
    uint32_t count;
    uint32_t *depths; /* by row: how many rows it follows from */
};

/* The rows whose calls changed, those that follow from others behind them; whose self time differs; that were
 * suspended. Return false without memory; it is to be closed still. */
bool qp_compared_rows_of_calls(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice);
bool qp_compared_rows_of_times(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice);
bool qp_compared_rows_of_suspended(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                                   const struct qp_compared_choice *choice);
void qp_compared_rows_close(struct qp_compared_rows *chosen);

/* How many of them the choice's top leaves; whether any of those has a change of its own. */
uint32_t qp_compared_rows_shown(const struct qp_compared_rows *chosen);
bool qp_compared_rows_of_own(const struct qp_compared_rows *chosen);

/* ---- what a row tells -------------------------------------------------------------------------------------------- */

#define QP_COMPARED_NAME 16000 /* longer names are cut */

/* The name of a row's function, and its place, "app.lua:7" or empty; printable. */
void qp_compared_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size);
void qp_compared_place(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size);

/* The caller by which most of a row's change came: its name, "itself", "begin of a thread", or nothing. */
void qp_compared_caller(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                        size_t size);

/* Whether a row is one of those that the filter asks for. */
bool qp_compared_passes(const struct qp_comparison *comparison, const struct qp_compared *row,
                        const struct qp_filter *filter);

/* The self time of the rows that the filter asks for, run by run after drift, and how many rows these are. Returns
 * false without memory. */
bool qp_compared_sum(const struct qp_comparison *comparison, const struct qp_filter *filter,
                     double normal[QP_COMPARED_SIDES], uint32_t *count);

/* The state of a row's calls in a word. */
const char *qp_compared_state(const struct qp_compared *row);

/* By how much its self time changed after drift; whether it differs for a reason: by calls, or beyond noise; what the
 * change of calls explains of that, at the cost that a call had. */
double qp_compared_time(const struct qp_compared *row);
bool qp_compared_time_differs(const struct qp_compared *row);
double qp_compared_time_by_calls(const struct qp_compared *row);

/* Runnable, blocked and waiting time together. */
uint64_t qp_compared_suspended(const struct qp_compared *row, enum qp_comparison_side side);

/* Of the rows that the filter asks for: how many there are, changed in calls for certain, vary, differ in time. */
struct qp_compared_counts {
    uint32_t rows, changed, varying, differing;
};

struct qp_compared_counts qp_compared_count(const struct qp_comparison *comparison, const struct qp_filter *filter);

#endif
