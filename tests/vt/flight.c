/* What is kept of the event log where it is bounded, and what is counted of the rest. */
#include "tests/support/stage.h"

#include "VT.h"
#include "data/events.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

/* Each thread enters and leaves these states in turn, so that the log tells where in its course an event lies. */
#define STATES 97

static int handles[STATES];

static void start(const char *core_options)
{
    char options[200];
    snprintf(options, sizeof options, "-data-file=run.qii %s", core_options);
    setenv("VT_OPTIONS", options, 1);
    for (int i = 0; i < STATES; i++) {
        char name[16];
        snprintf(name, sizeof name, "A:%d", i);
        STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handles[i]) == VT_OK);
    }
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

static void walk(unsigned calls)
{
    for (unsigned i = 0; i < calls; i++)
        STAGE_CHECK(VT_enter(handles[i % STATES], VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

/* ---- looking back ---------------------------------------------------------------------------------------- */

#define MOST 64

struct course {
    uint64_t first; /* place in the course of the first event there is, modulo 2 * STATES */
    uint64_t count; /* of entries and leaves */
    uint64_t others;
    uint64_t gaps;
    uint64_t lost;
    int begins; /* its system thread's begin is there */
};

static struct qp_profile profile;
static struct course courses[MOST]; /* by thread */

static void add(struct course *course, const struct qp_event *event)
{
    if (event->kind == QP_EVENT_ENTER || event->kind == QP_EVENT_LEAVE) {
        uint64_t place = (event->object - (uint64_t)handles[0]) * 2 + (event->kind == QP_EVENT_LEAVE);
        if (course->count == 0)
            course->first = place;
        if (place != (course->first + course->count++) % (2 * STATES))
            fail_msg("event %u of %u is not the next", (unsigned)course->count, event->object);
    } else if (event->kind == QP_EVENT_GAP) {
        course->gaps += event->value;
        assert_int_equal(course->count + course->others, 0);
    } else if (event->kind == QP_EVENT_LOST) {
        course->lost += event->value;
    } else {
        course->others++;
        course->begins |= event->kind == QP_EVENT_THREAD;
    }
}

/* Read the scene's log: of each thread its events follow each other without a hole. */
static void look(const struct stage *stage)
{
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    stage_read(stage, "run.qii", &profile);
    handles[0] = (int)stage->numbers[0];
    memset(courses, 0, sizeof courses);
    assert_int_equal(qp_events_open(&events, &profile, &error), 0);
    while (qp_events_next(&events, &event)) {
        assert_in_range(event.thread, 0, MOST - 1);
        add(&courses[event.thread], &event);
    }
    qp_events_close(&events);
}

/* The newest events are there, as many of this size as fit into kept bytes less a block; the others are counted. */
static void expect_newest(unsigned thread, uint64_t calls, uint64_t size, uint64_t kept, uint64_t block)
{
    const struct course *course = &courses[thread];
    uint64_t overwritten = profile.threads[thread].overwritten;
    assert_int_equal(course->count + course->others + overwritten, calls * 2 + 1);
    assert_in_range(course->count * size, kept - block - block / 2, kept + block);
    assert_int_equal((course->first + course->count) % (2 * STATES), calls * 2 % (2 * STATES));
    assert_true(course->gaps > 0);
    assert_int_equal(course->lost + profile.threads[thread].lost, 0);
}

static void finish(struct stage *stage)
{
    qp_profile_close(&profile);
    stage_close(stage);
}

/* ---- flight recorder ------------------------------------------------------------------------------------- */

#define CALLS 200003 /* 3.2 MB of events */

static void overwrite(struct stage *stage, const char *size, const char *count)
{
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_BLOCKSIZE", size, 1);
    setenv("VT_MEM_MAXBLOCKS", count, 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

static void in_2_mb(struct stage *stage)
{
    overwrite(stage, "1MB", "2");
}

static void located_in_2_mb(struct stage *stage)
{
    setenv("VT_PCTRACE", "on", 1);
    overwrite(stage, "1MB", "2");
}

static void in_64_kb(struct stage *stage)
{
    overwrite(stage, "64KB", "1");
}

static void in_1_kb(struct stage *stage)
{
    overwrite(stage, "1KB", "1");
}

static void expect_recorder(void (*scene)(struct stage *), uint64_t size, uint64_t kept, uint64_t block)
{
    struct stage stage;
    stage_play(&stage, scene);
    look(&stage);
    expect_newest(0, CALLS, size, kept, block);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), CALLS);
    assert_int_equal(stage_diagnostics_but(&profile, QP_VT, QP_DIAGNOSTIC_COUNT), 0);
    assert_true(profile.reader.file_size < kept + (1 << 20));
    assert_int_equal(stage_lines(&stage, "err", " overwritten; qii report run.qii"), 1);
    finish(&stage);
}

static void the_flight_recorder_keeps_the_newest_events(void **state)
{
    (void)state;
    expect_recorder(in_2_mb, 8, 2 << 20, 1 << 16);
}

static void an_event_with_a_place_takes_16_bytes(void **state)
{
    (void)state;
    expect_recorder(located_in_2_mb, 16, 2 << 20, 1 << 16);
}

static void a_small_one_loses_a_small_part_at_a_time(void **state)
{
    (void)state;
    expect_recorder(in_64_kb, 8, 1 << 16, 1 << 12);
}

static void the_smallest_has_one_full_block_at_least(void **state)
{
    (void)state;
    expect_recorder(in_1_kb, 8, 1 << 13, 1 << 12);
}

static void in_full_file(struct stage *stage)
{
    setenv("VT_MEM_OVERWRITE", "on", 1);
    start("-max-data-size=1M");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

static void a_full_file_is_overwritten_too(void **state)
{
    struct stage stage;
    (void)state;
    stage_play(&stage, in_full_file);
    look(&stage);
    assert_int_equal(courses[0].count + courses[0].others + profile.threads[0].overwritten, CALLS * 2 + 1);
    assert_true(courses[0].count > 20000);
    assert_int_equal((courses[0].first + courses[0].count) % (2 * STATES), CALLS * 2 % (2 * STATES));
    assert_int_equal(stage_calls(&profile, QP_VT, 0), CALLS);
    assert_int_equal(stage_diagnostic(&profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT), 0);
    finish(&stage);
}

/* ---- several threads ------------------------------------------------------------------------------------- */

#define THREADS 4

static pthread_barrier_t barrier;

/* All begin before one ends, so that each has a course of its own in the log. */
static void *walk_long(void *data)
{
    const unsigned *number = data;
    pthread_barrier_wait(&barrier);
    walk(CALLS / (*number + 1));
    return NULL;
}

static void four_threads(struct stage *stage)
{
    static unsigned numbers[THREADS];
    pthread_t threads[THREADS];
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "20", 1);
    pthread_barrier_init(&barrier, NULL, THREADS);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        STAGE_CHECK(pthread_create(&threads[i], NULL, walk_long, &numbers[i]) == 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    VT_finalize();
}

/* Entries and leaves of all threads, those overwritten too; begins and ends of the threads count as well. */
static void each_thread_keeps_its_newest(void **state)
{
    struct stage stage;
    uint64_t events = 0;
    uint64_t calls = 0;
    (void)state;
    stage_play(&stage, four_threads);
    look(&stage);
    for (uint32_t i = 0; i < profile.carrier_count; i++)
        events += courses[i].count + courses[i].others + profile.threads[i].overwritten;
    for (unsigned i = 0; i < THREADS; i++)
        calls += CALLS / (i + 1);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), calls);
    assert_int_equal(events, calls * 2 + THREADS * 2 + 1);
    finish(&stage);
}

static void *walk_little(void *unused)
{
    walk(30);
    return unused;
}

#define MANY 10000

static void many_threads(struct stage *stage)
{
    pthread_t threads[20];
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "1", 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    for (unsigned i = 0; i < MANY; i += 20) {
        for (unsigned k = 0; k < 20; k++)
            STAGE_CHECK(pthread_create(&threads[k], NULL, walk_little, NULL) == 0);
        for (unsigned k = 0; k < 20; k++)
            pthread_join(threads[k], NULL);
    }
    VT_finalize();
}

static void ten_thousand_threads_leave_a_bounded_log_and_exact_counts(void **state)
{
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    uint64_t count = 0;
    (void)state;
    stage_play(&stage, many_threads);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(qp_events_open(&events, &profile, &error), 0);
    while (qp_events_next(&events, &event))
        count += event.kind != QP_EVENT_GAP;
    qp_events_close(&events);
    for (uint32_t i = 0; i < profile.carrier_count; i++)
        count += profile.threads[i].overwritten;
    assert_int_equal(count, MANY * 62 + 1);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), MANY * 30);
    assert_true(profile.reader.file_size < 2 << 20);
    finish(&stage);
}

