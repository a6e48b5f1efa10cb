/* comparison.h - two sides of runs in tables: what a user chose of them, and what stands above them. The tables are
 * comparison_calls.h, comparison_times.h and comparison_suspended.h. */
#ifndef QP_SHOW_COMPARISON_H
#define QP_SHOW_COMPARISON_H

#include "data/comparison.h"
#include "data/pattern.h"
#include "show/stream.h"

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

/* Which runs are compared, and their sums. */
void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream);

/* Two sums of times, and what became of the one: "self time 2.00 s → 3.00 s (+50.0%)". No line end. */
void qp_comparison_print_sum(const char *what, uint64_t before, uint64_t after, const struct qp_stream *stream);

/* Whether a row is one of those that the filter asks for. */
bool qp_comparison_has(const struct qp_comparison *comparison, const struct qp_compared *row,
                       const struct qp_filter *filter);

#endif
