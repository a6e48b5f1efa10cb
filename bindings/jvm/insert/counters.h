/* counters.h - which counters a method needs, so that the calls, lines and outcomes of branches are sums of them.
 *
 * A line needs none where the flow of control gives its count: in front of an `if` that leads to two lines of their own
 * it is the sum of theirs. Sums alone, never differences: threads that count at the same moment may lose counts, and a
 * difference would tell of lines that never ran. Where an instruction may throw or call, what is in front of it is
 * counted by itself: what is behind may never run. */
#ifndef QJVM_COUNTERS_H
#define QJVM_COUNTERS_H

#include <qprof.h>

#include "bindings/jvm/class/branches.h"
#include "bindings/jvm/class/flow.h"

/* What is to be counted, as blocks of the method. */
struct qjvm_counted {
    const struct qjvm_line *lines;
    int line_count;
    const int *line_blocks;               /* by line, -1: it is not told */
    const struct qjvm_branches *branches; /* NULL: none */
    const int *outcome_blocks;            /* by outcome, in the same way */
    int calls;                            /* their block */
};

struct qjvm_counters {
    int count;
    int entry;       /* the one that counts where the method begins; -1: none does */
    int *of_line;    /* by line: the one that counts in front of it, in the same way */
    int *of_outcome; /* by outcome: on its way */
    qprof_CounterTerm *terms;
    int term_count;
};

/* Returns false without memory; to be closed in either case. */
bool qjvm_counters_init(struct qjvm_counters *counters, const struct qjvm_flow *flow,
                        const struct qjvm_counted *counted);
void qjvm_counters_fini(struct qjvm_counters *counters);

#endif
