#include "profile/compare/permutation.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdint.h>

#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-9)

TEST(smallest_p_is_the_inverse_of_the_number_of_splits)
{
    assert_near(qp_permutation_least(1, 1), 1);
    assert_near(qp_permutation_least(3, 3), 0.1);
    assert_near(qp_permutation_least(4, 4), 2 / 70.0);
    assert_near(qp_permutation_least(5, 5), 2 / 252.0);
    assert_near(qp_permutation_least(1, 19),
                1 / 20.0); /* with unequal sides, no split is the mirror image of another */
    assert_near(qp_permutation_least(20, 20), 1e-4);
    assert_true(qp_permutation_is_sampled(20, 20));
    assert_false(qp_permutation_is_sampled(5, 5));
}

/* For the split 0 1 | 2 3 and for its mirror image 2 3 | 0 1, the means differ by 2. In the other four splits they
 * differ by 1 or 0, so p = 2/6. */
TEST(single_number_is_tested_by_the_splits_of_its_runs)
{
    const double values[] = {0, 1, 2, 3};
    double p;
    assert_true(qp_permutation_test(values, 1, 2, 2, &p));
    assert_near(p, 2 / 6.0);
}

/* For the split 0 2 | 1 3 the means differ by 1. They differ by at least 1 in the splits 0 1 | 2 3 and 0 2 | 1 3 and
 * their mirror images, but not in 0 3 | 1 2 and its mirror image, so p = 4/6. */
TEST(splits_with_larger_differences_raise_p)
{
    const double values[] = {0, 2, 1, 3};
    double p;
    assert_true(qp_permutation_test(values, 1, 2, 2, &p));
    assert_near(p, 4 / 6.0);
}

TEST(number_without_a_difference_has_p_one)
{
    const double values[] = {1, 2, 3, 1, 2, 3};
    double p;
    assert_true(qp_permutation_test(values, 1, 3, 3, &p));
    assert_near(p, 1);
}

/* Return random noise. The sequence is the same in every run. */
static double noise(uint64_t *state)
{
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*state >> 40) / (1 << 24) - 0.5;
    }
    return sum;
}

enum { NUMBERS = 200, EACH = 5, RUNS = 2 * EACH };

static void fill(double values[NUMBERS][RUNS], uint64_t *state)
{
    for (int i = 0; i < NUMBERS; i++) {
        for (int run = 0; run < RUNS; run++)
            values[i][run] = noise(state) * (1 + i % 3);
    }
}

TEST(only_the_one_of_many_that_differs_is_found)
{
    static double values[NUMBERS][RUNS];
    double p[NUMBERS];
    uint64_t state = 1;
    fill(values, &state);
    for (int run = EACH; run < RUNS; run++)
        values[90][run] += 20;
    assert_true(qp_permutation_test(values[0], NUMBERS, EACH, EACH, p));
    assert_near(p[90], 2 / 252.0);
    for (int i = 0; i < NUMBERS; i++)
        assert_true(i == 90 || p[i] > 0.05);
}

/* If the two sides do not differ, one comparison in twenty still has a number with p <= 0.05. This is the definition
 * of p. */
TEST(false_positives_are_as_rare_as_p_promises)
{
    enum { COMPARISONS = 200 };
    static double values[NUMBERS][RUNS];
    double p[NUMBERS];
    uint64_t state = 7;
    int wrong = 0;
    for (int k = 0; k < COMPARISONS; k++) {
        bool found = false;
        fill(values, &state);
        assert_true(qp_permutation_test(values[0], NUMBERS, EACH, EACH, p));
        for (int i = 0; i < NUMBERS; i++)
            found |= p[i] <= 0.05;
        wrong += found;
    }
    assert_true(wrong >= 1 && wrong <= 20); /* 10 are expected; the probability of 20 or more is 0.003 */
}

TEST(many_runs_are_tested_by_a_sample_of_their_splits)
{
    double values[24], p;
    for (int run = 0; run < 24; run++)
        values[run] = run % 5 + (run >= 12 ? 10 : 0);
    assert_true(qp_permutation_test(values, 1, 12, 12, &p));
    assert_true(p >= 1e-4 && p < 1e-3);
    for (int run = 0; run < 24; run++)
        values[run] = run % 5;
    assert_true(qp_permutation_test(values, 1, 12, 12, &p));
    assert_true(p > 0.5);
}

/* One split puts all 0s of the second number on one side and all 1s on the other, so neither side has a deviation in
 * this split. The difference of the second number must not count as large because of that. */
TEST(runs_that_are_equal_by_chance_are_no_large_difference)
{
    const double values[3][8] = {{0, 1, 2, 3, 20, 21, 22, 23}, {0, 1, 0, 1, 0, 1, 0, 1}, {2, 4, 1, 3, 3, 1, 4, 2}};
    double p[3];
    assert_true(qp_permutation_test(values[0], 3, 4, 4, p));
    assert_near(p[0], 2 / 70.0);
}
