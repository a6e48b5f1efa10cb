/* percentile.c - percentiles from a log2 histogram. An estimated percentile lies in the same bucket as the true one.
 * Within a bucket, durations are assumed to be evenly spread. In the highest bucket, they are spread only up to the
 * longest duration. */
#include "profile/load/percentile.h"
#include "tests/support/test.h"

#include <stdlib.h>

static void count(uint64_t buckets[QP_LIVES_BUCKETS], uint64_t duration)
{
    int bucket = 0;
    while (bucket < QP_LIVES_BUCKETS - 1 && duration >> (bucket + 1))
        bucket++;
    buckets[bucket]++;
}

TEST(empty_histogram_has_no_percentile)
{
    const uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    assert_int_equal(qp_percentile(buckets, 0, 50), 0);
    assert_int_equal(qp_percentile_count(buckets), 0);
}

/* Each of the durations 1,024 to 2,047, which share one bucket, occurs once. For durations that are spread evenly
 * over a bucket, the percentiles are almost exact. */
TEST(evenly_spread_durations_are_recovered)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    for (uint64_t i = 1024; i < 2048; i++)
        count(buckets, i);
    assert_int_equal(qp_percentile_count(buckets), 1024);
    assert_in_range(qp_percentile(buckets, 2047, 50), 1024 + 510, 1024 + 513);
    assert_in_range(qp_percentile(buckets, 2047, 99), 1024 + 1011, 1024 + 1015);
    assert_int_equal(qp_percentile(buckets, 2047, 100), 2047);
    assert_int_equal(qp_percentile(buckets, 2047, 0), 1024);
}

TEST(outliers_show_in_the_tail_only)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    buckets[10] = 9989;
    buckets[30] = 11;
    assert_true(qp_percentile(buckets, (uint64_t)1 << 30, 99) < 2048);
    assert_true(qp_percentile(buckets, (uint64_t)3 << 29, 99.9) >= (uint64_t)1 << 30);
}

static int by_size(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Whatever the durations are, an estimated percentile is more than half of the true percentile and less than twice
 * the true percentile. */
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
        uint64_t estimate = qp_percentile(buckets, durations[COUNT - 1], share / 10.0);
        assert_true(estimate > truth / 2 && estimate < 2 * truth);
    }
}

/* In the highest bucket, durations are spread up to the longest one, here from 1,024 to 1,123. No percentile is
 * longer. */
TEST(longest_bounds_the_percentiles)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    for (uint64_t i = 1024; i < 1124; i++)
        count(buckets, i);
    assert_in_range(qp_percentile(buckets, 1123, 50), 1024 + 48, 1024 + 51);
    assert_in_range(qp_percentile(buckets, 1123, 99.9), 1122, 1123);
    assert_int_equal(qp_percentile(buckets, 1123, 100), 1123);
    buckets[3] = 1000;
    assert_in_range(qp_percentile(buckets, 1123, 50), 8, 15);
}

/* A file that is still being written may have a longest duration whose bucket is not counted yet. */
TEST(longest_is_a_bound_though_its_bucket_is_not_counted_yet)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    count(buckets, 1500);
    assert_int_equal(qp_percentile(buckets, 700, 50), 700);
}

TEST(last_bucket_ends_with_the_longest)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0}, longest = (uint64_t)5 << 47;
    count(buckets, longest);
    assert_int_equal(buckets[QP_LIVES_BUCKETS - 1], 1);
    assert_true(qp_percentile(buckets, longest, 50) >= (uint64_t)1 << 47);
    assert_int_equal(qp_percentile(buckets, longest, 100), longest);
}

TEST(longest_is_in_the_highest_bucket)
{
    static const struct {
        unsigned highest;
        uint64_t longest;
        int64_t excess;
    } cases[] = {{0, 0, 0},      {0, 1, 0},     {0, 2, 1},      {10, 1024, 0},       {10, 2047, 0},
                 {10, 1023, -1}, {10, 2050, 3}, {10, 0, -1024}, {47, UINT64_MAX, 0}, {47, ((uint64_t)1 << 47) - 2, -2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t buckets[QP_LIVES_BUCKETS] = {7};
        buckets[cases[i].highest] = 2;
        assert_int_equal((int64_t)qp_percentile_excess(buckets, cases[i].longest), cases[i].excess);
    }
    const uint64_t none[QP_LIVES_BUCKETS] = {0};
    assert_int_equal(qp_percentile_excess(none, 0), 0);
    assert_int_equal(qp_percentile_excess(none, 3), 3);
}

TEST(all_percentiles_of_one_duration_are_that_duration)
{
    static const uint64_t durations[] = {0, 1, 2, 1024, 1500, 2047, (uint64_t)5 << 47};
    for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
        uint64_t buckets[QP_LIVES_BUCKETS] = {0};
        count(buckets, durations[i]);
        for (int share = 0; share <= 1000; share++)
            assert_int_equal(qp_percentile(buckets, durations[i], share / 10.0), durations[i]);
    }
}

TEST(percentile_that_is_the_longest_of_few_is_exact)
{
    uint64_t buckets[QP_LIVES_BUCKETS] = {0};
    for (uint64_t i = 0; i < 99; i++)
        count(buckets, 1024 + i);
    assert_int_equal(qp_percentile(buckets, 1122, 99), 1122);
    assert_int_equal(qp_percentile(buckets, 1122, 99.9), 1122);
    assert_true(qp_percentile(buckets, 1122, 98) < 1122);
    count(buckets, 9000);
    count(buckets, 9001);
    assert_in_range(qp_percentile(buckets, 9001, 98), 1024, 2047);
    assert_in_range(qp_percentile(buckets, 9001, 99), 8192, 9001);
}
