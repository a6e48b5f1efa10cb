/* counters.h - blocks of a code object, which are lines and outcomes of branches, and the counters on its edges.
 *
 * Edges share a counter if they begin the same line and are the same outcome. Calls have a counter of their own, from
 * which their number is read. The arrays are scratch memory (code/scratch.h). */
#pragma once

#include "bindings/python/cover/edges.h"
#include "bindings/python/functions/function.h"

struct qpy_counters {
    int count;
    qprof_CounterTerm *terms; /* pairs of a counter and a block to whose count it is added */
    int term_count;
};

/* Set the lines and branches of a function, which begin on its edges, and choose the counters of the edges. Return
 * false if out of memory. */
bool qpy_counters_init(struct qpy_counters *counters, const struct qpy_code *code, struct qpy_edges *edges,
                       struct qpy_function *function);
