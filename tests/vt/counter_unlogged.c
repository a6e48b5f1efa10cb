/* Values that are not in the log: bad ones, values of counters that are off, and values after the log is full. */
#include "tests/vt/counting.h"

#include "VT.h"

#include <string.h>

/* ---- bad calls ------------------------------------------------------------------------------------------- */

static void log_badly(struct stage *stage)
{
    int good = counting_define("good", VT_COUNT_INTEGER64, VT_ME);
    int handles[] = {good, 12345, good, 0, good, -1, good + 1, good};
    long long values[] = {1, 2, 3, 4, 5, 6, 7, 8};
    (void)stage;
    STAGE_CHECK(VT_countval(1, handles, values) == VT_ERR_NOTINITIALIZED);
    STAGE_CHECK(VT_countval(0, NULL, NULL) == VT_ERR_NOTINITIALIZED);
    counting_begin();
    STAGE_CHECK(VT_countval(8, handles, values) == VT_ERR_BADSYMBOLID);
    STAGE_CHECK(VT_countval(8, handles, values) == VT_ERR_BADSYMBOLID);
    STAGE_CHECK(VT_countval(0, handles, values) == VT_OK && VT_countval(0, NULL, NULL) == VT_OK);
    STAGE_CHECK(VT_countval(-1, handles, values) == VT_ERR_BADARG);
    STAGE_CHECK(VT_countval(1, NULL, values) == VT_ERR_BADARG && VT_countval(1, handles, NULL) == VT_ERR_BADARG);
    VT_finalize();
    STAGE_CHECK(VT_countval(1, handles, values) == VT_ERR_NOTINITIALIZED);
    STAGE_CHECK(VT_countval(-1, NULL, NULL) == VT_ERR_NOTINITIALIZED);
}

TEST(bad_handles_do_not_affect_the_other_values)
{
    struct stage stage;
    struct counting counting;
    static const int good[] = {1, 3, 5, 8};
    counting_play(log_badly, &stage, &counting);
    assert_int_equal(counting.count, 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(counting_value(&counting, "good", i), good[i % 4]);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_BAD_HANDLE), 8);
    counting_end(&stage, &counting);
}

/* ---- off and filtered ------------------------------------------------------------------------------------ */

static void log_while_off(struct stage *stage)
{
    int handle = counting_define("value", VT_COUNT_INTEGER64, VT_ME);
    int shown = counting_define("shown", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_option("VT_COUNTER", "v* off");
    counting_begin();
    counting_log_integer(handle, 1);
    counting_log_integer(shown, 2);
    VT_traceoff();
    counting_log_integer(shown, 3);
    VT_traceon();
    counting_log_integer(shown, 4);
    STAGE_CHECK(VT_countval(2, (int[]){handle, shown}, (long long[]){5, 6}) == VT_OK);
}

TEST(values_are_not_logged_while_off_or_if_filtered)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_while_off, &stage, &counting);
    assert_int_equal(counting_logged(&counting, "value", COUNTING_NONE), 0);
    assert_int_equal(counting_item(&counting, "value")->totals.samples, 0);
    assert_int_equal(counting_only(&counting, "shown")->samples, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(counting_value(&counting, "shown", i), 2 + 2 * i);
    counting_end(&stage, &counting);
}

static void log_totals_only(struct stage *stage)
{
    int handle = counting_define("value", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_option("VT_STATISTICS", "only");
    counting_begin();
    for (int i = 0; i < 100; i++)
        counting_log_integer(handle, i);
}

TEST(totals_continue_without_a_log)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_totals_only, &stage, &counting);
    assert_int_equal(counting.count, 0);
    const struct qp_counter_totals *totals = counting_only(&counting, "value");
    assert_true(totals->samples == 100 && totals->sum == 4950 && totals->last == 99 && totals->maximum == 99);
    counting_end(&stage, &counting);
}

static void log_past_the_bound(struct stage *stage)
{
    int handle = counting_define("value", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_option("VT_AUTOFLUSH", "off");
    counting_option("VT_MEM_BLOCKSIZE", "64KB");
    counting_option("VT_MEM_MAXBLOCKS", "2");
    counting_begin();
    for (int i = 0; i < 100000; i++)
        counting_log_integer(handle, i);
}

TEST(totals_continue_when_the_log_is_full)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_past_the_bound, &stage, &counting);
    assert_true(counting.count > 1000 && counting.count < 20000);
    assert_int_equal(counting_only(&counting, "value")->samples, 100000);
    assert_int_equal(counting_only(&counting, "value")->last, 99999);
    assert_true(counting_diagnostic(&counting, QP_DIAGNOSTIC_LOST_EVENT) > 0);
    counting_end(&stage, &counting);
}
