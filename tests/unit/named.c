/* named.c - contexts in a data file, valid and damaged. */
#include "tests/support/open_builder.h"
#include "tests/support/sample_contexts.h"

#include <string.h>

static uint32_t damages_of(struct builder *builder)
{
    struct qp_profile profile;
    int fd = test_open_builder(&profile, builder);
    assert_true(fd >= 0);
    uint32_t damages = (uint32_t)profile.reader.damages;
    qp_profile_close(&profile);
    close(fd);
    return damages;
}

TEST(contexts_of_the_sample_are_read)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    struct test_query it;
    sample_contexts(&builder);
    selection.context = "test 2";
    test_open_query(&it, &builder, &selection);
    assert_int_equal(it.profile.reader.damages, 0);
    assert_int_equal(it.profile.named_count, 7); /* with "test 1 and test 2 at once" */
    test_close_query(&it);
}

/* Damage the sample's last interval by writing these bytes to a place in it. */
static void expect_damage(size_t place, const void *bytes, size_t size)
{
    struct builder builder;
    uint32_t interval = sample_contexts(&builder);
    memcpy((unsigned char *)builder_at(&builder, interval) + place, bytes, size);
    assert_true(damages_of(&builder) > 0);
}

TEST(damaged_intervals_are_reported)
{
    static const uint32_t large = 1000000, small = 15;
    const size_t first = sizeof(struct qp_interval_record);
    expect_damage(0, &large, sizeof large);
    expect_damage(0, &small, sizeof small);
    expect_damage(first, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10); /* number of contexts */
    expect_damage(first + 2, "\0", 1);                                    /* counters at 0 */
    expect_damage(first + 6, "\x7f", 1);                                  /* index of a counter */
}
