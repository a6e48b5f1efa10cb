/* recent.c - calls and times between two readings of a growing file. */
#include "profile/query/recent.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

/* State of a run of libqprof at a reading, with a clock of nanoseconds. main called "parse" `calls` times, for `self`
 * ns. */
struct run {
    uint64_t calls;
    uint64_t self;
    const char *name; /* name of "parse"; NULL = not registered yet */
    uint32_t epoch;   /* number of the epoch that began when the data was cleared before these calls; 0 = it was not
                       * cleared */
    bool more;        /* another method is registered, and was called once */
    uint64_t over;    /* end of a finished run, in ns since its start in second 0; 0 = still running */
    const char *gone; /* name of a retired method that had the id of "parse", with 100 calls and 4000 ns; NULL = none */
};

#define OWN_ID 0xfe00000002

static void open_run(struct test_query *opened, const struct run *run)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->clock_kind = QP_CLOCK_MONOTONIC;
    builder_header(&builder)->products = 1u << QP_QPROF;
    uint32_t thread = builder_thread(&builder, 1, "main");
    builder_method(&builder, QP_QPROF, 1, "main", "a.toy", NULL, 0);
    if (run->gone) /* the retired method keeps its record, which comes before the record of "parse" */
        builder_method(&builder, QP_QPROF, OWN_ID, run->gone, "b.toy", NULL, 0);
    if (run->name)
        builder_method(&builder, QP_QPROF, 2, run->name, "b.toy", NULL, 0);
    if (run->more)
        builder_method(&builder, QP_QPROF, 7, "later", "a.toy", NULL, 0);
    if (run->epoch)
        builder_mark(&builder, QP_QPROF, QP_MARK_CLEAR, 10, run->epoch, NULL);
    uint32_t root = builder_root(&builder, QP_QPROF, thread, 0, run->epoch);
    uint32_t node = builder_node(&builder, root, 1, 1, 1000);
    builder_node(&builder, node, 2, run->calls, run->self);
    if (run->more)
        builder_node(&builder, node, 7, 1, 5);
    if (run->gone)
        builder_node(&builder, node, OWN_ID, 100, 4000);
    builder_balance(&builder);
    test_open_phase(opened, &builder, NULL);
}

static void read_run(struct qp_recent *recent, const struct run *run, uint64_t second, double smoothing)
{
    struct test_query opened;
    open_run(&opened, run);
    opened.profile.reader.ending = run->over ? QP_ENDING_KILLED : QP_ENDING_RUNNING;
    opened.profile.last_tick = run->over;
    assert_true(qp_recent_read(recent, &opened.query, second * 1000000000, smoothing));
    assert_int_equal(qp_recent_function(recent, &opened.profile, QP_NONE), QP_NONE);
    test_close_query(&opened);
}

static const struct qp_recent_function *function(const struct qp_recent *recent, uint64_t recorded_id)
{
    for (uint32_t i = 0; i < recent->count; i++) {
        if (recent->functions[i].recorded_id == recorded_id)
            return &recent->functions[i];
    }
    return NULL;
}

static double calls_a_second(const struct qp_recent *recent, uint64_t recorded_id)
{
    return qp_recent_rate(recent, &function(recent, recorded_id)->part, QP_AMOUNT_CALLS);
}

TEST(difference_covers_the_time_between)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 100, .self = 4000, .name = "parse"}, 50, 0);
    read_run(&recent, &(struct run){.calls = 120, .self = 5000, .name = "parse"}, 54, 0);
    assert_int_equal(function(&recent, 2)->part.all[QP_AMOUNT_CALLS], 120);
    assert_true(calls_a_second(&recent, 2) == 5);
    assert_true(qp_recent_rate(&recent, &function(&recent, 2)->part, QP_AMOUNT_SELF) == 250);
    assert_true(qp_recent_rate(&recent, &function(&recent, 1)->part, QP_AMOUNT_TOTAL) == 250);
    assert_true(calls_a_second(&recent, 1) == 0);
    assert_true(qp_recent_rate(&recent, &recent.whole, QP_AMOUNT_CALLS) == 5);
    qp_recent_free(&recent);
}

/* When method 7 is registered, the index of method 2 changes, because method 2 is unregistered. */
TEST(new_function_did_everything_since_the_last_reading)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 100, .self = 4000}, 1, 0);
    read_run(&recent, &(struct run){.calls = 101, .self = 4000, .more = true}, 2, 0);
    assert_int_equal(recent.count, 3);
    assert_true(calls_a_second(&recent, 7) == 1);
    assert_true(calls_a_second(&recent, 2) == 1);
    assert_string_equal(function(&recent, 7)->name, "later");
    qp_recent_free(&recent);
}

TEST(late_name_is_used)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 1, .self = 1}, 1, 0);
    assert_string_equal(function(&recent, 2)->name, "0x2");
    read_run(&recent, &(struct run){.calls = 1, .self = 1, .name = "parse"}, 2, 0);
    assert_string_equal(function(&recent, 2)->name, "parse");
    assert_string_equal(function(&recent, 2)->place, "b.toy");
    qp_recent_free(&recent);
}

