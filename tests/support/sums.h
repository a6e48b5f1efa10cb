/* sums.h - sums of a profile's numbers outside of its nodes: of a group's virtual threads, of a carrier's clock. */
#pragma once

#include "profile/load/profile.h"

/* Return the virtual threads of a group that entered a method; those that ended; and the time of all in a state. */
uint64_t sums_created(const struct qp_profile *profile, uint32_t group);
uint64_t sums_ended(const struct qp_profile *profile, uint32_t group);
uint64_t sums_times(const struct qp_profile *profile, uint32_t group, enum qp_context_state state);

/* Return the sum of a carrier's own roots of a product, over all epochs. */
struct qp_ledger sums_ledger(const struct qp_profile *profile, uint32_t carrier, enum qp_product product);
