#include "profile/compare/drift.h"
#include "tests/support/test.h"

#include <math.h>

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-9 * (1 + fabs(b)));
}

TEST(median_of_an_even_number_lies_between_two_values)
{
    double odd[] = {3, 1, 2}, even[] = {4, 1, 2, 10};
    assert_near(qp_median(odd, 3), 2);
    assert_near(qp_median(even, 4), 3);
    assert_true(isnan(qp_median(odd, 0)));
}

TEST(common_factor_of_all_is_drift)
{
    struct qp_drift drift;
    const double times[] = {100, 120, 1000, 1200, 30, 36};
    assert_true(qp_drift_open(&drift, times, 3, 1, 1));
    assert_near(drift.second, 1.2);
    assert_near(drift.low, 1.2);
    assert_near(drift.high, 1.2);
    assert_near(drift.factors[0], 1);
    assert_near(drift.factors[1], 1.2);
    assert_int_equal(drift.functions, 3);
    qp_drift_close(&drift);
}

TEST(change_of_one_function_is_no_drift)
{
    struct qp_drift drift;
    const double times[] = {100, 120, 100, 120, 100,
                            120, 290, 600}; /* times of four functions, each before and after; the last function has
                                             * less than half of the total */
    assert_true(qp_drift_open(&drift, times, 4, 1, 1));
    assert_near(drift.second, 1.2);
    qp_drift_close(&drift);
}

TEST(long_functions_weigh_more_than_many_short_ones)
{
    struct qp_drift drift;
    const double times[] = {1000, 1100, 1, 9, 1, 9, 1, 9};
    assert_true(qp_drift_open(&drift, times, 4, 1, 1));
    assert_near(drift.second, 1.1);
    qp_drift_close(&drift);
}

/* The runs before have the factors 1, 2 and 1.5, the runs after have 3 and 1.5. The median of two values is their
 * geometric mean, so the medians are 1.5 and sqrt(3 * 1.5). */
TEST(each_run_has_a_factor_of_its_own)
{
    struct qp_drift drift;
    const double times[] = {100, 200, 150, 300, 150, 10, 20, 15, 30, 15};
    assert_true(qp_drift_open(&drift, times, 2, 3, 2));
    assert_near(drift.factors[0], 1 / 1.5);
    assert_near(drift.factors[1], 2 / 1.5);
    assert_near(drift.factors[2], 1);
    assert_near(drift.factors[3], 2);
    assert_near(drift.second, sqrt(4.5) / 1.5);
    qp_drift_close(&drift);
}

TEST(without_functions_drift_is_one)
{
    struct qp_drift drift;
    assert_true(qp_drift_open(&drift, NULL, 0, 2, 1));
    assert_near(drift.second, 1);
    assert_near(drift.factors[2], 1);
    assert_int_equal(drift.functions, 0);
    qp_drift_close(&drift);
}
