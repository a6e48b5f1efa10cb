/* function_rows.h - which functions the table of functions has, in which order. */
#ifndef QP_SHOW_FUNCTION_ROWS_H
#define QP_SHOW_FUNCTION_ROWS_H

#include "data/pattern.h"
#include "data/query.h"

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
    struct qp_filter filter;
    const char *more; /* what the line about rows that are not shown ends with */
};

/* The order that a word means. Returns false for an unknown one. */
bool qp_functions_sort(const char *word, enum qp_functions_sort *sort);

struct qp_function_row {
    uint32_t method;
    uint64_t key; /* what it is sorted by, but for names */
};

/* Those that were called and pass the filter. Returns NULL without memory; free it. */
struct qp_function_row *qp_function_rows_choose(const struct qp_query *query, const struct qp_functions_choice *choice,
                                                uint32_t *count);

#endif
