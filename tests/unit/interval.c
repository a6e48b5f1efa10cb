/* interval.c - Wilson's interval, compared with values calculated manually, and its bounds. */
#include "profile/query/interval.h"
#include "tests/support/test.h"

static void expect(struct qp_interval interval, unsigned low, unsigned high)
{
    assert_int_equal((unsigned)(interval.low * 10000 + 0.5), low);
    assert_int_equal((unsigned)(interval.high * 10000 + 0.5), high);
}

TEST(half_of_a_hundred_samples)
{
    expect(qp_interval_of(50, 100, 100), 4038, 5962);
}

TEST(share_is_one_of_time_not_of_samples)
{
    expect(qp_interval_of(5000, 10000, 100), 4038, 5962);
}

TEST(more_samples_narrow_the_interval)
{
    expect(qp_interval_of(1, 10, 100), 552, 1744);
    expect(qp_interval_of(1, 10, 10000), 943, 1060);
}

TEST(none_and_all_are_bounds)
{
    expect(qp_interval_of(0, 10, 100), 0, 370);
    expect(qp_interval_of(10, 10, 100), 9630, 10000);
}

TEST(more_deviations_widen_the_interval)
{
    expect(qp_interval_within(50, 100, 100, 1.959964), 4038, 5962);
    expect(qp_interval_within(50, 100, 100, 3), 3563, 6437);
}

/* Newcombe (1998), method 10: 56/70 less 48/80 has the interval 0.0524 to 0.3339. */
TEST(change_has_the_published_interval)
{
    struct qp_interval before = qp_interval_of(48, 80, 80), after = qp_interval_of(56, 70, 70);
    expect(qp_interval_of_change(0.6, before, 0.8, after), 524, 3339);
}

TEST(change_has_any_unit)
{
    struct qp_interval change =
        qp_interval_of_change(6e12, (struct qp_interval){5e12, 9e12}, 8e12, (struct qp_interval){4e12, 9e12});
    assert_float_equal(change.low, -3e12, 1);
    assert_float_equal(change.high, 2e12 + 1.4142135623731e12, 1);
}

TEST(without_samples_nothing_is_known)
{
    expect(qp_interval_of(0, 0, 0), 0, 10000);
}
