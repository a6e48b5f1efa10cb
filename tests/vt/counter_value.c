/* Values of counters: each in the log, their numbers in place, and whose they are. */
#include "tests/vt/counting.h"

#include "VT.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int define(const char *name, int genre, int target)
{
    int handle = 0;
    STAGE_CHECK(VT_countdef(name, VT_NOCLASS, genre, target, NULL, "", &handle) == VT_OK && handle > 0);
    return handle;
}

static void log_float(int handle, double value)
{
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
}

static void log_integer(int handle, long long value)
{
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
}

/* ---- formats --------------------------------------------------------------------------------------------- */

static void log_formats(struct stage *stage)
{
    static const int halves[] = {0, 7, -1, -2, INT_MAX, -1, INT_MIN, 0};
    static const long long whole[] = {7, -2, LLONG_MAX, LLONG_MIN};
    static const double reals[] = {0.1, -0.0, 1e308, 5e-324};
    int pair = define("pair", VT_COUNT_INTEGER, VT_ME);
    int wide = define("wide", VT_COUNT_INTEGER64, VT_ME);
    int real = define("real", VT_COUNT_FLOAT, VT_ME);
    (void)stage;
    counting_begin();
    for (int i = 0; i < 4; i++) {
        STAGE_CHECK(VT_countval(1, &pair, (void *)&halves[2 * i]) == VT_OK);
        STAGE_CHECK(VT_countval(1, &wide, (void *)&whole[i]) == VT_OK);
        STAGE_CHECK(VT_countval(1, &real, (void *)&reals[i]) == VT_OK);
    }
}

static void values_of_every_format_are_logged_to_the_bit(void **state)
{
    static const int64_t whole[] = {7, -2, INT64_MAX, INT64_MIN};
    static const double reals[] = {0.1, -0.0, 1e308, 5e-324};
    struct stage stage;
    struct counting counting;
    (void)state;
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
    int handle = define("series", VT_COUNT_FLOAT, VT_GROUP_PROCESS);
    int odd = define("odd", VT_COUNT_FLOAT, VT_GROUP_PROCESS);
    (void)stage;
    counting_begin();
    for (int i = 0; i < 1000; i++)
        log_float(handle, (i * 7) % 1000 - 200);
    log_float(odd, NAN);
    log_float(odd, 3);
    log_float(odd, -INFINITY);
}

static void totals_are_those_of_the_values(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
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
    assert_true(odd->minimum == counting_bits(-INFINITY) && odd->maximum == counting_bits(3));
    counting_end(&stage, &counting);
}

/* ---- several at once ------------------------------------------------------------------------------------- */

static void log_several(struct stage *stage)
{
    int handles[] = {define("a", VT_COUNT_INTEGER, VT_ME), define("b", VT_COUNT_FLOAT, VT_ME),
                     define("c", VT_COUNT_INTEGER64, VT_ME)};
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

static void one_call_logs_several_counters_of_mixed_formats_at_one_moment(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
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

/* More than a block of the log has room for, and than a small table. */
static void log_many(struct stage *stage)
{
    static int handles[MANY];
    static long long values[MANY];
    char name[32];
    (void)stage;
    counting_begin();
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "counter %d", i);
        handles[i] = define(name, VT_COUNT_INTEGER64, VT_GROUP_THREAD);
    }
    for (int again = 0; again < 20; again++) {
        for (int i = 0; i < MANY; i++)
            values[i] = again * MANY + i;
        STAGE_CHECK(VT_countval(MANY, handles, values) == VT_OK);
    }
}

