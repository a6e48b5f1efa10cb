/* comparison.h - two sides of runs in tables: what a user chose of them, and what functions are called. The
 * tables are comparison_calls.h, comparison_times.h and comparison_suspended.h. */
#ifndef QP_SHOW_COMPARISON_H
#define QP_SHOW_COMPARISON_H

#include "data/compared.h"
#include "data/pattern.h"

/* Orders: X(constant, the word of --sort). */
#define QP_COMPARISON_SORTS(X)                                                                                         \
    X(CHANGE, "change")                                                                                                \
    X(RATIO, "ratio")                                                                                                  \
    X(CALLS, "calls")                                                                                                  \
    X(SELF, "self")                                                                                                    \
    X(P, "p")                                                                                                          \
    X(NAME, "name")

enum qp_comparison_sort {
#define X(constant, word) QP_COMPARISON_BY_##constant,
    QP_COMPARISON_SORTS(X)
#undef X
};

struct qp_comparison_choice {
    enum qp_comparison_sort sort;
    uint32_t top; /* rows of each table, 0 = all */
    struct qp_filter filter;
    bool all;       /* functions that do not differ too */
    bool suspended; /* a table of runnable, blocked and waiting time */
};

/* The order that a word means. Returns false for an unknown one. */
bool qp_comparison_sort(const char *word, enum qp_comparison_sort *sort);

#define QP_COMPARISON_NAME 16000 /* longer names are cut */

/* The name of a row's function, printable. */
void qp_comparison_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                        size_t size);

/* Whether a row is one of those that the filter asks for. */
bool qp_comparison_has(const struct qp_comparison *comparison, const struct qp_compared *row,
                       const struct qp_filter *filter);

#endif
