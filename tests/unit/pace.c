/* pace.c - the interval between two readings of a live file. */
#include "watch/pace.h"

#include "tests/support/test.h"

#include <time.h>

TEST(requested_interval_is_used_while_reading_is_cheap)
{
    struct qp_pace pace = {.asked_ns = 1000000000, .cost_ns = 20000000};
    assert_int_equal(qp_pace_period(&pace), 1000000000);
}

/* A reading of 21 ms in 1.05 s takes 2 % of the time. */
TEST(expensive_reading_waits_longer)
{
    struct qp_pace pace = {.asked_ns = 1000000000, .cost_ns = 21000000};
    assert_int_equal(qp_pace_period(&pace), 1050000000);
    assert_int_equal(qp_pace_least(&pace), 1050000000);
}

/* The cost is measured in CPU time, which other programs do not lengthen. */
TEST(cost_is_cpu_time)
{
    struct qp_pace pace = {.asked_ns = 1};
    qp_pace_begin(&pace);
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    assert_true(qp_pace_end(&pace) < 50 * 200000000ull);
    qp_pace_begin(&pace);
    clock_t begin = clock();
    while (clock() - begin < CLOCKS_PER_SEC / 50)
        continue;
    assert_true(qp_pace_end(&pace) >= 50 * 19000000ull);
}
