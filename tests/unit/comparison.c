#include "profile/compare/compared.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* A node of a run's tree. parent is an index in the list, or -1 for a thread's root. */
struct node {
    int parent;
    const char *name;
    uint64_t calls;
    uint64_t self;
};

static struct qp_runs before, after;
static uint32_t features; /* of the next runs */

/* Add a run. The ids of functions differ between runs, since a comparison must not identify functions by id. */
static void add_run(struct qp_runs *runs, enum qp_product product, const struct node *nodes, uint32_t count)
{
    static uint64_t next_id = 1;
    struct builder builder;
    struct test_query opened;
    struct qp_selection selection = qp_selection_of(product);
    uint32_t made[64];
    uint64_t ids[64];
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << product;
    builder_header(&builder)->features = features;
    uint32_t root = builder_root(&builder, product, builder_thread(&builder, 1, "main"), 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        const int line = 10;
        ids[i] = 0;
        for (uint32_t k = 0; k < i; k++)
            ids[i] = strcmp(nodes[k].name, nodes[i].name) == 0 ? ids[k] : ids[i];
        if (!ids[i])
            builder_method(&builder, product, ids[i] = next_id++, nodes[i].name, "app.lua", &line, 1);
        made[i] = builder_node(&builder, nodes[i].parent < 0 ? root : made[nodes[i].parent], ids[i], nodes[i].calls,
                               nodes[i].self);
    }
    builder_balance(&builder);
    test_open_query(&opened, &builder, &selection);
    assert_true(qp_runs_add(runs, &opened.query, "run.qii"));
    test_close_query(&opened);
}

#define RUN(runs, ...)                                                                                                 \
    add_run(runs, QP_QPROF, (const struct node[]){__VA_ARGS__},                                                        \
            sizeof((const struct node[]){__VA_ARGS__}) / sizeof(struct node))

static void close_runs(void)
{
    qp_runs_close(&before);
    qp_runs_close(&after);
}

static const char *name_of(const struct qp_comparison *comparison, uint32_t row)
{
    static char names[2][40];
    static int next;
    if (row == QP_NONE)
        return "thread";
    next = !next;
    const struct qp_function_key *key = qp_compared_key(comparison, &comparison->rows[row]);
    snprintf(names[next], sizeof names[next], "%.*s", (int)key->name.length, key->name.bytes);
    return names[next];
}

/* Write a line for each row whose calls differ, such as "f more +3 by g +2 after g (+1)": f was called 3 times more; 2
 * of these calls came from g because g itself was called more, and 1 because g changed. */
static void describe(const struct qp_comparison *comparison, char *text)
{
    static const char *const words[] = {"", "varies", "more", "less", "new", "gone"};
    *text = '\0';
    for (uint32_t i = 0; i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if (row->change == QP_CHANGE_NONE)
            continue;
        text +=
            sprintf(text, "%s %s %+lld", name_of(comparison, i), words[row->change], (long long)qp_compared_calls(row));
        if (row->from_caller)
            text += sprintf(text, " by %s %+lld", name_of(comparison, row->caller), (long long)row->from_caller);
        if (row->cause != QP_NONE)
            text += sprintf(text, " after %s", name_of(comparison, row->cause));
        if (row->of_own)
            text += sprintf(text, " (%+lld)", (long long)row->of_own);
        text += sprintf(text, "\n");
    }
}

static void assert_calls(const char *expected)
{
    struct qp_comparison comparison;
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    char text[2000];
    describe(&comparison, text);
    assert_string_equal(text, expected);
    qp_comparison_close(&comparison);
    close_runs();
}

