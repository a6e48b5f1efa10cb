/* open.h - time of virtual threads that no event had ended when the file was read, saved or left behind.
 *
 * A virtual thread is in the state that it was last told in until the end of what is known: until last_tick when it is
 * suspended, until the last event of its carrier when it is mounted, and from its wake-up on it is runnable. Of a run
 * that ended normally the recorder has added all that. On the clock of the thread's CPU time, and without a clock, what
 * lies between events of different carriers is not known, and nothing is added.
 *
 * Such time goes to the virtual thread, and what is suspended to the node on top of it: struct qp_profile_extra has it
 * apart from what was recorded. The time of a mounted one is in its nodes' self time already. */
#ifndef QP_LOAD_OPEN_H
#define QP_LOAD_OPEN_H

#include "profile/load/model.h"

/* Add a virtual thread's open time within a span to its times by state. Returns how long it was paused in there. */
uint64_t qp_open_add(const struct qp_profile *profile, const struct qp_profile_thread *thread, struct qp_span within,
                     uint64_t times[QP_TIMES]);

/* The ticks that belong to a phase: from its mark, or a later clear of its, until the next phase. */
struct qp_span qp_open_phase(const struct qp_profile *profile, uint32_t phase);

/* The index of the root whose ledger is the clock of a carrier's lane: its own, of the newest epoch. QP_NONE when there
 * is none. */
uint32_t qp_open_clock(const struct qp_profile *profile, uint32_t carrier, uint32_t product);

#endif
