/* Flight recorder mode: the log has a fixed size and keeps the newest events. */
#include "tests/vt/walk.h"

#include "VT.h"

#include <pthread.h>
#include <unistd.h>

/* Expect the newest events, and a count of the overwritten events. `size` is the size of an event in bytes. About
 * `kept` bytes of events remain, but up to 1.5 blocks of these may be missing. */
static void expect_newest(unsigned thread, uint64_t calls, uint64_t size, uint64_t kept, uint64_t block)
{
    const struct walk_course *course = &walk_courses[thread];
    uint64_t overwritten = walk_profile.carriers[thread].overwritten;
    assert_int_equal(course->count + course->others + overwritten, calls * 2 + 1);
    assert_in_range(course->count * size, kept - block - block / 2, kept + block);
    assert_int_equal((course->first + course->count) % (2 * WALK_STATES), calls * 2 % (2 * WALK_STATES));
    assert_true(course->gaps > 0);
    assert_int_equal(course->lost + walk_profile.carriers[thread].lost, 0);
}

/* ---- flight recorder ------------------------------------------------------------------------------------- */

static void overwrite(struct stage *stage, const char *size, const char *count)
{
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_BLOCKSIZE", size, 1);
    setenv("VT_MEM_MAXBLOCKS", count, 1);
    walk_whole(stage, "");
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

/* Run a scene with one thread. ThreadSanitizer's build omits these tests, since one thread has no races. */
static void expect_recorder(void (*scene)(struct stage *), uint64_t size, uint64_t kept, uint64_t block)
{
    struct stage stage;
    stage_play(&stage, scene);
    walk_look(&stage);
    expect_newest(0, WALK_CALLS, size, kept, block);
    assert_int_equal(stage_calls(&walk_profile, QP_VT, 0), WALK_CALLS);
    assert_int_equal(stage_diagnostics_but(&walk_profile, QP_VT, QP_DIAGNOSTIC_COUNT), 0);
    assert_true(walk_profile.reader.file_size < kept + (1 << 20));
    assert_int_equal(stage_lines(&stage, "err", " overwritten; qii report run.qii"), 1);
    walk_finish(&stage);
}

TEST_IF(!STAGE_THREAD_SANITIZED, flight_recorder_keeps_the_newest_events)
{
    expect_recorder(in_2_mb, 8, 2 << 20, 1 << 16);
}

TEST_IF(!STAGE_THREAD_SANITIZED, event_with_a_location_takes_16_bytes)
{
    expect_recorder(located_in_2_mb, 16, 2 << 20, 1 << 16);
}

TEST_IF(!STAGE_THREAD_SANITIZED, small_recorder_loses_a_small_part_at_a_time)
{
    expect_recorder(in_64_kb, 8, 1 << 16, 1 << 12);
}

TEST_IF(!STAGE_THREAD_SANITIZED, smallest_recorder_has_at_least_one_full_block)
{
    expect_recorder(in_1_kb, 8, 1 << 13, 1 << 12);
}

static void in_full_file(struct stage *stage)
{
    setenv("VT_MEM_OVERWRITE", "on", 1);
    walk_whole(stage, "-max-data-size=1M");
}

TEST_IF(!STAGE_THREAD_SANITIZED, full_file_is_overwritten_too)
{
    struct stage stage;
    stage_play(&stage, in_full_file);
    walk_look(&stage);
    assert_int_equal(walk_courses[0].count + walk_courses[0].others + walk_profile.carriers[0].overwritten,
                     WALK_CALLS * 2 + 1);
    assert_true(walk_courses[0].count > 20000);
    assert_int_equal((walk_courses[0].first + walk_courses[0].count) % (2 * WALK_STATES),
                     WALK_CALLS * 2 % (2 * WALK_STATES));
    assert_int_equal(stage_calls(&walk_profile, QP_VT, 0), WALK_CALLS);
    assert_int_equal(stage_diagnostic(&walk_profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT), 0);
    walk_finish(&stage);
}

/* ---- several threads ------------------------------------------------------------------------------------- */

#define THREADS 4

static pthread_barrier_t barrier;

/* Wait until all threads have begun, so that each has its own part of the log. */
static void *walk_long(void *data)
{
    const unsigned *number = data;
    pthread_barrier_wait(&barrier);
    walk_on(WALK_CALLS / (*number + 1));
    return NULL;
}

static void four_threads(struct stage *stage)
{
    static unsigned numbers[THREADS];
    pthread_t threads[THREADS];
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "20", 1);
    pthread_barrier_init(&barrier, NULL, THREADS);
    walk_begin(stage, "");
    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        STAGE_CHECK(pthread_create(&threads[i], NULL, walk_long, &numbers[i]) == 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    VT_finalize();
}

/* The sum counts the entries and leaves of all threads, including overwritten events, and the begins and ends of
 * threads. */
TEST(each_thread_keeps_its_newest_events)
{
    struct stage stage;
    uint64_t events = 0;
    uint64_t calls = 0;
    stage_play(&stage, four_threads);
    walk_look(&stage);
    for (uint32_t i = 0; i < walk_profile.carrier_count; i++)
        events += walk_courses[i].count + walk_courses[i].others + walk_profile.carriers[i].overwritten;
    for (unsigned i = 0; i < THREADS; i++)
        calls += WALK_CALLS / (i + 1);
    assert_int_equal(stage_calls(&walk_profile, QP_VT, 0), calls);
    assert_int_equal(events, calls * 2 + THREADS * 2 + 1);
    walk_finish(&stage);
}

static void *walk_little(void *unused)
{
    walk_on(30);
    return unused;
}

#define MANY (STAGE_THREAD_SANITIZED ? 1000 : 10000) /* ThreadSanitizer creates only 700 threads per second */

static void many_threads(struct stage *stage)
{
    pthread_t threads[20];
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "1", 1);
    walk_begin(stage, "");
    for (unsigned i = 0; i < MANY; i += 20) {
        for (unsigned k = 0; k < 20; k++)
            STAGE_CHECK(pthread_create(&threads[k], NULL, walk_little, NULL) == 0);
        for (unsigned k = 0; k < 20; k++)
            pthread_join(threads[k], NULL);
    }
    VT_finalize();
}

