/* function_rows.h - the rows of the table of functions: selection and order. */
#pragma once

#include "profile/tree/breakdown.h"

/* Orders: X(constant, value of --sort, number to sort a row by). */
#define QP_FUNCTIONS_SORTS(X)                                                                                          \
    X(SELF, "self", totals->self)                                                                                      \
    X(TOTAL, "total", totals->total)                                                                                   \
    X(ELAPSED, "elapsed", totals->elapsed)                                                                             \
    X(CALLS, "calls", totals->calls)                                                                                   \
    X(PER_CALL, "per-call", totals->calls ? totals->total / totals->calls : 0)                                         \
    X(RUNNABLE, "runnable", totals->runnable)                                                                          \
    X(BLOCKED, "blocked", totals->blocked)                                                                             \
    X(WAITING, "waiting", totals->waiting)                                                                             \
    X(UNCOUNTED, "uncounted", totals->uncounted)                                                                       \
    X(CYCLES, "cycles", totals->cycles)                                                                                \
    X(ACQUIRED, "acquired", totals->acquired)                                                                          \
    X(RELEASED, "released", totals->released)                                                                          \
    X(LINES, "lines", row->runs.lines)                                                                                 \
    X(BRANCHES, "branches", row->runs.outcomes)                                                                        \
    X(SLOWEST, "slowest", totals->measured ? totals->maximum : 0)                                                      \
    X(NAME, "name", 0)

enum qp_functions_sort {
#define X(constant, word, number) QP_FUNCTIONS_BY_##constant,
    QP_FUNCTIONS_SORTS(X)
#undef X
};

struct qp_functions_choice {
    enum qp_functions_sort sort;
    uint32_t top; /* number of rows, 0 = all */
    bool by_key;  /* one row per class, name, file and line; otherwise one per registered method */
    struct qp_filter filter;
    const char *same; /* end of the note about functions with many rows; NULL = no such note */
    const char *more; /* end of the note about rows that are not shown */
};

extern const char *const qp_functions_sort_words[]; /* in the order of the enum; ends with NULL */

struct qp_function_row {
    uint32_t method; /* with by_key, the first method that has calls or time */
    uint32_t ids;    /* number of methods that have calls or time */
    uint64_t key;    /* sort key, except for names */
    const struct qp_totals *totals;
    struct qp_lines_runs runs; /* set if sorting by them, or if there are no times */
};

struct qp_function_rows {
    struct qp_function_row *items;
    uint32_t count;
    struct qp_breakdown by_key; /* with by_key: owns the totals of the rows */
};

/* Collect the functions that were called and pass the filter. Return false if out of memory; then there is nothing to
 * close. */
bool qp_function_rows_open(struct qp_function_rows *rows, const struct qp_query *query,
                           const struct qp_functions_choice *choice);
void qp_function_rows_close(struct qp_function_rows *rows);

/* Find the function that has most rows among the first `shown` rows, and set *method to one of its methods. Return
 * its number of rows, 1 if no function has two, 0 if out of memory. */
uint32_t qp_function_rows_same(const struct qp_function_rows *rows, const struct qp_query *query, uint32_t shown,
                               uint32_t *method);
