/* percentile.c - percentiles from a log2 histogram: in the right bucket, evenly spread in there. */
#include "data/percentile.h"
#include "tests/support/test.h"

#include <stdlib.h>

static void count(uint64_t buckets[QP_LIVES_BUCKETS], uint64_t duration)
{
    int bucket = 0;
    while (bucket < QP_LIVES_BUCKETS - 1 && duration >> (bucket + 1))
        bucket++;
    buckets[bucket]++;
}

TEST(nothing_has_no_percentile)
{
    const uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    assert_int_equal(qp_percentile(buckets, 50), 0);
    assert_int_equal(qp_percentile_count(buckets), 0);
}

/* 1,000 durations of 1,024 to 2,047 fill one bucket: its even spread is the truth to one part. */
TEST(even_spread_is_found_again)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    for (uint64_t i = 1024; i < 2048; i++)
        count(buckets, i);
    assert_int_equal(qp_percentile_count(buckets), 1024);
    assert_in_range(qp_percentile(buckets, 50), 1024 + 510, 1024 + 513);
    assert_in_range(qp_percentile(buckets, 99), 1024 + 1011, 1024 + 1015);
    assert_int_equal(qp_percentile(buckets, 100), 2047);
    assert_int_equal(qp_percentile(buckets, 0), 1024);
}

TEST(outliers_show_in_the_tail_only)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    buckets[10] = 9989;
    buckets[30] = 11;
    assert_true(qp_percentile(buckets, 99) < 2048);
    assert_true(qp_percentile(buckets, 99.9) >= (uint64_t)1 << 30);
}

static int by_size(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* More than half of the truth, and less than twice of it, whatever the durations. */
TEST(percentile_is_in_the_bucket_of_the_true_one)
{
    enum { COUNT = 5000 };
    static uint64_t durations[COUNT];
    uint64_t buckets[QP_LIVES_BUCKETS] = {0}, state = 1;
    for (int i = 0; i < COUNT; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        durations[i] = 2 + (state >> 33) % ((uint64_t)1 << (4 + state % 29));
        count(buckets, durations[i]);
    }
    qsort(durations, COUNT, sizeof *durations, by_size);
    for (int share = 1; share <= 999; share++) {
        uint64_t truth = durations[(share * COUNT + 999) / 1000 - 1];
        uint64_t told = qp_percentile(buckets, share / 10.0);
        assert_true(told > truth / 2 && told < 2 * truth);
    }
}

TEST(last_bucket_is_known_to_be_that_long_at_least)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    count(buckets, UINT64_MAX);
    assert_int_equal(buckets[QP_LIVES_BUCKETS - 1], 1);
    assert_true(qp_percentile(buckets, 50) >= (uint64_t)1 << 47);
}
