/* Counters of the system: off by default, read when they are due, by whatever comes first. */
#include "tests/support/sums.h"
#include "tests/vt/counting.h"

#include "VT.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = {"cpu_usr", "cpu_sys", "cpu_idle", "disk_io", "net_io"};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Events for some time: states, values of a counter, or VT_wakeup alone. */
static void run_for(double length, int kind)
{
    int state, counter;
    double value = 0;
    STAGE_CHECK(VT_funcdef("state", VT_NOCLASS, &state) == VT_OK);
    STAGE_CHECK(VT_countdef("own", VT_NOCLASS, VT_COUNT_FLOAT, VT_ME, NULL, "", &counter) == VT_OK);
    for (double end = seconds() + length; seconds() < end; value++) {
        if (kind == 0)
            STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
        else if (kind == 1)
            STAGE_CHECK(VT_countval(1, &counter, &value) == VT_OK);
        else
            STAGE_CHECK(VT_wakeup() == VT_OK && usleep(1000) == 0);
    }
}

static void run_plainly(struct stage *stage)
{
    (void)stage;
    counting_option("VT_OS_COUNTER_DELAY", "10l");
    counting_begin();
    run_for(0.1, 0);
}

TEST(counters_of_the_system_are_off_by_default)
{
    struct stage stage;
    struct counting counting;
    counting_play(run_plainly, &stage, &counting);
    assert_int_equal(counting.count, 0);
    for (int i = 0; i < 5; i++)
        assert_false(counting_has(&counting, names[i]));
    counting_end(&stage, &counting);
}

static void begin_sampling(const char *pattern)
{
    counting_option("VT_COUNTER", pattern);
    counting_option("VT_OS_COUNTER_DELAY", "50l");
    counting_begin();
}

static void sample_with_states(struct stage *stage)
{
    (void)stage;
    begin_sampling("OS:* on");
    run_for(0.6, 0);
}

static void sample_with_values(struct stage *stage)
{
    (void)stage;
    begin_sampling("OS:* on");
    run_for(0.6, 1);
}

static void sample_with_wakeup(struct stage *stage)
{
    (void)stage;
    begin_sampling("OS:* on");
    run_for(0.6, 2);
}

/* At most a sample each 50 ms, so at most 12; how many there are at least the machine's load decides. */
static void check_samples(struct counting *counting)
{
    for (int i = 0; i < 5; i++) {
        if (!counting_has(counting, names[i]))
            fail_msg("no %s", names[i]);
        const struct qp_counter_item *item = counting_item(counting, names[i]);
        assert_int_equal(item->genre, VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_BEFORE);
        assert_int_equal(item->target, VT_GROUP_CLUSTER);
        assert_true(qp_text_equal(item->class_name, qp_text_of("OS")));
        assert_true(qp_text_equal(item->unit, qp_text_of(i < 3 ? "%" : "KB/s")));
        if (i == 3 && item->totals.samples == 0)
            continue; /* some containers show no disks */
        assert_true(item->totals.samples >= 2 && item->totals.samples <= 12);
        assert_true(qp_counters_number(item->genre, item->totals.minimum) >= 0);
        assert_int_equal(counting_logged(counting, names[i], COUNTING_NONE), item->totals.samples);
    }
    for (uint32_t i = 0; i < counting_logged(counting, "cpu_usr", COUNTING_NONE); i++) {
        double sum = 0;
        for (int kind = 0; kind < 3; kind++)
            sum += qp_counters_number(VT_COUNT_FLOAT, counting_value(counting, names[kind], i));
        assert_true(fabs(sum - 100) < 1e-6);
    }
}

TEST(samples_come_with_whatever_event_is_next)
{
    static void (*const scenes[])(struct stage *) = {sample_with_states, sample_with_values, sample_with_wakeup};
    for (int i = 0; i < 3; i++) {
        struct stage stage;
        struct counting counting;
        counting_play(scenes[i], &stage, &counting);
        check_samples(&counting);
        counting_end(&stage, &counting);
    }
}

static void sample_one(struct stage *stage)
{
    (void)stage;
    begin_sampling("cpu_idle on");
    run_for(0.2, 2);
    VT_traceoff();
    run_for(0.2, 2);
}

TEST(one_counter_of_the_system_comes_alone_and_not_while_off)
{
    struct stage stage;
    struct counting counting;
    counting_play(sample_one, &stage, &counting);
    assert_true(counting_has(&counting, "cpu_idle") && !counting_has(&counting, "cpu_usr"));
    assert_true(counting.count >= 1 && counting.count <= 4);
    counting_end(&stage, &counting);
}

/* numbers: 0 ns in VT_wakeup that sampled. */
static void rest_between_events(struct stage *stage)
{
    int state;
    begin_sampling("OS:* on");
    STAGE_CHECK(VT_funcdef("state", VT_NOCLASS, &state) == VT_OK && VT_enter(state, VT_NOSCL) == VT_OK);
    for (int i = 0; i < 4; i++) {
        usleep(60000);
        VT_wakeup();
    }
    VT_leave(VT_NOSCL);
    stage->numbers[0] = 1;
}

TEST(the_time_of_a_sample_is_the_recorders)
{
    struct stage stage;
    struct counting counting;
    uint64_t recorder = 0;
    counting_play(rest_between_events, &stage, &counting);
    for (uint32_t i = 0; i < counting.profile.carrier_count; i++)
        recorder += sums_ledger(&counting.profile, i, QP_VT).recorder;
    assert_int_equal(counting_item(&counting, "cpu_idle")->totals.samples, 4);
    assert_true(recorder > 0 && qp_profile_ns(&counting.profile, recorder) < 200000000);
    counting_end(&stage, &counting);
}

static void define_by_itself(struct stage *stage)
{
    int handle;
    long long value = 5;
    (void)stage;
    STAGE_CHECK(VT_countdef("cpu_usr", VT_NOCLASS, VT_COUNT_INTEGER64, VT_ME, NULL, "", &handle) == VT_OK);
    begin_sampling("** on");
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
    run_for(0.2, 2);
}

TEST(a_counter_of_the_program_keeps_its_name)
{
    struct stage stage;
    struct counting counting;
    counting_play(define_by_itself, &stage, &counting);
    assert_int_equal(counting_only(&counting, "cpu_usr")->samples, 1);
    assert_true(counting_item(&counting, "cpu_sys")->totals.samples > 0);
    counting_end(&stage, &counting);
}
