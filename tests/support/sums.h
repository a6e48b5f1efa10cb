/* sums.h - what a profile counts beside its nodes, added up: of a group's virtual threads, of a carrier's clock. */
#ifndef TESTS_SUPPORT_SUMS_H
#define TESTS_SUPPORT_SUMS_H

#include "profile/load/profile.h"

/* Virtual threads of a group that entered a method; that ended; and the time of those in a state. */
uint64_t sums_created(const struct qp_profile *profile, uint32_t group);
uint64_t sums_ended(const struct qp_profile *profile, uint32_t group);
uint64_t sums_times(const struct qp_profile *profile, uint32_t group, enum qp_context_state state);

/* A carrier's own roots of a product, all epochs together. */
struct qp_ledger sums_ledger(const struct qp_profile *profile, uint32_t carrier, enum qp_product product);

#endif
