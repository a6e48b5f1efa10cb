#include "profile/query/interval.h"

/* Number of standard deviations around the mean that cover 95 % of a normal distribution. */
static const double deviations = 1.959964;

/* Return the square root by Newton's method, because the libraries do not use libm. The start value is above the root,
 * so that each step at least halves the error. */
static double root_of(double square)
{
    double root = 1;
    for (int i = 0; i < 60; i++)
        root = (root + square / root) / 2;
    return root;
}

struct qp_interval qp_interval_of(uint64_t part, uint64_t whole, uint64_t samples)
{
    if (samples == 0 || whole == 0)
        return (struct qp_interval){0, 1};
    double n = (double)samples, share = (double)part / (double)whole, square = deviations * deviations;
    double middle = (share + square / (2 * n)) / (1 + square / n);
    double half = deviations / (1 + square / n) * root_of(share * (1 - share) / n + square / (4 * n * n));
    double low = middle - half, high = middle + half;
    return (struct qp_interval){part && low > 0 ? low : 0, part < whole && high < 1 ? high : 1};
}