static void a_call_with_many_counters_goes_over_blocks(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
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

/* ---- bad calls ------------------------------------------------------------------------------------------- */

static void log_badly(struct stage *stage)
{
    int good = define("good", VT_COUNT_INTEGER64, VT_ME);
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

static void bad_handles_leave_the_other_values_alone(void **state)
{
    struct stage stage;
    struct counting counting;
    static const int good[] = {1, 3, 5, 8};
    (void)state;
    counting_play(log_badly, &stage, &counting);
    assert_int_equal(counting.count, 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(counting_value(&counting, "good", i), good[i % 4]);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_BAD_HANDLE), 8);
    counting_end(&stage, &counting);
}

/* ---- off and out ----------------------------------------------------------------------------------------- */

static void log_while_off(struct stage *stage)
{
    int handle = define("value", VT_COUNT_INTEGER64, VT_ME);
    int shown = define("shown", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_option("VT_COUNTER", "v* off");
    counting_begin();
    log_integer(handle, 1);
    log_integer(shown, 2);
    VT_traceoff();
    log_integer(shown, 3);
    VT_traceon();
    log_integer(shown, 4);
    STAGE_CHECK(VT_countval(2, (int[]){handle, shown}, (long long[]){5, 6}) == VT_OK);
}

static void what_is_off_or_filtered_is_not_logged(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
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
    int handle = define("value", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_option("VT_STATISTICS", "only");
    counting_begin();
    for (int i = 0; i < 100; i++)
        log_integer(handle, i);
}

static void totals_go_on_without_a_log(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
    counting_play(log_totals_only, &stage, &counting);
    assert_int_equal(counting.count, 0);
    const struct qp_counter_totals *totals = counting_only(&counting, "value");
    assert_true(totals->samples == 100 && totals->sum == 4950 && totals->last == 99 && totals->maximum == 99);
    counting_end(&stage, &counting);
}

static void log_past_the_bound(struct stage *stage)
{
    int handle = define("value", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_option("VT_AUTOFLUSH", "off");
    counting_option("VT_MEM_BLOCKSIZE", "64KB");
    counting_option("VT_MEM_MAXBLOCKS", "2");
    counting_begin();
    for (int i = 0; i < 100000; i++)
        log_integer(handle, i);
}

static void totals_go_on_when_the_log_is_full(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
    counting_play(log_past_the_bound, &stage, &counting);
    assert_true(counting.count > 1000 && counting.count < 20000);
    assert_int_equal(counting_only(&counting, "value")->samples, 100000);
    assert_int_equal(counting_only(&counting, "value")->last, 99999);
    assert_true(counting_diagnostic(&counting, QP_DIAGNOSTIC_LOST_EVENT) > 0);
    counting_end(&stage, &counting);
}

/* ---- time and locations ---------------------------------------------------------------------------------- */

static void log_in_state(struct stage *stage)
{
    int handle = define("value", VT_COUNT_INTEGER64, VT_ME), state, location;
    (void)stage;
    STAGE_CHECK(VT_funcdef("state", VT_NOCLASS, &state) == VT_OK);
    STAGE_CHECK(VT_scldef("place.c", 5, &location) == VT_OK);
    counting_begin();
    STAGE_CHECK(VT_thisloc(location) == VT_OK);
    log_integer(handle, 1);
    STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK);
    log_integer(handle, 2);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
}

static void a_value_leaves_the_location_to_the_next_state(void **state)
{
    struct stage stage;
    struct counting counting;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    uint32_t located = 0;
    (void)state;
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

/* ---- whose ----------------------------------------------------------------------------------------------- */

static int by_thread, by_process, by_me, by_host, by_group, nested, by_process_id, by_other, by_thread_id;

static void *log_each(void *data)
{
    long long value = (long long)(intptr_t)data;
    log_integer(by_thread, value);
    log_integer(by_process, value);
    log_integer(by_me, value);
    log_integer(by_host, value);
    log_integer(by_group, value);
    log_integer(nested, value);
    log_integer(by_process_id, value);
    log_integer(by_other, value);
    log_integer(by_thread_id, value);
    log_integer(by_thread_id, value);
    return NULL;
}

static void *log_as_thread(void *data)
{
    STAGE_CHECK(VT_registerthread((int)(intptr_t)data) == VT_OK);
    return log_each(data);
}

static void run_thread(void *(*run)(void *), int number)
{
    pthread_t thread;
    STAGE_CHECK(pthread_create(&thread, NULL, run, (void *)(intptr_t)number) == 0);
    STAGE_CHECK(pthread_join(thread, NULL) == 0);
}

static void log_on_threads(struct stage *stage)
{
    int here, other, fifth, group, outer;
    (void)stage;
    STAGE_CHECK(VT_getprocid(0, &here) == VT_OK && VT_getprocid(1, &other) == VT_OK);
    STAGE_CHECK(VT_getthreadid(0, 5, &fifth) == VT_OK && fifth != here && fifth != other);
    STAGE_CHECK(VT_groupdef("some", 3, (int[]){other, fifth, other}, &group) == VT_OK && group > 0);
    STAGE_CHECK(VT_groupdef("outer", 2, (int[]){group, VT_ME}, &outer) == VT_OK && outer != group);
    by_thread = define("by thread", VT_COUNT_INTEGER64, VT_GROUP_THREAD);
    by_process = define("by process", VT_COUNT_INTEGER64, VT_GROUP_PROCESS);
    by_me = define("by me", VT_COUNT_INTEGER64, VT_ME);
    by_host = define("by host", VT_COUNT_INTEGER64, VT_GROUP_CLUSTER);
    by_group = define("by group", VT_COUNT_INTEGER64, group);
    nested = define("nested", VT_COUNT_INTEGER64, outer);
    by_process_id = define("by process id", VT_COUNT_INTEGER64, here);
    by_other = define("by other", VT_COUNT_INTEGER64, other);
    by_thread_id = define("by thread id", VT_COUNT_INTEGER64, fifth);
    counting_begin();
    log_each((void *)1);
    run_thread(log_as_thread, 5);
    run_thread(log_as_thread, 6);
}

static void instances_are_those_of_the_target(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
    counting_play(log_on_threads, &stage, &counting);
    const struct qp_counters *counters = &counting.events.counters;
    const struct qp_counter_item *item = counting_item(&counting, "by thread");
    uint64_t samples = 0;
    for (uint32_t i = 0; i < item->instance_count; i++) {
        assert_int_equal(counters->instances[item->first_instance + i].kind, QP_INSTANCE_THREAD);
        samples += counters->instances[item->first_instance + i].totals.samples;
    }
    assert_true(item->instance_count >= 2 && samples == 3);
    static const char *const shared[] = {"by process", "by me", "by process id", "by host"};
    for (int i = 0; i < 4; i++) {
        const struct qp_counter_totals *totals = counting_only(&counting, shared[i]);
        assert_true(totals->samples == 3 && totals->sum == 12 && totals->last == 6 && totals->minimum == 1);
        assert_int_equal(counters->instances[counting_item(&counting, shared[i])->first_instance].kind,
                         i == 3 ? QP_INSTANCE_HOST : QP_INSTANCE_PROCESS);
    }
    counting_end(&stage, &counting);
}

static void values_of_strangers_are_counted_and_dropped(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
    counting_play(log_on_threads, &stage, &counting);
    assert_int_equal(counting_item(&counting, "by other")->totals.samples, 0);
    assert_int_equal(counting_logged(&counting, "by other", COUNTING_NONE), 0);
    assert_int_equal(counting_only(&counting, "by thread id")->samples, 2);
    assert_int_equal(counting_only(&counting, "by thread id")->last, 5);
    assert_int_equal(counting_only(&counting, "by group")->samples, 1);
    assert_int_equal(counting_only(&counting, "by group")->last, 5);
    assert_int_equal(counting_item(&counting, "nested")->totals.samples, 3);
    assert_int_equal(counting_item(&counting, "nested")->instance_count, 2);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_NOT_MEMBER), 3 + 2 + 2 * 2);
    counting_end(&stage, &counting);
}

static void *log_as_two(void *data)
{
    STAGE_CHECK(VT_registerthread(5) == VT_OK);
    log_integer(by_thread_id, 1);
    STAGE_CHECK(VT_registerthread(7) == VT_OK);
    log_integer(by_thread_id, 2);
    log_integer(by_thread_id, 3);
    STAGE_CHECK(VT_registerthread(5) == VT_OK);
    log_integer(by_thread_id, 4);
    return data;
}

static void log_with_numbers(struct stage *stage)
{
    int fifth;
    (void)stage;
    STAGE_CHECK(VT_getthreadid(0, 5, &fifth) == VT_OK);
    by_thread_id = define("by thread id", VT_COUNT_INTEGER64, fifth);
    counting_begin();
    run_thread(log_as_two, 0);
}

static void a_thread_with_another_number_is_another_member(void **state)
{
    struct stage stage;
    struct counting counting;
    (void)state;
    counting_play(log_with_numbers, &stage, &counting);
    assert_int_equal(counting_only(&counting, "by thread id")->samples, 2);
    assert_int_equal(counting_only(&counting, "by thread id")->sum, 5);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_NOT_MEMBER), 2);
    counting_end(&stage, &counting);
}

