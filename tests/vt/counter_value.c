/* Values of counters: the log has each value, to the bit and in order. */
#include "tests/vt/counting.h"

#include "VT.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* ---- formats --------------------------------------------------------------------------------------------- */

static void log_formats(struct stage *stage)
{
    static const int halves[] = {0, 7, -1, -2, INT_MAX, -1, INT_MIN, 0};
    static const long long whole[] = {7, -2, LLONG_MAX, LLONG_MIN};
    static const double reals[] = {0.1, -0.0, 1e308, 5e-324};
    int pair = counting_define("pair", VT_COUNT_INTEGER, VT_ME);
    int wide = counting_define("wide", VT_COUNT_INTEGER64, VT_ME);
    int real = counting_define("real", VT_COUNT_FLOAT, VT_ME);
    (void)stage;
    counting_begin();
    for (int i = 0; i < 4; i++) {
        STAGE_CHECK(VT_countval(1, &pair, (void *)&halves[2 * i]) == VT_OK);
        STAGE_CHECK(VT_countval(1, &wide, (void *)&whole[i]) == VT_OK);
        STAGE_CHECK(VT_countval(1, &real, (void *)&reals[i]) == VT_OK);
    }
}

TEST(values_of_every_format_are_logged_to_the_bit)
{
    static const int64_t whole[] = {7, -2, INT64_MAX, INT64_MIN};
    static const double reals[] = {0.1, -0.0, 1e308, 5e-324};
    struct stage stage;
    struct counting counting;
    counting_play(log_formats, &stage, &counting);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(counting_value(&counting, "pair", i), (uint64_t)whole[i]);
        assert_int_equal(counting_value(&counting, "wide", i), (uint64_t)whole[i]);
        assert_int_equal(counting_value(&counting, "real", i), counting_bits(reals[i]));
    }
    const struct qp_counter_totals *pair = counting_only(&counting, "pair"), *real = counting_only(&counting, "real");
    assert_true(pair->minimum == (uint64_t)INT64_MIN && pair->maximum == (uint64_t)INT64_MAX);
    assert_true(pair->first == 7 && pair->last == (uint64_t)INT64_MIN);
    assert_true(real->minimum == counting_bits(-0.0) && real->maximum == counting_bits(1e308));
    assert_true(real->last == counting_bits(5e-324));
    counting_end(&stage, &counting);
}

static void log_series(struct stage *stage)
{
    int handle = counting_define("series", VT_COUNT_FLOAT, VT_GROUP_PROCESS);
    int odd = counting_define("odd", VT_COUNT_FLOAT, VT_GROUP_PROCESS);
    int large = counting_define("large", VT_COUNT_FLOAT, VT_GROUP_PROCESS);
    (void)stage;
    counting_begin();
    for (int i = 0; i < 1000; i++)
        counting_log_float(handle, (i * 7) % 1000 - 200);
    counting_log_float(odd, NAN);
    counting_log_float(odd, 3);
    counting_log_float(odd, -INFINITY);
    counting_log_float(large, 1.5e308);
    counting_log_float(large, 1.6e308);
}

TEST(totals_summarise_the_logged_values)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_series, &stage, &counting);
    const struct qp_counter_totals *totals = counting_only(&counting, "series");
    assert_int_equal(totals->samples, 1000);
    assert_true(totals->sum == 499500 - 200 * 1000.0);
    assert_true(totals->minimum == counting_bits(-200) && totals->maximum == counting_bits(799));
    assert_true(totals->first == counting_bits(-200) && totals->last == counting_bits(793));
    assert_int_equal(counting_logged(&counting, "series", COUNTING_NONE), 1000);
    uint64_t tick = 0;
    for (uint32_t i = 0; i < counting.count; i++) {
        assert_true(counting.values[i].tick >= tick);
        tick = counting.values[i].tick;
    }
    assert_true(totals->first_tick == counting.values[0].tick && totals->last_tick == counting.values[999].tick);
    const struct qp_counter_totals *odd = counting_only(&counting, "odd");
    assert_true(isnan(qp_counters_mean(odd)));
    assert_true(isnan(qp_counters_mean(counting_only(&counting, "large")))); /* the sum is infinite, so no mean */
    assert_true(odd->minimum == counting_bits(-INFINITY) && odd->maximum == counting_bits(3));
    counting_end(&stage, &counting);
}

/* ---- several at once ------------------------------------------------------------------------------------- */

static void log_several(struct stage *stage)
{
    int handles[] = {counting_define("a", VT_COUNT_INTEGER, VT_ME), counting_define("b", VT_COUNT_FLOAT, VT_ME),
                     counting_define("c", VT_COUNT_INTEGER64, VT_ME)};
    struct {
        int high, low;
        double real;
        long long wide;
    } values = {1, 2, 0.5, 3};
    int state;
    (void)stage;
    STAGE_CHECK(VT_funcdef("around", VT_NOCLASS, &state) == VT_OK);
    counting_begin();
    for (int i = 0; i < 3; i++) {
        STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_countval(3, handles, &values) == VT_OK);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
        values.low++;
    }
}

