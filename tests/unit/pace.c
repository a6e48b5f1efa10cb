/* pace.c - how often a live file is read again. */
#include "watch/pace.h"

#include "tests/support/test.h"

#include <time.h>

TEST(what_was_asked_for_is_done_where_it_is_cheap)
{
    struct qp_pace pace = {.asked_ns = 1000000000, .cost_ns = 20000000};
    assert_int_equal(qp_pace_period(&pace), 1000000000);
}

/* 21 ms in 1.05 s are 2 %. */
TEST(dear_reading_waits_longer)
{
    struct qp_pace pace = {.asked_ns = 1000000000, .cost_ns = 21000000};
    assert_int_equal(qp_pace_period(&pace), 1050000000);
    assert_int_equal(qp_pace_least(&pace), 1050000000);
}

/* By processor time, which another program does not lengthen. */
TEST(cost_is_processor_time)
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
