/* Throttling: the library finds methods whose recording takes longer than their calls, by the cost of a call that the
 * client has measured with it. */
#include "tests/support/run.h"

#include "format/record.h"

#include <math.h>
#include <pthread.h>

#define CALLS 1000000 /* they take longer than a few interruptions by other processes */

static volatile unsigned steps;

static void work(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        steps++;
}

/* Make calls that do nothing. */
static void play(qprof_MethodID method, int count, void *user)
{
    *(unsigned *)user += method != 0;
    for (int i = 0; i < count; i++) {
        if (method)
            qii.enter_method(method);
        if (method)
            qii.leave_method(method);
    }
}

static void call_many(qprof_MethodID method, int count, unsigned work_each)
{
    for (int i = 0; i < count; i++) {
        qii.enter_method(method);
        work(work_each);
        qii.leave_method(method);
    }
}

/* Method 1 calls method 2, which does nothing, and method 3, which works long. */
static void overload(const char *options)
{
    unsigned played = 0;
    run_start(options);
    define_some();
    if (run_is_virtual())
        qii.vthread_resume(run_vthread);
    report("calibrate %d", qii.calibrate(play, 0, &played));
    report("played %d", played > 0);
    qii.enter_method(1);
    call_many(2, CALLS, 0);
    call_many(3, 100, 20000);
}

static void report_throttled(int size)
{
    qprof_MethodID methods[8];
    int count = qii.throttle(methods, size);
    for (int i = 0; i < count; i++)
        report("throttle %lu", methods[i]);
    report("%d in all", count);
}

static void short_calls(void)
{
    overload("-overhead=1.1");
    report_throttled(8);
    report_throttled(8); /* nothing happened since */
    qii.leave_method(1);
    end_run();
}

TEST(methods_whose_recording_takes_longer_than_their_calls_are_throttled_once)
{
    run_client(short_calls);
    if (!run_is_qprof()) {
        expect_messages("calibrate -1\nplayed 0\n0 in all\n0 in all\n");
        return;
    }
    expect_messages("calibrate 0\nplayed 1\nthrottle 2\n1 in all\n0 in all\n");
    expect_tree("main 1\n  work 1000000\n  deeper 100\n"); /* without what was played */
    for (uint32_t i = 0; i < run_profile()->method_count; i++) {
        const struct qp_profile_method *method = &run_profile()->methods[i];
        assert_int_equal(!!(method->flags & QP_METHOD_THROTTLED), method->client_id == 2);
    }
    expect_diagnostics("");
}

static void within_the_budget(void)
{
    overload("-overhead=1000");
    report_throttled(8);
    qii.leave_method(1);
    end_run();
}

static void any_overhead(void)
{
    overload("-overhead=0");
    report_throttled(8);
    qii.leave_method(1);
    end_run();
}

TEST(nothing_is_throttled_within_the_budget)
{
    const char *played = run_is_qprof() ? "calibrate 0\nplayed 1\n0 in all\n" : "calibrate -1\nplayed 0\n0 in all\n";
    run_client(within_the_budget);
    expect_messages(played);
    run_client(any_overhead);
    expect_messages(played);
}

static void at_wrong_times(void)
{
    unsigned played = 0;
    report("%d", qii.calibrate(play, 0, &played));
    report_throttled(8);
    overload("");
    report("%d", qii.calibrate(NULL, 0, NULL));
    report("%d", qii.calibrate(play, -1, &played));
    report("%d", qii.calibrate(play, NAN, &played));
    report("%d", qii.throttle(NULL, 8));
    report_throttled(0);
    report_throttled(-1);
    qii.leave_method(1);
    end_run();
    report("%d", qii.calibrate(play, 0, &played));
    report_throttled(8);
    report("played %u", played);
}

TEST(wrong_arguments_and_moments_do_no_harm)
{
    run_client(at_wrong_times);
    expect_messages(run_is_qprof()
                        ? "-1\n0 in all\ncalibrate 0\nplayed 1\n-1\n-1\n-1\n0\n0 in all\n0 in all\n-1\n0 in all\n"
                          "played 0\n"
                        : "-1\n0 in all\ncalibrate -1\nplayed 0\n-1\n-1\n-1\n0\n0 in all\n0 in all\n-1\n0 in all\n"
                          "played 0\n");
}

static void *record_meanwhile(void *stop)
{
    while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED))
        for (qprof_MethodID method = 1; method <= 3; method++)
            call_many(method, 10, 10);
    return NULL;
}

static void beside_other_threads(void)
{
    int stop = 0;
    pthread_t thread;
    run_start("");
    define_some();
    pthread_create(&thread, NULL, record_meanwhile, &stop);
    for (int i = 0; i < 100; i++) {
        unsigned played = 0;
        qprof_MethodID methods[8];
        qii.calibrate(play, 0, &played);
        qii.throttle(methods, 8);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    end_run();
}

TEST(other_threads_record_meanwhile)
{
    run_client(beside_other_threads);
    expect_diagnostics("");
}