TEST(id_of_a_retired_function_is_reused)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 100, .self = 4000, .name = "alpha"}, 1, 0);
    read_run(&recent, &(struct run){.calls = 7, .self = 70, .name = "beta", .gone = "alpha"}, 2, 0);
    assert_int_equal(recent.count, 3);
    assert_string_equal(function(&recent, OWN_ID)->name, "alpha");
    assert_true(calls_a_second(&recent, OWN_ID) == 0);
    assert_int_equal(function(&recent, OWN_ID)->part.all[QP_AMOUNT_CALLS], 100);
    assert_string_equal(function(&recent, 2)->name, "beta");
    assert_true(calls_a_second(&recent, 2) == 7);
    qp_recent_free(&recent);
}

TEST(id_of_a_retired_function_that_was_called_before_it_was_registered)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 90, .self = 3000}, 1, 0);
    read_run(&recent, &(struct run){.calls = 100, .self = 4000, .name = "alpha"}, 2, 0);
    assert_true(calls_a_second(&recent, 2) == 10);
    read_run(&recent, &(struct run){.calls = 7, .self = 70, .gone = "alpha"}, 3, 0);
    assert_int_equal(recent.count, 3);
    assert_string_equal(function(&recent, OWN_ID)->name, "alpha");
    assert_true(calls_a_second(&recent, OWN_ID) == 0);
    assert_string_equal(function(&recent, 2)->name, "0x2");
    assert_true(calls_a_second(&recent, 2) == 7);
    qp_recent_free(&recent);
}

/* There were 100 calls before the clear and 130 calls since then, so the difference of the two counts would be too
 * small. */
TEST(clear_starts_over)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 100, .self = 4000, .name = "parse", .more = true}, 1, 0);
    read_run(&recent, &(struct run){.calls = 130, .self = 10, .name = "parse", .epoch = 1}, 2, 0);
    assert_true(calls_a_second(&recent, 2) == 130);
    assert_true(qp_recent_rate(&recent, &recent.whole, QP_AMOUNT_CALLS) == 131);
    assert_int_equal(function(&recent, 7)->method, QP_NONE);
    assert_int_equal(function(&recent, 7)->part.all[QP_AMOUNT_CALLS], 0);
    assert_true(calls_a_second(&recent, 7) == 0);
    qp_recent_free(&recent);
}

/* The run made 50 calls/s between the first two readings, in 2 s. Then it made 50 calls/s for 0.5 s, and was killed.
 * The third reading was 2 s after the second one. */
TEST(finished_run_keeps_its_last_rates)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 1000, .self = 4000, .name = "parse"}, 1, 0);
    read_run(&recent, &(struct run){.calls = 1100, .self = 4000, .name = "parse"}, 3, 0);
    read_run(&recent, &(struct run){.calls = 1125, .self = 4000, .name = "parse", .over = 3500000000}, 5, 0);
    assert_true(calls_a_second(&recent, 2) == 50);
    assert_int_equal(function(&recent, 2)->part.all[QP_AMOUNT_CALLS], 1125);
    qp_recent_free(&recent);
}

/* The last reading was after the last event. */
TEST(inactive_run_keeps_its_last_rates)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 1000, .self = 4000, .name = "parse"}, 1, 0);
    read_run(&recent, &(struct run){.calls = 1100, .self = 4000, .name = "parse"}, 3, 0);
    read_run(&recent, &(struct run){.calls = 1100, .self = 4000, .name = "parse", .over = 2900000000}, 4, 0);
    assert_true(calls_a_second(&recent, 2) == 50);
    qp_recent_free(&recent);
}

TEST(decreasing_number_is_no_change)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 100, .self = 4000, .name = "parse"}, 1, 0);
    read_run(&recent, &(struct run){.calls = 100, .self = 3990, .name = "parse"}, 2, 0);
    assert_true(qp_recent_rate(&recent, &function(&recent, 2)->part, QP_AMOUNT_SELF) == 0);
    qp_recent_free(&recent);
}

/* The second reading finds 40 calls in 1 s, the third finds no calls in 5 s. At the third reading, the second
 * reading has half of its weight left: 20 calls in 0.5 s, or 20 calls in 5.5 s together with the 5 s without calls. The
 * calls of the first reading are not included, because it covers the whole past. */
TEST(smoothed_rate_halves_after_the_given_seconds)
{
    struct qp_recent recent = {0};
    read_run(&recent, &(struct run){.calls = 1000, .self = 4000, .name = "parse"}, 1, 5);
    read_run(&recent, &(struct run){.calls = 1040, .self = 4000, .name = "parse"}, 2, 5);
    assert_true(calls_a_second(&recent, 2) == 40);
    read_run(&recent, &(struct run){.calls = 1040, .self = 4000, .name = "parse"}, 7, 5);
    assert_true(calls_a_second(&recent, 2) == 20 / 5.5);
    qp_recent_free(&recent);
}
