/* function_rows.h - the rows of the table of functions: selection and order. */
#pragma once

#include "profile/tree/breakdown.h"

/* Sort orders: X(constant, value of --sort, number by which a row is sorted). If calls were not counted, `calls` are
 * samples. */
#define QP_FUNCTIONS_SORTS(X)                                                                                          \
    X(SELF, "self", totals->self)                                                                                      \
    X(TOTAL, "total", totals->total)                                                                                   \
    X(ELAPSED, "elapsed", totals->elapsed)                                                                             \
    X(CALLS, "calls", calls)                                                                                           \
    X(SAMPLES, "samples", totals->calls)                                                                               \
    X(PER_CALL, "per-call", qp_query_per_call(query, totals, calls))                                                   \
    X(RUNNABLE, "runnable", totals->runnable)                                                                          \
    X(BLOCKED, "blocked", totals->blocked)                                                                             \
    X(WAITING, "waiting", totals->waiting)                                                                             \
    X(UNCOUNTED, "uncounted", totals->uncounted)                                                                       \
    X(CYCLES, "cycles", totals->cycles)                                                                                \
    X(ACQUIRED, "acquired", totals->acquired)                                                                          \
    X(RELEASED, "released", totals->released)                                                                          \
    X(ALLOCATED, "allocated", totals->allocated.bytes)                                                                 \
    X(OBJECTS, "objects", totals->allocated.objects)                                                                   \
    X(LINES, "lines", row->runs.lines)                                                                                 \
    X(BRANCHES, "branches", row->runs.outcomes)                                                                        \
    X(IMBALANCE, "imbalance", 0) /* only for a job, whose table is in show/job */                                      \
    X(SLOWEST, "slowest", totals->measured ? totals->maximum : 0)                                                      \
    X(NAME, "name", 0)

enum qp_functions_sort {
#define X(constant, word, number) QP_FUNCTIONS_BY_##constant,
    QP_FUNCTIONS_SORTS(X)
#undef X
};

struct qp_functions_choice {
    enum qp_functions_sort sort;
    uint32_t top; /* maximum number of rows, 0 = all */
    bool by_key;  /* true: methods with equal class, name, file and line share a row; false: each registered method
                   * has a row */
    struct qp_filter filter;
    const char *same; /* last part of the note that is printed if a function has several rows; NULL = no such note */
    const char *more; /* last part of the note about rows that are not shown */
};

extern const char *const qp_functions_sort_words[]; /* words of --sort in the order of the enum; ends with NULL */

struct qp_function_row {
    uint32_t method; /* index of the row's method. If `by_key` of the choice is true, index of the first of the row's
                      * methods that has calls or time */
    uint32_t ids;    /* number of methods of the row that have calls or time */
    uint64_t key;    /* number by which the row is sorted; unused if rows are sorted by name */
    const struct qp_totals *totals;
    struct qp_lines_runs runs; /* executed lines and branches; set if wanted for sorting, or if there are no times */
};

struct qp_function_rows {
    struct qp_function_row *items;
    uint32_t count;
    struct qp_breakdown by_key; /* contains the totals to which the rows point, if `by_key` of the choice is true */
};

/* Collect the functions that were called and pass the filter. If out of memory, return false; then `rows` is
 * empty and need not be closed. */
bool qp_function_rows_open(struct qp_function_rows *rows, const struct qp_query *query,
                           const struct qp_functions_choice *choice);
void qp_function_rows_close(struct qp_function_rows *rows);

/* A function may have several rows. Among the functions in the first `shown` rows, find the function with the most
 * rows in the whole table, and set *method to one of its methods. Return the number of its rows: 1 if no function has
 * several rows, 0 if out of memory. */
uint32_t qp_function_rows_same(const struct qp_function_rows *rows, const struct qp_query *query, uint32_t shown,
                               uint32_t *method);
