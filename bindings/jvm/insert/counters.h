/* counters.h - counter placement: a few counters of a method, whose sums are its calls, lines and branch outcomes.
 *
 * A line needs no counter if control flow determines its count: a line that ends with an `if` leading to two other
 * lines ran as often as both together. Only sums are used, never differences: concurrent threads may lose counts, and a
 * difference would then report lines that never ran. Code before an instruction that may throw or call has a counter of
 * its own, since the code after that instruction may never run. */
#pragma once

#include <qprof.h>

#include "bindings/jvm/class/branches.h"
#include "bindings/jvm/class/flow.h"

/* Numbers to count, as blocks of the method. */
struct qjvm_counted {
    const struct qjvm_line *lines;
    int line_count;
    const int *line_blocks;               /* by line: its block, -1: not registered */
    const struct qjvm_branches *branches; /* NULL: none */
    const int *outcome_blocks;            /* by outcome: its block, -1: not registered */
    int calls;                            /* block of the calls */
};

struct qjvm_counters {
    int count;
    int entry;       /* counter at the method's start; -1: none */
    int *of_line;    /* by line: counter before the line, -1: none */
    int *of_outcome; /* by outcome: counter on its edge, -1: none */
    qprof_CounterTerm *terms;
    int term_count;
};

/* Place the counters. Return false if out of memory; call fini in either case. */
bool qjvm_counters_init(struct qjvm_counters *counters, const struct qjvm_flow *flow,
                        const struct qjvm_counted *counted);
void qjvm_counters_fini(struct qjvm_counters *counters);
