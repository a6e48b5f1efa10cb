/* Counters of the system, with a clock and a /proc that the test sets: their due times, their values, and the
 * charging of the time for sampling to the recorder. */
#include "tests/support/clock.h"
#include "tests/support/sums.h"
#include "tests/vt/counting.h"

#include "VT.h"

#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MILLISECOND 1000000u /* in ns, which equal ticks here */
#define READING     70000u   /* duration of a sample in ns */
#define BEGIN       1000000000u

static uint64_t now;
static bool began;
static unsigned readings; /* number of times that /proc was read */

static void at(uint64_t ns)
{
    now = ns;
    clock_at(ns);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (clock != CLOCK_MONOTONIC || now == 0)
        return (int)syscall(SYS_clock_gettime, clock, time);
    *time = (struct timespec){(time_t)(now / 1000000000u), (long)(now % 1000000000u)};
    return 0;
}

static void write_proc(const char *name, const char *format, ...)
{
    va_list arguments;
    FILE *file = fopen(name, "we");
    STAGE_CHECK(file);
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    STAGE_CHECK(fclose(file) == 0);
}

/* Advance the counters before each reading. Of 8 processor ticks, 1 is in user mode and 2 in the system. A disk and the
 * network transfer 1024 bytes. Other devices do not count. */
static void grow(void)
{
    unsigned n = ++readings;
    write_proc("stat", "cpu %u 0 %u %u 0 0 0 0 0 0\n", n, n * 2, n * 5);
    write_proc("diskstats", "8 0 sda 1 0 %u 1 1 0 %u 1\n 8 1 sda1 1 0 %u 1 1 0 7 1\n 7 0 loop0 1 0 %u 1 1 0 7 1\n", n,
               n, n * 7, n * 7);
    write_proc("dev", "heading |\n lo: %u 1 1 1 1 1 1 1 %u 1\n eth0: %u 1 1 1 1 1 1 1 %u 1\n", n * 9, n * 9, n * 1000,
               n * 24);
    if (began)
        at(now + READING);
}

/* Replaces open. Each reading of the counters begins with /proc/stat. */
int open(const char *path, int flags, ...)
{
    mode_t mode = 0;
    va_list arguments;
    va_start(arguments, flags);
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE)
        mode = va_arg(arguments, mode_t);
    va_end(arguments);
    bool is_proc = strcmp(path, "/proc/stat") == 0;
    if (is_proc)
        grow();
    if (is_proc || strcmp(path, "/proc/diskstats") == 0 || strcmp(path, "/proc/net/dev") == 0)
        path = strrchr(path, '/') + 1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* Start a run with a sample every 50 ms. */
static void begin_sampling(const char *pattern)
{
    at(BEGIN);
    counting_option("VT_COUNTER", pattern);
    counting_option("VT_OS_COUNTER_DELAY", "50l");
    counting_begin();
    at(now + READING); /* the readings at the start took no time; move the clock, as if the last of these readings
                        * had taken READING */
    began = true;
}

/* Record `count` events at intervals of `milliseconds`. */
static void wake_after_each(unsigned milliseconds, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        at(now + milliseconds * MILLISECOND);
        STAGE_CHECK(VT_wakeup() == VT_OK);
    }
}

/* Return the n-th value of a counter, with its time. */
static const struct qp_event *value_of(const struct counting *counting, const char *name, uint32_t n)
{
    uint32_t object = counting_item(counting, name)->index;
    for (uint32_t i = 0; i < counting->count; i++)
        if (counting->values[i].object == object && n-- == 0)
            return &counting->values[i];
    fail_msg("%s has too few values", name);
    return NULL;
}

static void expect_values(const struct counting *counting, const char *name, uint32_t count, double value)
{
    assert_int_equal(counting_item(counting, name)->totals.samples, count);
    assert_int_equal(counting_logged(counting, name, COUNTING_NONE), count);
    for (uint32_t i = 0; i < count; i++) {
        double found = qp_counters_number(VT_COUNT_FLOAT, value_of(counting, name, i)->value);
        if (fabs(found - value) > value * 1e-9)
            fail_msg("%s: value %u is %.12g, not %.12g", name, i, found, value);
    }
}

/* ---- due times and values -------------------------------------------------------------------------------------- */

static void wake_often(struct stage *stage)
{
    (void)stage;
    begin_sampling("OS:* on");
    wake_after_each(20, 30);
}

/* Events are 20 ms apart, so the next sample is at the third event after a sample: 60 ms later, plus the duration of
 * the sample itself. */
TEST(sample_comes_with_the_first_event_after_its_period)
{
    struct stage stage;
    struct counting counting;
    double seconds = 60e-3 + READING * 1e-9;
    counting_play(wake_often, &stage, &counting);
    expect_values(&counting, "cpu_usr", 10, 12.5);
    expect_values(&counting, "cpu_sys", 10, 25);
    expect_values(&counting, "cpu_idle", 10, 62.5);
    expect_values(&counting, "disk_io", 10, 1 / seconds);
    expect_values(&counting, "net_io", 10, 1 / seconds);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(value_of(&counting, "cpu_idle", i)->tick,
                         BEGIN + (i + 1) * (60 * MILLISECOND + (uint64_t)READING));
    counting_end(&stage, &counting);
}

static void wake_early(struct stage *stage)
{
    begin_sampling("OS:* on");
    unsigned at_the_start = readings;
    wake_after_each(7, 7);
    stage->numbers[0] = readings - at_the_start;
    wake_after_each(7, 1);
    stage->numbers[1] = readings - at_the_start;
}

TEST(events_within_the_period_take_no_sample)
{
    struct stage stage;
    struct counting counting;
    counting_play(wake_early, &stage, &counting);
    assert_int_equal(stage.numbers[0], 0);
    assert_int_equal(stage.numbers[1], 1);
    expect_values(&counting, "cpu_usr", 1, 12.5);
    counting_end(&stage, &counting);
}

static void sample_one(struct stage *stage)
{
    begin_sampling("cpu_idle on");
    unsigned at_the_start = readings;
    wake_after_each(60, 3);
    VT_traceoff();
    wake_after_each(60, 3);
    stage->numbers[0] = readings - at_the_start;
}

TEST(single_system_counter_is_sampled_unless_off)
{
    struct stage stage;
    struct counting counting;
    counting_play(sample_one, &stage, &counting);
    assert_false(counting_has(&counting, "cpu_usr"));
    expect_values(&counting, "cpu_idle", 3, 62.5);
    assert_int_equal(counting.count, 3);
    assert_int_equal(stage.numbers[0], 3);
    counting_end(&stage, &counting);
}

/* ---- the time of samples -------------------------------------------------------------------------------------- */

static void rest_between_events(struct stage *stage)
{
    int state;
    (void)stage;
    begin_sampling("OS:* on");
    STAGE_CHECK(VT_funcdef("state", VT_NOCLASS, &state) == VT_OK && VT_enter(state, VT_NOSCL) == VT_OK);
    wake_after_each(60, 4);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
}

TEST(time_of_a_sample_is_the_recorders)
{
    struct stage stage;
    struct counting counting;
    uint64_t recorder = 0;
    counting_play(rest_between_events, &stage, &counting);
    expect_values(&counting, "cpu_idle", 4, 62.5);
    for (uint32_t i = 0; i < counting.profile.carrier_count; i++)
        recorder += sums_ledger(&counting.profile, i, QP_VT).recorder;
    assert_int_equal(recorder, 4 * READING);
    counting_end(&stage, &counting);
}
