#include "show/parts/plot.h"
#include "tests/support/test.h"

#include <string.h>

static uint64_t bits(double value)
{
    uint64_t all;
    memcpy(&all, &value, sizeof all);
    return all;
}

/* Draw the values 0, 8 and 4, measured at a quarter, a half and three quarters of 128 ns, in 16 columns. */
static void draw(uint32_t scope, const char *expected)
{
    struct qp_plot plot;
    char line[3 * QP_PLOT_PARTS + 1];
    qp_plot_init(&plot, QP_COUNTER_FLOAT | scope, 1000, 1128);
    qp_plot_add(&plot, 1032, bits(0));
    qp_plot_add(&plot, 1064, bits(8));
    qp_plot_add(&plot, 1096, bits(4));
    qp_plot_draw(&plot, 16, line);
    assert_string_equal(line, expected);
}

TEST(scope_decides_when_a_value_is_valid_in_the_plot)
{
    draw(QP_COUNTER_POINT, "    ▁   █   ▅");
    draw(QP_COUNTER_BEFORE, "▁▁▁▁▁████▅▅▅▅");
    draw(QP_COUNTER_AFTER, "    ▁▁▁▁████▅▅▅▅");
    draw(QP_COUNTER_SAMPLE, "    ▁▃▅▇██▇▆▅");
}

/* The value changes from 0 to 8 in 32 ns, then to 4 in another 32 ns. A rate is drawn between the two values from
 * which it is calculated. */
TEST(rates_are_changes_per_second)
{
    draw(QP_COUNTER_RATE | QP_COUNTER_AFTER, "█████████▁▁▁▁");
    struct qp_plot plot;
    qp_plot_init(&plot, QP_COUNTER_INTEGER64 | QP_COUNTER_RATE, 0, 100);
    qp_plot_add(&plot, 10, 5);
    qp_plot_add(&plot, 10, 50);
    qp_plot_add(&plot, 20, 15);
    assert_int_equal(plot.count, 1);
    assert_true(plot.last == 1e9);
}

TEST(plot_may_have_one_value_or_none)
{
    struct qp_plot plot;
    char line[3 * QP_PLOT_PARTS + 1];
    qp_plot_init(&plot, QP_COUNTER_FLOAT | QP_COUNTER_POINT, 5, 5);
    qp_plot_draw(&plot, 4, line);
    assert_string_equal(line, "");
    qp_plot_add(&plot, 5, bits(7));
    qp_plot_draw(&plot, 4, line);
    assert_string_equal(line, "▄");
}