static const struct qp_compared *row_of(const struct qp_comparison *comparison, const char *name)
{
    for (uint32_t i = 0; i < comparison->count; i++) {
        if (strcmp(name_of(comparison, i), name) == 0)
            return &comparison->rows[i];
    }
    fail_msg("no function %s", name);
    return NULL;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

TEST(run_with_itself_has_no_change)
{
    for (int i = 0; i < 2; i++)
        RUN(i ? &after : &before, {-1, "main", 1, 5}, {0, "f", 10, 50}, {1, "g", 20, 70});
    assert_calls("");
}

TEST(change_is_explained_by_the_caller_and_its_own_changes)
{
    RUN(&before, {-1, "main", 1, 5}, {0, "f", 10, 50}, {1, "g", 20, 70}, {2, "leaf", 20, 1}, {1, "leaf", 5, 1});
    RUN(&after, {-1, "main", 1, 5}, {0, "f", 10, 50}, {1, "g", 30, 70}, {2, "leaf", 30, 1}, {1, "leaf", 5, 1});
    assert_calls("g more +10 by f +10\nleaf more +10 by g +10 after g\n");
}

TEST(change_per_call_is_separated_from_the_callers_own_change)
{
    RUN(&before, {-1, "main", 1, 5}, {0, "f", 10, 5}, {1, "same", 30, 7}, {1, "often", 20, 7}, {1, "rare", 20, 7},
        {1, "first", 10, 7});
    RUN(&after, {-1, "main", 1, 5}, {0, "f", 20, 5}, {1, "same", 60, 7}, {1, "often", 60, 7}, {1, "rare", 30, 7},
        {1, "late", 40, 7});
    assert_calls("f more +10 by main +10\nsame more +30 by f +30 after f\noften more +40 by f +40 after f (+20)\n"
                 "rare more +10 by f +10 after f (-10)\nfirst gone -10 by f -10\nlate new +40 by f +40\n");
}

/* In the runs before, f calls g 2 or 3 times per call; in the runs after, 3 or 4 times. These ranges overlap, so
 * only the change of f itself is reported. */
TEST(change_per_call_that_varies_is_not_reported)
{
    static const uint64_t calls[][2] = {{10, 20}, {10, 30}, {20, 60}, {20, 80}};
    for (int i = 0; i < 4; i++)
        RUN(i < 2 ? &before : &after, {-1, "main", 1, 5}, {0, "f", calls[i][0], 5}, {1, "g", calls[i][1], 5});
    assert_calls("f more +10 by main +10\ng more +45 by f +45 after f\n");
}

TEST(new_and_gone_functions_are_reported)
{
    RUN(&before, {-1, "main", 1, 5}, {0, "old", 10, 50}, {1, "leaf", 20, 1});
    RUN(&after, {-1, "main", 1, 5}, {0, "new", 7, 50}, {1, "leaf", 14, 1});
    assert_calls("old gone -10 by main -10\nleaf less -6 by old -20 after old\nnew new +7 by main +7\n");
}

TEST(recursion_is_its_own_cause)
{
    RUN(&before, {-1, "main", 1, 5}, {0, "fib", 1, 5}, {1, "fib", 20, 5});
    RUN(&after, {-1, "main", 1, 5}, {0, "fib", 1, 5}, {1, "fib", 50, 5});
    assert_calls("fib more +30 by fib +30\n");
}

/* main calls "even" once more. All further calls in the cycle of "even" and "odd" follow from this call. */
TEST(cycle_is_cut_where_the_change_entered_it)
{
    RUN(&before, {-1, "main", 1, 5}, {0, "even", 1, 5}, {1, "odd", 10, 5}, {2, "even", 10, 5});
    RUN(&after, {-1, "main", 1, 5}, {0, "even", 2, 5}, {1, "odd", 20, 5}, {2, "even", 20, 5});
    assert_calls("even more +11 by main +1\nodd more +10 by even +10 after even\n");
}

TEST(cycle_without_an_entry_is_cut_at_its_largest_change)
{
    RUN(&before, {-1, "main", 1, 5}, {0, "even", 1, 5}, {1, "odd", 10, 5}, {2, "even", 10, 5});
    RUN(&after, {-1, "main", 1, 5}, {0, "even", 1, 5}, {1, "odd", 21, 5}, {2, "even", 20, 5});
    assert_calls("even more +10 by odd +10 after odd (-1)\nodd more +11 by even +11\n");
}

TEST(thread_that_calls_more_is_a_cause)
{
    RUN(&before, {-1, "main", 1, 5}, {-1, "worker", 3, 5});
    RUN(&after, {-1, "main", 1, 5}, {-1, "worker", 4, 5});
    assert_calls("worker more +1 by thread +1\n");
}

TEST(calls_vary_if_ranges_overlap_and_changed_otherwise)
{
    static const uint64_t f[] = {10, 12, 11, 12, 14, 13}, g[] = {10, 12, 11, 13, 14, 15}, h[] = {1, 1, 1, 1, 1, 1};
    for (int i = 0; i < 6; i++)
        RUN(i < 3 ? &before : &after, {-1, "main", 1, 5}, {0, "f", f[i], 5}, {0, "g", g[i], 5}, {0, "h", h[i], 5});
    assert_calls("f varies +2\ng more +3 by main +3\n");
}

TEST(function_that_only_some_runs_call_varies)
{
    RUN(&before, {-1, "main", 1, 5});
    RUN(&after, {-1, "main", 1, 5});
    RUN(&after, {-1, "main", 1, 5}, {0, "rare", 1, 5});
    assert_calls("rare varies +0\n");
}

TEST(unlike_programs_have_nothing_in_common)
{
    struct qp_comparison comparison;
    RUN(&before, {-1, "main", 1, 5});
    RUN(&after, {-1, "start", 1, 5});
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_int_equal(comparison.matched, 0);
    assert_int_equal(comparison.count, 2);
    qp_comparison_close(&comparison);
    close_runs();
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

enum { FUNCTIONS = 30 };

/* Add a run of a program with functions of 1, 2, ... ms. All times are multiplied by `drift` and vary at random by
 * up to half of `noise`. The time of the function `changed` is also multiplied by `factor`. */
static void add_timed(struct qp_runs *runs, double drift, double noise, uint32_t changed, double factor)
{
    static uint64_t state = 1;
    static char names[FUNCTIONS][8];
    struct node nodes[FUNCTIONS];
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        snprintf(names[i], sizeof names[i], "f%u", i);
        state = state * 6364136223846793005u + 1442695040888963407u;
        double off = 1 + noise * ((double)(state >> 40) / (1 << 24) - 0.5);
        double self = 1e6 * (i + 1) * drift * off * (i == changed ? factor : 1);
        nodes[i] = (struct node){-1, names[i], 100, (uint64_t)self};
    }
    add_run(runs, QP_QPROF, nodes, FUNCTIONS);
}

static uint32_t count_differing(const struct qp_comparison *comparison)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < comparison->count; i++)
        count += comparison->rows[i].time_differs;
    return count;
}

