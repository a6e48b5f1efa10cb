/* durations.c - the longest of many items are chosen. */
#include "page/durations.h"
#include "tests/support/test.h"

#define COUNT 1000

static uint64_t irregular(unsigned i)
{
    return (i * UINT64_C(0x9e3779b97f4a7c15)) >> (i % 60);
}

static uint64_t same(unsigned i)
{
    (void)i;
    return 12345;
}

/* Choose some items, and return the number of those that are taken. Each of these is at least as long as the limit, and
 * each longer item is taken. */
static unsigned take(struct qp_durations *durations, uint64_t (*duration)(unsigned i), unsigned most)
{
    unsigned taken = 0;
    *durations = (struct qp_durations){.least = 0};
    for (unsigned i = 0; i < COUNT; i++)
        qp_durations_add(durations, duration(i));
    uint64_t number = most;
    assert_int_equal(qp_durations_choose(durations, &number), COUNT - (most < COUNT ? most : COUNT));
    assert_int_equal(number, most < COUNT ? most : COUNT);
    uint64_t least = qp_durations_least_ns(durations);
    for (unsigned i = 0; i < COUNT; i++) {
        bool takes = qp_durations_takes(durations, duration(i));
        assert_true(!takes || duration(i) >= least);
        assert_true(takes || duration(i) < least || duration(i) - least <= least / 16);
        taken += takes;
    }
    return taken;
}

TEST(the_longest_are_taken)
{
    struct qp_durations durations;
    for (unsigned most = 0; most <= COUNT; most += 37)
        assert_int_equal(take(&durations, irregular, most), most);
    assert_int_equal(take(&durations, irregular, 2 * COUNT), COUNT);
    assert_int_equal(qp_durations_least_ns(&durations), 0);
}

/* Calls that all take the same time must not all disappear. */
TEST(equal_ones_are_thinned)
{
    struct qp_durations durations;
    assert_int_equal(take(&durations, same, 10), 10);
    assert_int_equal(take(&durations, same, 999), 999);
    assert_int_equal(take(&durations, same, COUNT), COUNT);
    take(&durations, same, 10);
    durations.seen = 0;
    unsigned first = 0;
    for (unsigned i = 0; i < COUNT / 2; i++)
        first += qp_durations_takes(&durations, same(i));
    assert_int_equal(first, 5);
}

TEST(extremes)
{
    struct qp_durations durations = {.least = 0};
    qp_durations_add(&durations, 0);
    qp_durations_add(&durations, UINT64_MAX);
    uint64_t number = 1;
    assert_int_equal(qp_durations_choose(&durations, &number), 1);
    assert_true(qp_durations_takes(&durations, UINT64_MAX));
    assert_false(qp_durations_takes(&durations, 0));
    number = 0;
    assert_int_equal(qp_durations_choose(&durations, &number), 2);
    assert_false(qp_durations_takes(&durations, UINT64_MAX));
    durations = (struct qp_durations){.least = 0};
    number = 5;
    assert_int_equal(qp_durations_choose(&durations, &number), 0);
    assert_int_equal(number, 0);
}