/* ---- as the tool shows them ------------------------------------------------------------------------------ */

static void log_for_the_tool(struct stage *stage)
{
    int real = define("real", VT_COUNT_FLOAT, VT_ME), whole = define("a \"whole\", one", VT_COUNT_INTEGER64, VT_ME);
    (void)stage;
    counting_begin();
    for (int i = 0; i < 1000; i++) {
        log_float(real, i * 0.1 - 3);
        log_integer(whole, i * 1000000000000ll * (i % 2 == 0 ? 1 : -1));
    }
}

/* Each line is one value, to the bit, with its time to the nanosecond. */
static void check_line(const struct counting *counting, const char *line, uint32_t i)
{
    const struct qp_event *event = &counting->values[i];
    uint64_t ns = qp_profile_since_start(&counting->profile, event->tick);
    char expected[200];
    double real;
    memcpy(&real, &event->value, sizeof real);
    int length = snprintf(expected, sizeof expected, "%llu.%09llu,1,%s,", (unsigned long long)ns / 1000000000,
                          (unsigned long long)ns % 1000000000,
                          event->object == 1 ? "Application:real" : "\"Application:a \"\"whole\"\", one\"");
    assert_memory_equal(line, expected, (size_t)length);
    if (event->object == 1)
        assert_true(strtod(line + length, NULL) == real);
    else
        assert_true(strtoll(line + length, NULL, 10) == (long long)event->value);
}

