#include "tools/qii/course.h"
#include "tests/support/test.h"

#include <string.h>

static uint64_t bits(double value)
{
    uint64_t all;
    memcpy(&all, &value, sizeof all);
    return all;
}

/* Values 0, 8 and 4 at a quarter, a half and three quarters of 128 ns, drawn in 16 columns. */
static void draw(uint32_t scope, const char *expected)
{
    struct qii_course course;
    char line[3 * QII_COURSE_PARTS + 1];
    qii_course_init(&course, QP_COUNTER_FLOAT | scope, 1000, 1128);
    qii_course_add(&course, 1032, bits(0));
    qii_course_add(&course, 1064, bits(8));
    qii_course_add(&course, 1096, bits(4));
    qii_course_draw(&course, 16, line);
    assert_string_equal(line, expected);
}

TEST(values_hold_in_the_plot_as_their_scope_says)
{
    draw(QP_COUNTER_POINT, "    ▁   █   ▅");
    draw(QP_COUNTER_BEFORE, "▁▁▁▁▁████▅▅▅▅");
    draw(QP_COUNTER_AFTER, "    ▁▁▁▁████▅▅▅▅");
    draw(QP_COUNTER_SAMPLE, "    ▁▃▅▇██▇▆▅");
}

/* From 0 to 8 and back to 4 in 32 ns each: changes of 8 and -4, which hold for the time between. */
TEST(rates_are_changes_per_second)
{
    draw(QP_COUNTER_RATE | QP_COUNTER_AFTER, "█████████▁▁▁▁");
    struct qii_course course;
    qii_course_init(&course, QP_COUNTER_INTEGER64 | QP_COUNTER_RATE, 0, 100);
    qii_course_add(&course, 10, 5);
    qii_course_add(&course, 10, 50);
    qii_course_add(&course, 20, 15);
    assert_int_equal(course.count, 1);
    assert_true(course.last == 1e9);
}

TEST(one_level_and_none_have_a_plot_too)
{
    struct qii_course course;
    char line[3 * QII_COURSE_PARTS + 1];
    qii_course_init(&course, QP_COUNTER_FLOAT | QP_COUNTER_POINT, 5, 5);
    qii_course_draw(&course, 4, line);
    assert_string_equal(line, "");
    qii_course_add(&course, 5, bits(7));
    qii_course_draw(&course, 4, line);
    assert_string_equal(line, "▄");
}
