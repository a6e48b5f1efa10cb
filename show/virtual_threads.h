/* virtual_threads.h - what virtual threads cost: by group, one by one, by who created or resumed them, and who woke
 * whom. Each is a table with a title; the largest rows first, and a line for those that are left out. */
#ifndef QP_SHOW_VIRTUAL_THREADS_H
#define QP_SHOW_VIRTUAL_THREADS_H

#include "profile/query/rollup.h"
#include "profile/query/top_threads.h"
#include "show/parts/stream.h"

/* Orders: X(constant of enum qp_top_by, the word of --sort, a title). */
#define QP_VIRTUAL_THREADS_SORTS(X)                                                                                    \
    X(RUNNING, "running", "the most running time")                                                                     \
    X(SUSPENDED, "suspended", "the most blocked and waiting time")                                                     \
    X(RUNNABLE, "runnable", "the most runnable time")                                                                  \
    X(MIGRATIONS, "migrations", "the most migrations")                                                                 \
    X(LONGEST, "slice", "the longest slice")                                                                           \
    X(LIFE, "life", "the longest life")

extern const char *const qp_virtual_threads_sort_words[]; /* in the order of the enum; ends with NULL */

/* All that follow return false without memory; most: rows, 0 = all. A filter is for the names that are shown: of
 * groups, of virtual threads or their groups, of a function that was suspended or one that woke it. A table that
 * nothing passes into is left out. */

/* How many there were, what their time went to and their longest slice; below, their lives and the scheduler's delay in
 * percentiles. A row for each group. */
bool qp_virtual_threads_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                                     const struct qp_stream *stream);

/* A row for each virtual thread that is told by itself. */
bool qp_virtual_threads_print_top(const struct qp_query *query, const struct qp_filter *filter, enum qp_top_by by,
                                  uint32_t most, const struct qp_stream *stream);

/* A row for each function that created virtual threads, or resumed them first, itself or in what it called. */
bool qp_virtual_threads_print_rollup(const struct qp_query *query, enum qp_rollup_to to, uint32_t most,
                                     const struct qp_stream *stream);

/* A row for each function that virtual threads were suspended in, with the function that woke them. */
bool qp_virtual_threads_print_wakers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                                     const struct qp_stream *stream);

#endif