TEST(ten_thousand_threads_leave_a_bounded_log_and_exact_counts)
{
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    uint64_t count = 0;
    stage_play(&stage, many_threads);
    stage_read(&stage, "run.qii", &walk_profile);
    assert_int_equal(qp_events_open(&events, &walk_profile, &error), 0);
    while (qp_events_next(&events, &event))
        count += event.kind != QP_EVENT_GAP;
    qp_events_close(&events);
    for (uint32_t i = 0; i < walk_profile.carrier_count; i++)
        count += walk_profile.carriers[i].overwritten;
    assert_int_equal(count, MANY * 62 + 1);
    assert_int_equal(stage_calls(&walk_profile, QP_VT, 0), MANY * 30);
    assert_true(walk_profile.reader.file_size < 2 << 20);
    walk_finish(&stage);
}

/* ---- killed ----------------------------------------------------------------------------------------------- */

static void *walk_forever(void *data)
{
    struct stage *stage = data;
    for (;;) {
        walk_on(WALK_STATES);
        stage_add(&stage->numbers[1], 1);
    }
    return NULL;
}

static void until_killed(struct stage *stage)
{
    pthread_t thread;
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "4", 1);
    walk_begin(stage, "");
    for (int i = 0; i < 3; i++)
        STAGE_CHECK(pthread_create(&thread, NULL, walk_forever, stage) == 0);
    pause();
}

TEST(killed_recorder_has_the_newest_events)
{
    for (int round = 0; round < 5; round++) {
        struct stage stage;
        uint64_t kept = 0;
        stage_begin(&stage, until_killed);
        stage_await(&stage.numbers[1], 3000 + (uint64_t)round * 37);
        stage_kill(&stage);
        walk_look(&stage);
        assert_int_equal(walk_profile.reader.ending, QP_ENDING_KILLED);
        for (uint32_t i = 0; i < walk_profile.carrier_count; i++)
            kept += walk_courses[i].count;
        assert_in_range(kept * 8, 4 * 65536 * 3 / 4, 5 * 65536);
        walk_finish(&stage);
    }
}
