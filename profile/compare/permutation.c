#include "profile/compare/permutation.h"

#include "base/order.h"
#include "base/scratch.h"
#include "profile/compare/drift.h"

#include <math.h>
#include <stdlib.h>

/* Small relative deviation, which is added to the usual deviation of all numbers. Without it, differences by
 * rounding would stand out in runs whose times do not vary at all. */
#define LEAST_DEVIATION 1e-9

struct test {
    const double *values;
    uint32_t count;
    uint32_t runs;
    uint32_t second_runs;
    double *sums;     /* for each number: sum over all runs */
    double *squares;  /* for each number: sum of the squared differences of its values from their mean */
    double usual;     /* median of the numbers' deviations */
    uint32_t *chosen; /* indexes of the runs that form the second group in the current split, ascending */
    double *largest;  /* for each split: largest difference */
    double *observed; /* for each number: difference in the recorded split */
    uint32_t splits;
};

/* Return the distance between the means of both groups, divided by the deviation within the groups plus the usual
 * deviation of all numbers. Without the usual deviation, a number whose few values are close to each other by chance
 * would have the largest difference in many splits. */
static double difference(const struct test *test, uint32_t number)
{
    const double *values = test->values + (size_t)number * test->runs;
    double mean = test->sums[number] / test->runs, chosen = 0;
    double second = test->second_runs, first = test->runs - second;
    for (uint32_t i = 0; i < test->second_runs; i++)
        chosen += values[test->chosen[i]] - mean;
    double between = chosen * chosen * (1 / second + 1 / first);
    double within = test->squares[number] - between;
    double deviation = within > 0 ? sqrt(within / (test->runs - 2)) : 0;
    double off = fabs(chosen) * (1 / second + 1 / first);
    return off > 0 ? off / (deviation + test->usual) : 0;
}

static double largest_difference(const struct test *test)
{
    double largest = 0;
    for (uint32_t i = 0; i < test->count; i++)
        largest = fmax(largest, difference(test, i));
    return largest;
}

/* ---- splits ------------------------------------------------------------------------------------------------------ */

/* Return the binomial coefficient n over k. A double is exact enough to compare it with limits. */
static double number_of_splits(uint32_t n, uint32_t k)
{
    double splits = 1;
    for (uint32_t i = 1; i <= k; i++)
        splits = splits * (n - k + i) / i;
    return splits;
}

/* Advance to the next split in lexicographic order. Return false after the last split. */
static bool choose_next(struct test *test)
{
    uint32_t k = test->second_runs;
    while (k > 0 && test->chosen[k - 1] == test->runs - test->second_runs + k - 1)
        k--;
    if (k == 0)
        return false;
    test->chosen[k - 1]++;
    for (uint32_t i = k; i < test->second_runs; i++)
        test->chosen[i] = test->chosen[i - 1] + 1;
    return true;
}

/* Choose a random split. Each run is chosen with the probability (runs still to choose) / (runs left). The random
 * numbers are those of xorshift64*. */
static void choose_any(struct test *test, uint64_t *seed)
{
    uint32_t taken = 0;
    for (uint32_t run = 0; run < test->runs && taken < test->second_runs; run++) {
        *seed ^= *seed >> 12;
        *seed ^= *seed << 25;
        *seed ^= *seed >> 27;
        uint64_t number = (*seed * 0x2545f4914f6cdd1du) >> 32;
        if (number * (test->runs - run) >> 32 < test->second_runs - taken)
            test->chosen[taken++] = run;
    }
}

/* Try all splits. If there are too many, try random splits and the recorded split. Without the recorded split, p
 * could be too small. */
static void try_splits(struct test *test, bool sampled)
{
    uint64_t seed = 0x9e3779b97f4a7c15u;
    bool more = true;
    for (uint32_t i = 0; i < test->second_runs; i++)
        test->chosen[i] = sampled ? test->runs - test->second_runs + i : i;
    while (more) {
        test->largest[test->splits++] = largest_difference(test);
        more = sampled ? test->splits < QP_PERMUTATION_MOST : choose_next(test);
        if (more && sampled)
            choose_any(test, &seed);
    }
}

/* ---- the test ---------------------------------------------------------------------------------------------------- */

static void prepare(struct test *test)
{
    for (uint32_t i = 0; i < test->count; i++) {
        const double *values = test->values + (size_t)i * test->runs;
        double sum = 0, squares = 0;
        for (uint32_t run = 0; run < test->runs; run++)
            sum += values[run];
        for (uint32_t run = 0; run < test->runs; run++)
            squares += (values[run] - sum / test->runs) * (values[run] - sum / test->runs);
        test->sums[i] = sum;
        test->squares[i] = squares;
        test->observed[i] = sqrt(squares / (test->runs - 1));
    }
    test->usual = qp_median(test->observed, test->count) + LEAST_DEVIATION;
    for (uint32_t i = 0; i < test->second_runs; i++)
        test->chosen[i] = test->runs - test->second_runs + i; /* the recorded split */
    for (uint32_t i = 0; i < test->count; i++)
        test->observed[i] = difference(test, i);
}

/* Return how many splits have a largest difference of at least `least`. test->largest is sorted. A tolerance is
 * needed, because a split and its mirror image have the same difference, but the computed numbers may differ in the
 * last bits. */
static uint32_t splits_from(const struct test *test, double least)
{
    return test->splits - QP_BISECT(i, test->splits, test->largest[i] < least * (1 - 1e-9));
}

bool qp_permutation_test(const double *values, uint32_t count, uint32_t first_runs, uint32_t second_runs, double *p)
{
    struct test test = {.values = values, .count = count, .runs = first_runs + second_runs, .second_runs = second_runs};
    struct qp_scratch scratch = {0};
    test.sums = qp_scratch_zeros(&scratch, count, sizeof *test.sums);
    test.squares = qp_scratch_zeros(&scratch, count, sizeof *test.squares);
    test.observed = qp_scratch_zeros(&scratch, count, sizeof *test.observed);
    test.chosen = qp_scratch_zeros(&scratch, second_runs, sizeof *test.chosen);
    test.largest = qp_scratch_zeros(&scratch, QP_PERMUTATION_MOST, sizeof *test.largest);
    bool ok = !scratch.failed;
    if (ok && count) {
        prepare(&test);
        try_splits(&test, qp_permutation_is_sampled(first_runs, second_runs));
        qp_median(test.largest, test.splits); /* sorts them */
        for (uint32_t i = 0; i < count; i++)
            p[i] = (double)splits_from(&test, test.observed[i]) / test.splits;
    }
    qp_scratch_free(&scratch);
    return ok;
}

double qp_permutation_least(uint32_t first_runs, uint32_t second_runs)
{
    double splits = number_of_splits(first_runs + second_runs, second_runs);
    if (splits > QP_PERMUTATION_MOST)
        return 1.0 / QP_PERMUTATION_MOST;
    return (first_runs == second_runs ? 2 : 1) / splits;
}

bool qp_permutation_is_sampled(uint32_t first_runs, uint32_t second_runs)
{
    return number_of_splits(first_runs + second_runs, second_runs) > QP_PERMUTATION_MOST;
}