static void assert_near(double a, double b, double part)
{
    assert_true(fabs(a - b) <= part * fabs(b));
}

TEST(slow_machine_and_slow_function_are_distinguished)
{
    struct qp_comparison comparison;
    add_timed(&before, 1, 0, 9, 1);
    add_timed(&after, 1.2, 0, 9, 2);
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_near(comparison.drift.second, 1.2, 1e-6);
    assert_int_equal(comparison.rule, QP_RULE_NONE);
    assert_true(isnan(comparison.least_p));
    assert_int_equal(count_differing(&comparison), 0);
    const struct qp_compared *row = row_of(&comparison, "f9");
    assert_int_equal(row->numbers[QP_AFTER].self, 24000000);
    assert_near(row->normal[QP_BEFORE], 10e6, 1e-6);
    assert_near(row->normal[QP_AFTER], 20e6, 1e-6);
    assert_near(row_of(&comparison, "f3")->normal[QP_AFTER], 4e6, 1e-6);
    assert_near(comparison.normal[QP_AFTER] - comparison.normal[QP_BEFORE], 10e6, 1e-6);
    qp_comparison_close(&comparison);
    close_runs();
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

/* Add a run with samples of 1 ms, 400 in all, some of them of g. */
static void add_sampled(struct qp_runs *runs, uint64_t of_g)
{
    features = QP_FEATURE_SAMPLED;
    RUN(runs, {-1, "main", 400 - of_g - 4, (400 - of_g - 4) * 1000000}, {0, "g", of_g, of_g * 1000000},
        {0, "rare", 4, 4000000});
    features = 0;
}

static void compare_sampled(struct qp_comparison *comparison, uint64_t of_g)
{
    add_sampled(&before, 40);
    add_sampled(&after, of_g);
    assert_true(qp_comparison_open(comparison, &before, &after, true));
    assert_int_equal(comparison->rule, QP_RULE_INTERVALS);
    assert_int_equal(comparison->drift.functions, 0);
}

TEST(change_of_sampled_time_within_its_interval_is_none)
{
    struct qp_comparison comparison;
    compare_sampled(&comparison, 55);
    assert_int_equal(count_differing(&comparison), 0);
    const struct qp_compared *row = row_of(&comparison, "g");
    assert_true(row->interval.low < 0 && row->interval.high > 15e6);
    assert_near(comparison.deviations, 2.2414, 1e-4); /* two functions, main and g */
    qp_comparison_close(&comparison);
    close_runs();
}

TEST(change_of_sampled_time_beyond_its_interval_differs)
{
    struct qp_comparison comparison;
    compare_sampled(&comparison, 80);
    assert_int_equal(count_differing(&comparison), 2);
    assert_true(row_of(&comparison, "g")->interval.low > 0);
    assert_true(row_of(&comparison, "main")->interval.high < 0);
    assert_true(isnan(row_of(&comparison, "rare")->interval.low));
    qp_comparison_close(&comparison);
    close_runs();
}

TEST(sampled_and_exact_times_have_no_intervals)
{
    struct qp_comparison comparison;
    add_sampled(&before, 40);
    RUN(&after, {-1, "main", 1, 356000000}, {0, "g", 1, 40000000});
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_int_equal(comparison.rule, QP_RULE_NONE);
    assert_true(isnan(row_of(&comparison, "g")->interval.low));
    qp_comparison_close(&comparison);
    close_runs();
}

TEST(drift_is_kept_on_request)
{
    struct qp_comparison comparison;
    add_timed(&before, 1, 0, 9, 1);
    add_timed(&after, 1.2, 0, 9, 2);
    assert_true(qp_comparison_open(&comparison, &before, &after, false));
    assert_near(comparison.drift.second, 1.2, 1e-6);
    assert_near(row_of(&comparison, "f3")->normal[QP_AFTER], 4.8e6, 1e-6);
    qp_comparison_close(&comparison);
    close_runs();
}

/* From functions that are called equally often, the speed of a machine is known if they have a tenth of all time: 3 * 8
 * of 208 ms, but not 3 * 6 of 206 ms. */
TEST(drift_is_unknown_if_little_time_is_of_equal_work)
{
    for (uint64_t same = 6; same <= 8; same += 2) {
        struct qp_comparison comparison;
        const double drift = same == 8 ? 2 : 1;
        RUN(&before, {-1, "same", 5, same * 1000000}, {-1, "more", 1, (100 - same) * 1000000});
        RUN(&after, {-1, "same", 5, same * 2000000}, {-1, "more", 2, (100 - same) * 1000000});
        assert_true(qp_comparison_open(&comparison, &before, &after, true));
        assert_int_equal(comparison.drift.functions, same == 8);
        assert_near(row_of(&comparison, "more")->normal[QP_AFTER], (double)(100 - same) * 1e6 / drift, 1e-6);
        qp_comparison_close(&comparison);
        close_runs();
    }
}

/* Compare five runs with five others, each on a machine with a different speed. A change of 20 % is found although
 * times vary by 10 %. */
TEST(several_runs_find_what_one_cannot)
{
    static const double speeds[] = {1, 1.7, 0.8, 1.1, 1.3};
    struct qp_comparison comparison;
    for (int i = 0; i < 5; i++) {
        add_timed(&before, speeds[i], 0.1, 4, 1);
        add_timed(&after, 2 * speeds[4 - i], 0.1, 4, 1.2);
    }
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_int_equal(comparison.rule, QP_RULE_TEST);
    assert_near(comparison.least_p, 2 / 252.0, 1e-9);
    assert_near(comparison.drift.second, 2, 0.05);
    assert_int_equal(count_differing(&comparison), 1);
    const struct qp_compared *row = row_of(&comparison, "f4");
    assert_near(row->p, 2 / 252.0, 1e-9);
    assert_near(row->normal[QP_AFTER] / row->normal[QP_BEFORE], 1.2, 0.05);
    assert_true(row->spread[QP_BEFORE] > 0 && row->spread[QP_BEFORE] < 0.06 * row->normal[QP_BEFORE]);
    qp_comparison_close(&comparison);
    close_runs();
}

TEST(few_runs_are_not_reported_as_tested)
{
    struct qp_comparison comparison;
    for (int i = 0; i < 3; i++) {
        add_timed(&before, 1, 0.1, 4, 1);
        add_timed(&after, 1, 0.1, 4, 3);
    }
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_int_equal(comparison.rule, QP_RULE_NONE);
    assert_true(isnan(comparison.least_p) && isnan(row_of(&comparison, "f4")->p));
    assert_int_equal(count_differing(&comparison), 0);
    qp_comparison_close(&comparison);
    close_runs();
}

/* With one or two runs on a side, the noise of that side is unknown. No test result is reported, however small p would
 * be. */
TEST(side_of_one_or_two_runs_is_not_tested)
{
    static const int sides[][2] = {{1, 20}, {20, 1}, {2, 6}, {6, 2}};
    for (unsigned i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct qp_comparison comparison;
        for (int run = 0; run < sides[i][0]; run++)
            add_timed(&before, 1, 0.1, 4, 1);
        for (int run = 0; run < sides[i][1]; run++)
            add_timed(&after, 1, 0.1, 4, 3);
        assert_true(qp_comparison_open(&comparison, &before, &after, true));
        assert_int_equal(comparison.rule, QP_RULE_NONE);
        assert_true(isnan(comparison.least_p) && isnan(row_of(&comparison, "f4")->p));
        assert_int_equal(count_differing(&comparison), 0);
        qp_comparison_close(&comparison);
        close_runs();
    }
}

TEST(three_runs_against_four_are_tested)
{
    struct qp_comparison comparison;
    for (int run = 0; run < 7; run++)
        add_timed(run < 3 ? &before : &after, 1, 0.1, 4, run < 3 ? 1 : 3);
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_int_equal(comparison.rule, QP_RULE_TEST);
    assert_near(comparison.least_p, 1 / 35.0, 1e-9);
    qp_comparison_close(&comparison);
    close_runs();
}

TEST(counts_alone_have_no_time)
{
    struct qp_comparison comparison;
    const struct node nodes[] = {{-1, "main", 1, 0}, {0, "f", 10, 0}};
    add_run(&before, QP_CPROF, nodes, 2);
    add_run(&after, QP_CPROF, nodes, 2);
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_false(comparison.has_time);
    assert_int_equal(comparison.matched, 2);
    qp_comparison_close(&comparison);
    close_runs();
}

TEST(medians_of_several_runs_are_reported)
{
    struct qp_comparison comparison;
    for (uint64_t i = 0; i < 4; i++)
        RUN(i < 3 ? &before : &after, {-1, "main", 1, 100 + 100 * i * i});
    assert_true(qp_comparison_open(&comparison, &before, &after, true));
    assert_int_equal(comparison.all[QP_BEFORE].self, 200);
    assert_int_equal(comparison.all[QP_AFTER].self, 1000);
    assert_int_equal(row_of(&comparison, "main")->numbers[QP_BEFORE].self, 200);
    qp_comparison_close(&comparison);
    close_runs();
}
