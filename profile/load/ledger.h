/* ledger.h - do the times of a file add up, to the tick?
 *
 *   of each carrier, product and epoch   its trees, and what was paused, recorder, scheduler and idle = its wall clock
 *   of each virtual thread               its times, and what was paused = its life: of those that live, of those that
 *                                        were kept, and of all that ended in a group on a carrier together; the
 *                                        longest of these is of its histogram's highest bucket
 *   of each group and epoch              its trees = the times of its virtual threads, state by state: runnable,
 * blocked, waiting, and running with uncounted; together where a method that blocks or waits counts cycles
 *
 * Left out is what an event was under way in (struct qp_ledger: arriving and last differ), in a live file all that went
 * on while it was read; virtual threads on the clock of the threads' CPU time, whose carriers do not compare; groups of
 * a run that found no room for all nodes; what a merge of such runs marked (QP_CONTEXT_DISTURBED); and what is off
 * where a virtual thread ran on two threads at once, which the notes tell. */
#ifndef QP_LOAD_LEDGER_H
#define QP_LOAD_LEDGER_H

#include "profile/load/model.h"

struct qp_ledgers {
    uint64_t checked;
    uint64_t off;
    char first[320]; /* the first that is off: which, by how much, where */
};

/* Returns false without memory. */
bool qp_ledgers_check(struct qp_ledgers *ledgers, const struct qp_profile *profile);

#endif
