/* functions.h - the table of functions: which rows in which order, and the columns that have something to say. */
#ifndef QP_SHOW_FUNCTIONS_H
#define QP_SHOW_FUNCTIONS_H

#include "data/pattern.h"
#include "data/query.h"
#include "show/stream.h"

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

/* The table, and a line below it when it shows none or not all of them. Returns false without memory. */
bool qp_functions_print(const struct qp_query *query, const struct qp_functions_choice *choice,
                        const struct qp_stream *stream);

/* A table for each carrier and each group of virtual threads that has calls or time. Returns 0, else the error's code.
 */
int qp_functions_print_threads(const struct qp_query *query, const struct qp_functions_choice *choice,
                               const struct qp_stream *stream, struct qp_error *error);

#endif
