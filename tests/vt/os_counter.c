/* Counters of the system, with the system's values: off by default, and read at the first event after they are due.
 * os_counter_times.c checks the due times to the nanosecond. */
#include "tests/vt/counting.h"

#include "VT.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = {"cpu_usr", "cpu_sys", "cpu_idle", "disk_io", "net_io"};

#define PERIOD 50000000u /* ns */

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Return the time of all processors that the kernel has counted so far. */
static uint64_t processors_time(void)
{
    uint64_t sum = 0;
    unsigned long long counted;
    FILE *file = fopen("/proc/stat", "re");
    STAGE_CHECK(file && fscanf(file, "cpu") == 0);
    while (fscanf(file, "%llu", &counted) == 1)
        sum += counted;
    fclose(file);
    return sum;
}

enum kind { STATES, VALUES, WAKEUP };

static int state, counter;

static void define(void)
{
    STAGE_CHECK(VT_funcdef("state", VT_NOCLASS, &state) == VT_OK);
    STAGE_CHECK(VT_countdef("own", VT_NOCLASS, VT_COUNT_FLOAT, VT_ME, NULL, "", &counter) == VT_OK);
}

static void make_event(enum kind kind)
{
    double value = 1;
    if (kind == STATES)
        STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
    else if (kind == VALUES)
        STAGE_CHECK(VT_countval(1, &counter, &value) == VT_OK);
    else
        STAGE_CHECK(VT_wakeup() == VT_OK && usleep(1000) == 0);
}

/* Record events for a tenth longer than the sampling period, so that one of them takes a sample. The library
 * estimates the due time from the length of a tick, so the sample may be late. Let the kernel count before the first
 * event, so that the sample has values. */
static void run_for_a_sample(enum kind kind)
{
    uint64_t end = nanoseconds() + PERIOD + PERIOD / 10;
    uint64_t counted = processors_time();
    while (processors_time() == counted)
        usleep(1000);
    while (nanoseconds() < end)
        make_event(kind);
    make_event(kind);
}

static void run_plainly(struct stage *stage)
{
    (void)stage;
    counting_option("VT_OS_COUNTER_DELAY", "50l");
    counting_begin();
    define();
    run_for_a_sample(STATES);
    run_for_a_sample(STATES);
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

static void begin_sampling(void)
{
    counting_option("VT_COUNTER", "** on");
    counting_option("VT_OS_COUNTER_DELAY", "50l");
    counting_begin();
}

/* Run until there are samples. numbers[0] is the time in ns from before the start to the end. */
static void sample_with(struct stage *stage, enum kind kind)
{
    uint64_t start = nanoseconds();
    begin_sampling();
    define();
    for (int i = 0; i < 3; i++)
        run_for_a_sample(kind);
    stage->numbers[0] = nanoseconds() - start;
}

static void sample_with_states(struct stage *stage)
{
    sample_with(stage, STATES);
}

static void sample_with_values(struct stage *stage)
{
    sample_with(stage, VALUES);
}

static void sample_with_wakeup(struct stage *stage)
{
    sample_with(stage, WAKEUP);
}

/* Expect at least the three samples that the scene waited for, and at most one sample per period. */
static void check_samples(struct counting *counting, uint64_t length)
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
            continue; /* some containers have no disks in /proc */
        assert_true(item->totals.samples >= 3 && item->totals.samples <= length / PERIOD);
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

TEST(samples_come_with_the_next_event_of_any_kind)
{
    static void (*const scenes[])(struct stage *) = {sample_with_states, sample_with_values, sample_with_wakeup};
    for (int i = 0; i < 3; i++) {
        struct stage stage;
        struct counting counting;
        counting_play(scenes[i], &stage, &counting);
        check_samples(&counting, stage.numbers[0]);
        counting_end(&stage, &counting);
    }
}

static void define_by_itself(struct stage *stage)
{
    int handle;
    long long value = 5;
    (void)stage;
    STAGE_CHECK(VT_countdef("cpu_usr", VT_NOCLASS, VT_COUNT_INTEGER64, VT_ME, NULL, "", &handle) == VT_OK);
    begin_sampling();
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
    run_for_a_sample(WAKEUP);
}

TEST(counter_of_the_program_keeps_its_name)
{
    struct stage stage;
    struct counting counting;
    counting_play(define_by_itself, &stage, &counting);
    assert_int_equal(counting_only(&counting, "cpu_usr")->samples, 1);
    assert_true(counting_item(&counting, "cpu_sys")->totals.samples > 0);
    counting_end(&stage, &counting);
}
