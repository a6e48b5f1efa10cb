/* open.h - open time of virtual threads: time from a thread's last event until the file was read, saved or left
 * behind.
 *
 * A suspended virtual thread stays in its last recorded state until last_tick, but is runnable after its wake-up. A
 * mounted virtual thread stays in its state until the last event of its carrier. If a run ended normally, its recorder
 * has already added this time. On the CPU-time clock and without a clock, the time between events of different carriers
 * is unknown, and nothing is added.
 *
 * Open time is added to the virtual thread. If the thread is suspended, the time is also added to the node on top, in
 * `open` of struct qp_profile_extra. If the thread is mounted, the time is already in the self time of its nodes. */
#pragma once

#include "profile/load/model.h"

/* Add to `times`, by state, the part of a virtual thread's open time that lies within a span. Return how much of
 * that part was paused; paused time is not added. */
uint64_t qp_open_add(const struct qp_profile *profile, const struct qp_profile_thread *thread, struct qp_span within,
                     uint64_t times[QP_TIMES]);

/* Return the ticks that belong to a phase. They begin at the mark of the phase, or at a later clear mark, and end at
 * the next phase. */
struct qp_span qp_open_phase(const struct qp_profile *profile, uint32_t phase);

/* Add the time from a clock's last event until a tick to a node. `clock` is the index of the root whose ledger is
 * the clock. */
void qp_open_charge(struct qp_profile *profile, uint32_t clock, uint32_t node, uint64_t until);

/* Return the index of the root whose ledger is the clock of a carrier's thread state: the thread's own root in the
 * newest epoch. Return QP_NONE if there is none. */
uint32_t qp_open_clock(const struct qp_profile *profile, uint32_t carrier, uint32_t product);
