/* rate.h - from the ticks of a run to nanoseconds, so that what added up still does.
 *
 * Each part that is rounded by itself leaves something over, and a thousand parts are no longer their sum. A rounding
 * carries over what the parts before left: so parts that go through one are the sum of their ticks, to the nanosecond
 * (rounded down), and each is right to one. */
#ifndef QP_LOAD_RATE_H
#define QP_LOAD_RATE_H

#include "profile/load/model.h"

struct qp_rate {
    uint64_t ns; /* for so many ticks; both 1: ticks are nanoseconds, or nobody's time */
    uint64_t ticks;
};

struct qp_rounding {
    uint64_t ticks; /* that went through */
    uint64_t ns;    /* as what */
};

/* That of a run's times, as qp_profile_ns has it. */
struct qp_rate qp_rate_of(const struct qp_profile *profile);

uint64_t qp_rate_ns(const struct qp_rate *rate, uint64_t ticks);

/* The next part of a sum. */
uint64_t qp_rate_carry(const struct qp_rate *rate, struct qp_rounding *rounding, uint64_t ticks);

/* A difference that may be negative, in the arithmetic of unsigned numbers. */
uint64_t qp_rate_difference(const struct qp_rate *rate, uint64_t difference);

/* Durations by powers of two (QP_LIVES_BUCKETS of them, of which the longest is known): add them to a sum by powers of
 * two of nanoseconds. A bucket that falls into two is split by its length. */
void qp_rate_add_durations(const struct qp_rate *rate, const uint64_t *durations, uint64_t longest, uint64_t *sum);

#endif