static void the_tool_gives_each_value_exactly(void **state)
{
    struct stage stage;
    struct counting counting;
    uint32_t lines = 0;
    (void)state;
    counting_play(log_for_the_tool, &stage, &counting);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " counters --csv run.qii"), 0);
    char *text = stage_text(&stage, "tool"), *rest = text;
    assert_string_equal(strsep(&rest, "\n"), "time,thread,counter,value");
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0'; lines++)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_every_format_are_logged_to_the_bit),
        cmocka_unit_test(totals_are_those_of_the_values),
        cmocka_unit_test(one_call_logs_several_counters_of_mixed_formats_at_one_moment),
        cmocka_unit_test(a_call_with_many_counters_goes_over_blocks),
        cmocka_unit_test(bad_handles_leave_the_other_values_alone),
        cmocka_unit_test(what_is_off_or_filtered_is_not_logged),
        cmocka_unit_test(totals_go_on_without_a_log),
        cmocka_unit_test(totals_go_on_when_the_log_is_full),
        cmocka_unit_test(a_value_leaves_the_location_to_the_next_state),
        cmocka_unit_test(instances_are_those_of_the_target),
        cmocka_unit_test(values_of_strangers_are_counted_and_dropped),
        cmocka_unit_test(a_thread_with_another_number_is_another_member),
        cmocka_unit_test(the_tool_gives_each_value_exactly),
    };
    return cmocka_run_group_tests_name("counter_value", tests, NULL, NULL);
}
