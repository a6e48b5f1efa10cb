/* counters.h - counter placement: a few counters of a method suffice to compute the counts of its calls, lines and
 * branch outcomes as sums.
 *
 * A line needs no counter if the control flow determines its count: if a line ends with an `if` between two other
 * lines, the line's count is the sum of the counts of these two lines. Counts are only added, never subtracted.
 * Counters may lose counts if several threads run a method, and a difference could then show that a line ran that never
 * did. Code before an instruction that may throw or call has a counter of its own, since the code after that
 * instruction may not run.
 *
 * The calls of a method may have several counters instead, so that none of them is lost: each thread that has one for
 * itself increments that one (stripes.h). */
#pragma once

#include <qprof_counters.h>

#include "bindings/jvm/class/flow.h"
#include "bindings/jvm/coverage/branches.h"

#define QJVM_STRIPES 8                           /* counters of the calls of a method, if it has several */
#define QJVM_STRIPE  (64 / QPROF_COUNTER_NUMBER) /* distance between two of them: the size of a cache line */

/* Lines, branch outcomes and calls to count in a method, each with the number of the block that has its count. */
struct qjvm_counted {
    const struct qjvm_line *lines;
    int line_count;
    const int *line_blocks; /* for each line: its block; -1 = not registered */
    const struct qjvm_branches *branches;
    const int *outcome_blocks; /* for each outcome: its block; -1 = not registered */
    int calls;                 /* block of the method's calls */
    bool has_stripes;          /* the calls have QJVM_STRIPES counters */
};

struct qjvm_counters {
    int count;
    int entry;    /* counter at the method's start, the first one if it has several; -1 = none */
    int *of_line; /* for each line: counter before the line; -1 = none */
    int *of_edge; /* for each edge of the branches: its counter; -1 = none */
    qprof_CounterTerm *terms;
    int term_count;
};

/* Place the counters. Return false if out of memory. Call fini in either case. */
bool qjvm_counters_init(struct qjvm_counters *counters, const struct qjvm_flow *flow,
                        const struct qjvm_counted *counted);
void qjvm_counters_fini(struct qjvm_counters *counters);