TEST(one_call_logs_several_counters_of_mixed_formats_with_one_time)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_several, &stage, &counting);
    assert_int_equal(counting.count, 9);
    for (uint32_t i = 0; i < 9; i += 3) {
        assert_true(counting.values[i].tick == counting.values[i + 1].tick &&
                    counting.values[i].tick == counting.values[i + 2].tick);
        assert_int_equal(counting.values[i].value, 1ull << 32 | (2 + i / 3));
        assert_int_equal(counting.values[i + 1].value, counting_bits(0.5));
        assert_int_equal(counting.values[i + 2].value, 3);
    }
    counting_end(&stage, &counting);
}

#define MANY 1000

/* Log more values than fit into a block of the log, and into a small table. */
static void log_many(struct stage *stage)
{
    static int handles[MANY];
    static long long values[MANY];
    char name[32];
    (void)stage;
    counting_begin();
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "counter %d", i);
        handles[i] = counting_define(name, VT_COUNT_INTEGER64, VT_GROUP_THREAD);
    }
    for (int again = 0; again < 20; again++) {
        for (int i = 0; i < MANY; i++)
            values[i] = again * MANY + i;
        STAGE_CHECK(VT_countval(MANY, handles, values) == VT_OK);
    }
}

TEST(call_with_many_counters_spans_blocks)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_many, &stage, &counting);
    assert_int_equal(counting.count, 20 * MANY);
    for (uint32_t i = 0; i < counting.count; i++) {
        assert_int_equal(counting.values[i].value, i);
        assert_int_equal(counting.values[i].object, i % MANY + 1);
        assert_true(counting.values[i].tick == counting.values[i / MANY * MANY].tick);
    }
    assert_int_equal(counting_only(&counting, "counter 999")->samples, 20);
    counting_end(&stage, &counting);
}

/* ---- time and locations ---------------------------------------------------------------------------------- */

static void log_in_state(struct stage *stage)
{
    int handle = counting_define("value", VT_COUNT_INTEGER64, VT_ME), state, location;
    (void)stage;
    STAGE_CHECK(VT_funcdef("state", VT_NOCLASS, &state) == VT_OK);
    STAGE_CHECK(VT_scldef("place.c", 5, &location) == VT_OK);
    counting_begin();
    STAGE_CHECK(VT_thisloc(location) == VT_OK);
    counting_log_integer(handle, 1);
    STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK);
    counting_log_integer(handle, 2);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
}

TEST(value_keeps_the_location_for_the_next_state)
{
    struct stage stage;
    struct counting counting;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    uint32_t located = 0;
    counting_play(log_in_state, &stage, &counting);
    assert_int_equal(qp_events_open(&events, &counting.profile, &error), 0);
    while (qp_events_next(&events, &event)) {
        assert_true(event.location == 0 || event.kind == QP_EVENT_ENTER);
        located += event.location != 0;
    }
    assert_int_equal(located, 1);
    qp_events_close(&events);
    counting_end(&stage, &counting);
}

/* ---- in the tool ----------------------------------------------------------------------------------------- */

static void log_for_the_tool(struct stage *stage)
{
    int real = counting_define("real", VT_COUNT_FLOAT, VT_ME),
        whole = counting_define("a \"whole\", one", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_begin();
    for (int i = 0; i < 1000; i++) {
        counting_log_float(real, i * 0.1 - 3);
        counting_log_integer(whole, i * 1000000000000ll * (i % 2 == 0 ? 1 : -1));
    }
}

/* Check that a line of the tool's output shows value `i` to the bit, and its time to the nanosecond. */
static void check_line(const struct counting *counting, const char *line, uint32_t i)
{
    const struct qp_event *event = &counting->values[i];
    uint64_t ns = qp_profile_since_start(&counting->profile, event->tick);
    char expected[200];
    double real;
    memcpy(&real, &event->value, sizeof real);
    int length = snprintf(expected, sizeof expected, "%llu.%09llu,1,%s,", (unsigned long long)ns / 1000000000,
                          (unsigned long long)ns % 1000000000,
                          event->object == 1 ? "\"Application:real\"" : "\"Application:a \"\"whole\"\", one\"");
    assert_memory_equal(line, expected, (size_t)length);
    if (event->object == 1)
        assert_true(strtod(line + length, NULL) == real);
    else
        assert_true(strtoll(line + length, NULL, 10) == (long long)event->value);
}

/* Return the next line without its line feed, or NULL at the end. */
static char *csv_line(char **rest)
{
    char *line = strsep(rest, "\n");
    size_t length = line ? strlen(line) : 0;
    if (length) {
        assert_int_equal(line[length - 1], '\r');
        line[length - 1] = '\0';
    }
    return line;
}

TEST(tool_prints_each_value_exactly)
{
    struct stage stage;
    struct counting counting;
    uint32_t lines = 0;
    counting_play(log_for_the_tool, &stage, &counting);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " counters --csv run.qii"), 0);
    char *text = stage_text(&stage, "tool"), *rest = text;
    assert_string_equal(csv_line(&rest), "time,thread,counter,value");
    for (char *line; (line = csv_line(&rest)) != NULL && *line != '\0'; lines++)
        check_line(&counting, line, lines);
    assert_int_equal(lines, 2000);
    free(text);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " counters --csv --filter=whole run.qii | grep -c ."), 0);
    assert_int_equal(stage_lines(&stage, "tool", "1001"), 1);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " counters --filter=real run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", "Application:real"), 1);
    assert_int_equal(stage_lines(&stage, "tool", "over time"), 1);
    counting_end(&stage, &counting);
}
