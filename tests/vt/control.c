/* Calls that control tracing while the program runs, and the time that VT_timestamp returns. */
#include "tests/vt/picture.h"

#include "VT.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int defined(const char *name)
{
    int handle = 0;
    STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handle) == VT_OK);
    return handle;
}

static void call(int handle)
{
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

static int is_on(void)
{
    int on = -1;
    STAGE_CHECK(VT_tracestate(&on) == VT_OK && VT_tracestate(NULL) == VT_OK);
    return on;
}

/* ---- on and off ------------------------------------------------------------------------------------------- */

static void off_and_on(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int outer = defined("outer");
    int f = defined("f");
    int g = defined("g");
    STAGE_CHECK(is_on() == 1);
    VT_enter(outer, VT_NOSCL);
    VT_enter(f, VT_NOSCL);
    STAGE_CHECK(VT_traceoff() == VT_OK && VT_traceoff() == VT_OK && is_on() == 0);
    call(g);
    VT_enter(g, VT_NOSCL);
    VT_leave(VT_NOSCL);
    VT_leave(VT_NOSCL); /* leaves f, which is open in the log */
    VT_begin(g);
    STAGE_CHECK(VT_traceon() == VT_OK && VT_traceon() == VT_OK && is_on() == 1);
    call(f);
    VT_end(g); /* the beginning of g is not in the log */
    VT_leave(VT_NOSCL);
    VT_finalize();
}

TEST(states_while_off_are_not_logged_but_paired)
{
    struct stage stage;
    stage_play(&stage, off_and_on);
    expect_log(&stage, "1 thread\n"
                       "1 enter Application:outer\n"
                       "1 enter Application:f\n"
                       "1 off\n"
                       "1 leave Application:f\n"
                       "1 on\n"
                       "1 enter Application:f\n"
                       "1 leave Application:f\n"
                       "1 leave Application:outer\n");
    assert_int_equal(stage_calls(picture_profile(&stage), QP_VT, 0), 3);
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

static void off_before_the_run(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(is_on() == 1 && VT_traceoff() == VT_OK && is_on() == 0);
    int f = defined("f");
    picture_start("");
    call(f);
    VT_traceon();
    call(f);
    VT_finalize();
    STAGE_CHECK(VT_traceoff() == VT_OK && VT_traceon() == VT_OK);
}

TEST(thread_may_be_off_before_the_run)
{
    expect_scene(off_before_the_run, "1 thread\n1 off\n1 on\n1 enter Application:f\n1 leave Application:f\n", "");
}

static void *call_and_turn_off(void *data)
{
    const int *handle = data;
    STAGE_CHECK(is_on() == 1);
    VT_traceoff();
    call(*handle);
    return NULL;
}

static void *call_only(void *data)
{
    const int *handle = data;
    STAGE_CHECK(is_on() == 1);
    call(*handle);
    return NULL;
}

static void run_thread(void *(*body)(void *), void *data)
{
    pthread_t thread;
    STAGE_CHECK(pthread_create(&thread, NULL, body, data) == 0);
    pthread_join(thread, NULL);
}

static void off_on_one_thread(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    VT_traceoff();
    run_thread(call_and_turn_off, &f);
    run_thread(call_only, &f);
    STAGE_CHECK(is_on() == 0);
    VT_finalize();
}

TEST(each_thread_is_switched_off_separately)
{
    expect_scene(off_on_one_thread,
                 "1 thread\n"
                 "1 off\n"
                 "2 thread\n"
                 "2 off\n"
                 "2 end\n"
                 "2 thread\n"
                 "2 enter Application:f\n"
                 "2 leave Application:f\n"
                 "2 end\n",
                 "");
}

/* ---- time ------------------------------------------------------------------------------------------------- */

static double wall(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double monotonic(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void check_rising(double *last)
{
    for (int i = 0; i < 1000; i++) {
        double now = i % 2 ? VT_timestamp() : VT_timeofday();
        STAGE_CHECK(now >= *last && now < *last + 30);
        *last = now;
    }
}

/* Bounds of the difference between VT_timestamp and the monotonic clock. They are valid however long the thread was off
 * the processor between the calls. */
struct shift {
    double least;
    double most;
};

static struct shift measure_shift(void)
{
    double before = monotonic();
    double time = VT_timestamp();
    double after = monotonic();
    return (struct shift){time - after, time - before};
}

/* Check that two differences agree within 1 us. They cannot agree exactly, because a double with the seconds since
 * 1970 has a resolution of 0.24 us. */
static void check_same(struct shift a, struct shift b)
{
    STAGE_CHECK(a.least < b.most + 1e-6 && b.least < a.most + 1e-6);
}

static void report_times(struct stage *stage)
{
    double last = wall() - 1;
    STAGE_CHECK(VT_timestart() == 0);
    check_rising(&last);
    struct shift shift = measure_shift();
    picture_start("");
    check_rising(&last);
    STAGE_CHECK(VT_timesync() == VT_OK && VT_flush() == VT_OK);
    double before = VT_timestart();
    STAGE_CHECK(before > 0 && before <= VT_timestamp());
    call(defined("f"));
    stage->numbers[0] = (uint64_t)(VT_timestamp() * 1e6);
    usleep(20000);
    VT_finalize();
    check_rising(&last);
    STAGE_CHECK(VT_timestart() == before && VT_timesync() == VT_OK && VT_flush() == VT_OK);
    check_same(measure_shift(), shift);
    stage->numbers[1] = (uint64_t)(before * 1e6);
}

TEST(times_are_seconds_since_1970_on_the_time_line_of_the_trace)
{
    struct stage stage;
    stage_play(&stage, report_times);
    const struct qp_header *header = &picture_profile(&stage)->reader.header;
    assert_in_range(header->start_realtime_ns / 1000, stage.numbers[1] - 1, stage.numbers[1] + 1);
    assert_in_range((uint64_t)time(NULL), header->start_realtime_ns / 1000000000,
                    header->start_realtime_ns / 1000000000 + 60);
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

static void cost_is_known(struct stage *stage)
{
    (void)stage;
    picture_start("");
    VT_finalize();
}

static bool is_measured(const struct qp_own_cost *cost)
{
    uint64_t whole = cost->inside + cost->outside;
    assert_true(cost->least <= whole + 1 && whole <= cost->most); /* both parts of `whole` were rounded down */
    return cost->inside > 0 && cost->outside > 0 && cost->inside < 256 * 10000;
}

/* Number of attempts to measure both parts of the overhead. Each part is a difference of two times. In a build
 * without compiler optimisation, on a busy machine, one of the two parts may be 0 in one run of five. */
#define TRIES 30

TEST(overhead_is_measured_at_the_start)
{
    bool measured = false;
    for (int i = 0; i < TRIES && !measured; i++) {
        struct stage stage;
        stage_play(&stage, cost_is_known);
        const struct qp_header *header = &picture_profile(&stage)->reader.header;
        measured = header->clock_kind != QP_CLOCK_TSC || is_measured(&header->own_cost[QP_VT]);
        expect_log(&stage, "1 thread\n");
        picture_close();
        stage_close(&stage);
    }
    assert_true(measured);
}
