/* virtual_threads.h - tables of virtual threads: by group, individually, by creator or resumer, and by waker. Each has
 * a title, the largest rows first, and a note about omitted rows. */
#pragma once

#include "profile/query/rollup.h"
#include "profile/query/top_threads.h"
#include "show/parts/stream.h"

/* Sort orders: X(constant of enum qp_top_by, value of --sort, end of the table's title). */
#define QP_VIRTUAL_THREADS_SORTS(X)                                                                                    \
    X(RUNNING, "running", "the most running time")                                                                     \
    X(SUSPENDED, "suspended", "the most blocked and waiting time")                                                     \
    X(BLOCKED, "blocked", "the most blocked time")                                                                     \
    X(WAITING, "waiting", "the most waiting time")                                                                     \
    X(RUNNABLE, "runnable", "the most runnable time")                                                                  \
    X(MIGRATIONS, "migrations", "the most migrations")                                                                 \
    X(LONGEST, "slice", "the longest slice")                                                                           \
    X(LIFE, "life", "the longest life")

extern const char *const qp_virtual_threads_sort_words[]; /* words of --sort in the order of the enum; ends with NULL */

/* All functions below return false if out of memory. They print at most `most` rows, or all if `most` is 0. The
 * filter applies to the names in the table: in the table of groups, to the group; in the table of virtual threads, to
 * the virtual thread or its group; in the table of wakers, to the suspended function or the waker. If no row matches,
 * no table is printed. */

/* Print a row for each group: the time by state, the number of virtual threads and the longest slice. Then print a
 * table of the percentiles of lives and scheduler delay. */
bool qp_virtual_threads_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                                     const struct qp_stream *stream);

/* Print a row for each virtual thread that is recorded individually. */
bool qp_virtual_threads_print_top(const struct qp_query *query, const struct qp_filter *filter, enum qp_top_by by,
                                  uint32_t most, const struct qp_stream *stream);

/* Print a row for each function that created virtual threads, itself or through its callees. With
 * QP_ROLLUP_TO_RESUMER, print a row for each function that was the first to resume a virtual thread. */
bool qp_virtual_threads_print_rollup(const struct qp_query *query, enum qp_rollup_to to, uint32_t most,
                                     const struct qp_stream *stream);

/* Print a row for each pair of a function in which virtual threads were suspended and a function that woke them. */
bool qp_virtual_threads_print_wakers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                                     const struct qp_stream *stream);