/* ---- killed ----------------------------------------------------------------------------------------------- */

static void *walk_forever(void *data)
{
    struct stage *stage = data;
    for (;;) {
        walk(STATES);
        stage_add(&stage->numbers[1], 1);
    }
    return NULL;
}

static void until_killed(struct stage *stage)
{
    pthread_t thread;
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "4", 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    for (int i = 0; i < 3; i++)
        STAGE_CHECK(pthread_create(&thread, NULL, walk_forever, stage) == 0);
    pause();
}

static void a_killed_recorder_has_the_newest_events(void **state)
{
    (void)state;
    for (int round = 0; round < 5; round++) {
        struct stage stage;
        uint64_t kept = 0;
        stage_begin(&stage, until_killed);
        stage_await(&stage.numbers[1], 3000 + (uint64_t)round * 37);
        stage_kill(&stage);
        look(&stage);
        assert_int_equal(profile.reader.ending, QP_ENDING_KILLED);
        for (uint32_t i = 0; i < profile.carrier_count; i++)
            kept += courses[i].count;
        assert_in_range(kept * 8, 4 * 65536 * 3 / 4, 5 * 65536);
        finish(&stage);
    }
}

/* ---- the log stops --------------------------------------------------------------------------------------- */

static void stop_at_blocks(struct stage *stage)
{
    setenv("VT_AUTOFLUSH", "off", 1);
    setenv("VT_MEM_MAXBLOCKS", "5", 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

static void stop_at_file_size(struct stage *stage)
{
    start("-max-data-size=1M");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

static void stop_at_full_disk(struct stage *stage)
{
    const struct rlimit limit = {1 << 20, 1 << 20};
    STAGE_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

/* The oldest events are there, then a line says how many are not; totals have all. */
static void expect_stop(void (*scene)(struct stage *), uint64_t least)
{
    struct stage stage;
    stage_play(&stage, scene);
    look(&stage);
    assert_int_equal(courses[0].first, 0);
    assert_int_equal(courses[0].gaps, 0);
    assert_int_equal(courses[0].count + courses[0].lost, CALLS * 2);
    assert_true(courses[0].count >= least);
    assert_int_equal(profile.threads[0].lost, courses[0].lost);
    assert_int_equal(stage_diagnostic(&profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT), courses[0].lost);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), CALLS);
    assert_int_equal(stage_lines(&stage, "err", " lost for lack of room; qii report run.qii"), 1);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", " lost "), 1);
    finish(&stage);
}

static void without_autoflush_the_log_stops_at_its_bound(void **state)
{
    (void)state;
    expect_stop(stop_at_blocks, 5 * 65536 / 8 - 1000);
}

static void at_the_size_of_the_file_the_log_stops(void **state)
{
    (void)state;
    expect_stop(stop_at_file_size, 30000);
}

static void on_a_full_disk_the_log_stops(void **state)
{
    (void)state;
    expect_stop(stop_at_full_disk, 30000);
}

static void stop_until_killed(struct stage *stage)
{
    setenv("VT_AUTOFLUSH", "off", 1);
    setenv("VT_MEM_MAXBLOCKS", "1", 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    stage->numbers[1] = 1;
    pause();
}

static void a_killed_run_says_how_much_is_missing(void **state)
{
    struct stage stage;
    (void)state;
    stage_begin(&stage, stop_until_killed);
    stage_await(&stage.numbers[1], 1);
    stage_kill(&stage);
    look(&stage);
    assert_int_equal(courses[0].count + courses[0].lost, CALLS * 2);
    assert_int_equal(profile.threads[0].lost, courses[0].lost);
    finish(&stage);
}

static void flush_always(struct stage *stage)
{
    setenv("VT_MEM_MAXBLOCKS", "1", 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

static void with_autoflush_the_log_has_no_bound_but_the_files(void **state)
{
    struct stage stage;
    (void)state;
    stage_play(&stage, flush_always);
    look(&stage);
    assert_int_equal(courses[0].count, CALLS * 2);
    assert_int_equal(stage_lines(&stage, "err", "libvt: 400,007 events of 1 thread in run.qii; qii report run.qii"), 1);
    finish(&stage);
}

/* ---- statistics ------------------------------------------------------------------------------------------ */

static void run_with_statistics(struct stage *stage, const char *value, const char *verbose)
{
    setenv("VT_STATISTICS", value, 1);
    setenv("VT_VERBOSE", verbose, 1);
    start("");
    stage->numbers[0] = (uint64_t)handles[0];
    walk(CALLS);
    VT_finalize();
}

static void totals_only(struct stage *stage)
{
    run_with_statistics(stage, "only", "1");
}

static void no_totals(struct stage *stage)
{
    run_with_statistics(stage, "off", "2");
}

static void both_and_verbose(struct stage *stage)
{
    run_with_statistics(stage, "on", "2");
}

static void nothing_said(struct stage *stage)
{
    run_with_statistics(stage, "on", "0");
}

static void expect_statistics(void (*scene)(struct stage *), uint64_t events, unsigned lines, unsigned functions)
{
    struct stage stage;
    stage_play(&stage, scene);
    look(&stage);
    assert_int_equal(courses[0].count, events);
    assert_int_equal(courses[0].lost + profile.threads[0].lost, 0);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), CALLS);
    assert_int_equal(stage_diagnostics_but(&profile, QP_VT, QP_DIAGNOSTIC_COUNT), 0);
    assert_int_equal(stage_lines(&stage, "err", "libvt: "), lines);
    assert_int_equal(stage_lines(&stage, "err", " A:1"), functions);
    finish(&stage);
}

static void statistics_only_has_totals_and_no_log(void **state)
{
    (void)state;
    expect_statistics(totals_only, 0, 1, 0);
}

static void statistics_off_leaves_them_out_of_the_summary(void **state)
{
    (void)state;
    expect_statistics(no_totals, CALLS * 2, 1, 0);
}

static void verbose_says_how_much_is_told(void **state)
{
    struct stage stage;
    (void)state;
    expect_statistics(nothing_said, CALLS * 2, 0, 0);
    stage_play(&stage, both_and_verbose);
    assert_int_equal(stage_lines(&stage, "err", "of 97 functions"), 1);
    assert_int_equal(stage_lines(&stage, "err", "libvt: 400,007 events"), 1);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_flight_recorder_keeps_the_newest_events),
        cmocka_unit_test(an_event_with_a_place_takes_16_bytes),
        cmocka_unit_test(a_small_one_loses_a_small_part_at_a_time),
        cmocka_unit_test(the_smallest_has_one_full_block_at_least),
        cmocka_unit_test(a_full_file_is_overwritten_too),
        cmocka_unit_test(each_thread_keeps_its_newest),
        cmocka_unit_test(ten_thousand_threads_leave_a_bounded_log_and_exact_counts),
        cmocka_unit_test(a_killed_recorder_has_the_newest_events),
        cmocka_unit_test(without_autoflush_the_log_stops_at_its_bound),
        cmocka_unit_test(at_the_size_of_the_file_the_log_stops),
        cmocka_unit_test(on_a_full_disk_the_log_stops),
        cmocka_unit_test(a_killed_run_says_how_much_is_missing),
        cmocka_unit_test(with_autoflush_the_log_has_no_bound_but_the_files),
        cmocka_unit_test(statistics_only_has_totals_and_no_log),
        cmocka_unit_test(statistics_off_leaves_them_out_of_the_summary),
        cmocka_unit_test(verbose_says_how_much_is_told),
    };
    return cmocka_run_group_tests_name("flight", tests, NULL, NULL);
}
