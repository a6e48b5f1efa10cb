#include "profile/query/interval.h"

/* Return the square root by Newton's method, because the libraries do not use libm. The start value is above the root,
 * so that each step at least halves the error. */
static double root_of(double square)
{
    double root = square > 1 ? square : 1;
    for (int i = 0; i < 60; i++)
        root = (root + square / root) / 2;
    return root;
}

struct qp_interval qp_interval_within(uint64_t part, uint64_t whole, uint64_t samples, double deviations)
{
    if (samples == 0 || whole == 0)
        return (struct qp_interval){0, 1};
    double n = (double)samples, share = (double)part / (double)whole, square = deviations * deviations;
    double middle = (share + square / (2 * n)) / (1 + square / n);
    double half = deviations / (1 + square / n) * root_of(share * (1 - share) / n + square / (4 * n * n));
    double low = middle - half, high = middle + half;
    return (struct qp_interval){part && low > 0 ? low : 0, part < whole && high < 1 ? high : 1};
}

struct qp_interval qp_interval_of(uint64_t part, uint64_t whole, uint64_t samples)
{
    return qp_interval_within(part, whole, samples, QP_INTERVAL_DEVIATIONS);
}

struct qp_interval qp_interval_of_change(double before, struct qp_interval of_before, double after,
                                         struct qp_interval of_after)
{
    double change = after - before;
    double less = after - of_after.low, more = of_after.high - after;
    double less_before = before - of_before.low, more_before = of_before.high - before;
    return (struct qp_interval){change - root_of(less * less + more_before * more_before),
                                change + root_of(more * more + less_before * less_before)};
}
