/* sums.h - sums of numbers that are not in a profile's nodes: the numbers of a group's virtual threads, and the
 * ledgers of a carrier. */
#pragma once

#include "profile/load/profile.h"

/* sums_created returns how many virtual threads of a group entered a method. sums_ended returns how many of its
 * virtual threads ended. sums_times returns the time of all its virtual threads in a state. */
uint64_t sums_created(const struct qp_profile *profile, uint32_t group);
uint64_t sums_ended(const struct qp_profile *profile, uint32_t group);
uint64_t sums_times(const struct qp_profile *profile, uint32_t group, enum qp_context_state state);

/* Add up, over all epochs, the ledgers of a product in the roots of a carrier's own stack. */
struct qp_ledger sums_ledger(const struct qp_profile *profile, uint32_t carrier, enum qp_product product);
