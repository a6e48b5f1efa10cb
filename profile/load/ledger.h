/* ledger.h - consistency check: recorded times must add up to the tick.
 *
 *   each carrier, product and epoch   self times of its trees + paused + recorder + scheduler + idle time = its
 *                                     wall-clock time
 *   each virtual thread               its times + paused time = the length of its life. This is checked for living
 *                                     threads, for top-k threads, and for the sum of all threads of a group that ended
 *                                     on a carrier. The longest life and delay must fit the highest bucket of their
 *                                     histograms
 *   each group and epoch              times of its trees = times of its virtual threads, separately for each state:
 *                                     runnable, blocked, waiting, and running together with uncounted. If a method that
 *                                     blocks or waits counts cycles, only the sum of all states is checked
 *
 * The check skips:
 *
 *   - a carrier's event in progress, during which arriving and last of its struct qp_ledger differ
 *   - in the file of a running program, everything that was recorded while the file was read
 *   - virtual threads on the CPU-time clock, because the clocks of two carriers cannot be compared
 *   - groups of a run whose file had no room for all nodes
 *   - virtual threads in a merged file if this check skipped them in their own run (QP_CONTEXT_DISTURBED)
 *   - products whose client ran a virtual thread on two threads at once, which a diagnostic reports */
#pragma once

#include "profile/load/model.h"

struct qp_ledgers {
    uint64_t checked;
    uint64_t off;
    char first[320]; /* text about the first mismatch: the sums that differ, and their difference */
};

/* Check all recorded times of a profile. Return false if out of memory. */
bool qp_ledgers_check(struct qp_ledgers *ledgers, const struct qp_profile *profile);
