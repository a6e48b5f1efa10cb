/* Times of virtual threads on the CPU clock. Each thread has its own CPU clock, so the marks of the whole run
 * (pause, clear, phase) have no tick of such a clock. */
#include "tests/support/run.h"
#include "tests/support/stage.h"

#include <pthread.h>
#include <stdlib.h>

static void burn(void)
{
    for (volatile int i = 0; i < 20000000; i++)
        continue;
}

static void *leave_elsewhere(void *id)
{
    (void)id;
    qii.record_fn_exit_vt(1, 1);
    qii.record_fn_exit_vt(0, 1);
    return NULL;
}

/* Begin a call on one thread and continue it on another. The first thread has used more CPU time than the second, so
 * the clock goes backwards. */
static void migrate_on_the_cpu_clock(void)
{
    report("%d", run_start_virtual("-record-min-max -measure-timed-calls=user+system") > 0);
    define(1, "outer");
    define(2, "inner");
    burn();
    qii.record_fn_entry_vt(1, 1, 1);
    qii.record_fn_entry_vt(2, 2, 1);
    on_a_thread(leave_elsewhere, NULL);
    qii.record_fn_entry_vt(1, 1, 1);
    qii.record_fn_exit_vt(0, 1);
    qii.shutdown_vt(1);
}

TEST(longest_call_of_a_migrated_virtual_thread_is_no_longer_than_the_run)
{
    run_client(migrate_on_the_cpu_clock);
    expect_messages("1\n");
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->extra_count; i++)
        if (profile->extras[i].measured)
            assert_true(profile->extras[i].minimum <= profile->extras[i].maximum &&
                        qp_profile_ns(profile, profile->extras[i].maximum) <= qp_profile_duration_ns(profile));
    for (uint32_t i = 0; i < profile->thread_count; i++)
        assert_true(qp_profile_since_start(profile, profile->threads[i].start) <= qp_profile_duration_ns(profile));
}

static void wait_across_a_phase_on_the_cpu_clock(void)
{
    report("%d", run_start_virtual("-measure-timed-calls=user+system") > 0);
    define(1, "waits");
    qii.record_fn_entry_vt(1, 1, 1);
    burn();
    qii.vthread_suspend(1, QPROF_REASON_WAITING);
    qii.new_phase();
    qii.vthread_resume(1);
    qii.record_fn_exit_vt(0, 1);
    qii.thread_destroy_vt(1);
    qii.shutdown_vt(1);
}

/* The phase begins at a tick of another clock. The difference between the two clocks must not be charged as runnable
 * time; it can be days. */
TEST(no_time_passes_on_the_cpu_clock_during_a_wait)
{
    run_client(wait_across_a_phase_on_the_cpu_clock);
    expect_messages("1\n");
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->lives_count; i++)
        for (int state = QP_CONTEXT_RUNNABLE; state <= QP_CONTEXT_WAITING; state++)
            assert_int_equal(profile->lives[i].times[QP_TIME_OF(state)], 0);
}

static void pause_on_the_cpu_clock(void)
{
    report("%d", run_start_virtual("-measure-timed-calls=user+system") > 0);
    define(1, "work");
    qii.record_fn_entry_vt(1, 1, 1);
    burn();
    qii.stop_recording_data();
    burn();
    qii.record_fn_entry_vt(1, 2, 1);
    qii.start_recording_data();
    burn();
    qii.record_fn_exit_vt(0, 1);
    qii.shutdown_vt(1);
}

TEST(pause_on_the_cpu_clock_is_no_running_time)
{
    run_client(pause_on_the_cpu_clock);
    expect_messages("1\n");
    stage_assert_valid("run.qii", run_profile());
    const struct qp_profile_thread *work = &run_profile()->threads[run_profile()->carrier_count];
    assert_true(work->times[QP_TIME_OF(QP_CONTEXT_RUNNING)] > 0);
}

/* ---- a second run in the same file ------------------------------------------------------------------------------- */

static pthread_barrier_t step;

static void *run_in_both(void *unused)
{
    (void)unused;
    qii.record_fn_entry_vt(1, 1, 1);
    pthread_barrier_wait(&step);
    pthread_barrier_wait(&step);
    qii.record_fn_entry_vt(1, 1, 2);
    burn();
    qii.record_fn_exit_vt(0, 2);
    return NULL;
}

static void start_with_work(void)
{
    report("%d", run_start_virtual("-measure-timed-calls=user+system") > 0);
    define(1, "work");
}

/* Run libqprof twice in one file, which libcprof keeps open. When the first run ends, virtual thread 1 is still running
 * on another thread, whose CPU clock only that thread can read. */
static void end_on_another_thread(void)
{
    struct qii other;
    pthread_t thread;
    report("%d", qii_load(&other, getenv("QII_TEST_OTHER")) == QII_LOADED &&
                     other.initialize("-quiet -data-file=" RUN_FILE " -measure-timed-calls=user+system", NULL) > 0);
    start_with_work();
    pthread_barrier_init(&step, NULL, 2);
    pthread_create(&thread, NULL, run_in_both, NULL);
    pthread_barrier_wait(&step);
    qii.shutdown_vt(9);
    start_with_work();
    pthread_barrier_wait(&step);
    pthread_join(thread, NULL);
    qii.shutdown_vt(9);
    other.shutdown();
}

TEST(virtual_thread_of_the_first_run_does_not_run_in_the_second)
{
    run_client(end_on_another_thread);
    expect_messages("1\n1\n1\n");
    stage_assert_valid(RUN_FILE, run_profile());
}
