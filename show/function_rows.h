/* function_rows.h - which functions the table of functions has, in which order. */
#ifndef QP_SHOW_FUNCTION_ROWS_H
#define QP_SHOW_FUNCTION_ROWS_H

#include "profile/tree/divisions.h"

/* Orders: X(constant, the word of --sort). */
#define QP_FUNCTIONS_SORTS(X)                                                                                          \
    X(SELF, "self")                                                                                                    \
    X(TOTAL, "total")                                                                                                  \
    X(ELAPSED, "elapsed")                                                                                              \
    X(CALLS, "calls")                                                                                                  \
    X(PER_CALL, "per-call")                                                                                            \
    X(RUNNABLE, "runnable")                                                                                            \
    X(BLOCKED, "blocked")                                                                                              \
    X(WAITING, "waiting")                                                                                              \
    X(UNCOUNTED, "uncounted")                                                                                          \
    X(CYCLES, "cycles")                                                                                                \
    X(ACQUIRED, "acquired")                                                                                            \
    X(RELEASED, "released")                                                                                            \
    X(LINES, "lines")                                                                                                  \
    X(BRANCHES, "branches")                                                                                            \
    X(SLOWEST, "slowest")                                                                                              \
    X(NAME, "name")

enum qp_functions_sort {
#define X(constant, word) QP_FUNCTIONS_BY_##constant,
    QP_FUNCTIONS_SORTS(X)
#undef X
};

struct qp_functions_choice {
    enum qp_functions_sort sort;
    uint32_t top; /* rows, 0 = all */
    bool by_key;  /* functions of one class, name, file and line are a row, whatever their ids; else each id is one */
    struct qp_filter filter;
    const char *same; /* what the line about functions with many rows ends with; NULL = no such line */
    const char *more; /* what the line about rows that are not shown ends with */
};

extern const char *const qp_functions_sort_words[]; /* in the order of the enum; ends with NULL */

struct qp_function_row {
    uint32_t method; /* of functions of one key, the first that has calls or time */
    uint32_t ids;    /* that have calls or time */
    uint64_t key;    /* what it is sorted by, but for names */
    const struct qp_totals *totals;
    struct qp_lines_runs runs; /* where the order is by them, or there are no times */
};

/* The number of a row that an order is by; any for names. */
uint64_t qp_function_row_number(const struct qp_function_row *row, enum qp_functions_sort sort);

struct qp_function_rows {
    struct qp_function_row *items;
    uint32_t count;
    struct qp_divisions by_key; /* what rows of several functions borrow from */
};

/* Those that were called and pass the filter. Returns false without memory; nothing is to be closed then. */
bool qp_function_rows_open(struct qp_function_rows *rows, const struct qp_query *query,
                           const struct qp_functions_choice *choice);
void qp_function_rows_close(struct qp_function_rows *rows);

/* Of the functions that one of the first shown rows is of, the one with most rows: *method is one of its methods, the
 * result how many there are, 1 where no function has two. 0 without memory. */
uint32_t qp_function_rows_same(const struct qp_function_rows *rows, const struct qp_query *query, uint32_t shown,
                               uint32_t *method);

#endif
