/* Records of virtual threads that ended, with a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/sums.h"
#include "tests/support/two_threads.h"

static void live(VthreadID id, uint64_t client_id, const char *name, uint64_t start_tick, uint64_t ticks)
{
    clock_at(start_tick);
    qii.thread_create_vt(client_id, id);
    qii.set_thread_name_vt(name, id);
    clock_at(start_tick + 1);
    qii.record_fn_entry_vt(1, 1, id);
    clock_at(start_tick + 1 + ticks);
    qii.record_fn_exit_vt(0, id);
    qii.vthread_suspend(id, QPROF_REASON_BLOCKED);
    clock_at(start_tick + 10 + ticks);
    qii.thread_destroy_vt(id);
}

static void one_after_the_other(void)
{
    start("");
    define(1, "work");
    live(A, 71, "worker", 100, 5);
    live(B, 72, "worker", 200, 30);
    live(A, 73, "other", 300, 700);
    qii.shutdown();
}

static void expect_ended(uint32_t index, VthreadID id, uint64_t client_id, const char *name, uint64_t start_tick,
                         uint64_t end_tick, uint64_t run)
{
    const struct qp_profile_thread *thread = &run_profile()->threads[index];
    const struct qp_profile_group *group = &run_profile()->groups[thread->group];
    assert_true(thread->virtual_thread && thread->ended);
    assert_int_equal(thread->product, QP_QPROF);
    assert_int_equal(thread->virtual_id, id);
    assert_int_equal(thread->client_id, client_id);
    assert_true(qp_text_equal(thread->name, qp_text_of(name)));
    assert_true(qp_text_equal(group->name, qp_text_of(name)));
    assert_int_equal(thread->start, start_tick);
    assert_int_equal(thread->end, end_tick);
    assert_int_equal(thread->times[QP_CONTEXT_RUNNING - 1], run);
}

TEST(ended_virtual_threads_keep_their_identity_and_times)
{
    run_client(one_after_the_other);
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->thread_count, 1 + 3);
    expect_ended(1, A, 71, "worker", 100, 115, 5);
    expect_ended(2, B, 72, "worker", 200, 240, 30);
    expect_ended(3, A, 73, "other", 300, 1010, 700);
    assert_int_equal(profile->group_count, 2);
    assert_int_equal(sums_ended(profile, 0), 2);
    assert_int_equal(sums_times(profile, 0, QP_CONTEXT_RUNNING), 35);
    assert_int_equal(sums_ended(profile, 1), 1);
    assert_int_equal(sums_times(profile, 1, QP_CONTEXT_RUNNING), 700);
    expect_diagnostics("");
}

/* ---- which ended virtual threads are kept ------------------------------------------------------------------------ */

#define MANY 1000

/* Tick of the clock in many_lives. There each virtual thread runs for one tick and is blocked for one tick. Of every
 * 300 virtual threads, one runs longer, one is blocked longer, and one migrates. */
static uint64_t now;

static void *pass_by(void *data)
{
    qii.record_fn_entry_vt(2, 2, *(VthreadID *)data);
    qii.record_fn_exit_vt(1, *(VthreadID *)data);
    return NULL;
}

static void live_once(VthreadID id)
{
    qii.thread_create_vt(id, id);
    qii.set_thread_name_vt("one of many", id);
    qii.record_fn_entry_vt(1, 1, id);
    clock_at(now += id % 300 == 7 ? 1000 + id : 1);
    qii.vthread_suspend(id, QPROF_REASON_BLOCKED);
    clock_at(now += id % 300 == 8 ? 2000 + id : 1);
    if (id % 300 == 9)
        on_a_thread(pass_by, &id);
    qii.vthread_resume(id);
    qii.record_fn_exit_vt(0, id);
    qii.thread_destroy_vt(id);
}

static void many_lives(void)
{
    now = 0;
    start("");
    define(1, "lives");
    define(2, "passes by");
    for (VthreadID id = 1; id <= MANY; id++)
        live_once(id);
    qii.shutdown();
}

static const struct qp_profile_thread *kept(VthreadID id)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->thread_count; i++)
        if (profile->threads[i].virtual_thread && profile->threads[i].virtual_id == id)
            return &profile->threads[i];
    fail_msg("virtual thread %lu is not kept", (unsigned long)id);
    return NULL;
}

TEST(virtual_threads_that_ran_waited_or_migrated_most_are_kept_in_any_order)
{
    run_client(many_lives);
    assert_int_equal(sums_ended(run_profile(), 0), MANY);
    for (VthreadID id = 0; id + 9 <= MANY; id += 300) {
        assert_int_equal(kept(id + 7)->times[QP_CONTEXT_RUNNING - 1], 1000 + id + 7);
        assert_int_equal(kept(id + 8)->times[QP_CONTEXT_BLOCKED - 1], 2000 + id + 8);
        assert_int_equal(kept(id + 9)->migrations, 2);
    }
    assert_true(run_profile()->thread_count < 1 + 4 + 4 * QP_KEPT);
}

/* ---- longest life and delay -------------------------------------------------------------------------------------- */

/* Begin and end a virtual thread. `ticks` are those of its creation, first run, yield, resumption and end. */
static void live_and_end(VthreadID id, const uint64_t ticks[5])
{
    clock_at(ticks[0]);
    qii.thread_create_vt(id, id);
    qii.set_thread_name_vt("fibre", id);
    clock_at(ticks[1]);
    qii.vthread_resume(id);
    qii.record_fn_entry_vt(3, 1, id);
    clock_at(ticks[2]);
    qii.vthread_suspend(id, QPROF_REASON_RUNNABLE);
    clock_at(ticks[3]);
    qii.vthread_resume(id);
    clock_at(ticks[4]);
    qii.thread_destroy_vt(id);
}

/* Begin and end three fibres. They live for 520, 100 and 300 ticks; the third lives in two phases. Their delays before
 * they run are 300 and 1, 40 and 5, 7 and 110 ticks. */
static void three_fibres(void)
{
    static const uint64_t ticks[][5] = {{1000, 1300, 1400, 1401, 1520}, {2000, 2040, 2050, 2055, 2100}};
    start_with_both("");
    live_and_end(0xe0, ticks[0]);
    live_and_end(0xe1, ticks[1]);
    clock_at(3000);
    qii.thread_create_vt(0xe2, 0xe2);
    qii.set_thread_name_vt("fibre", 0xe2);
    clock_at(3007);
    qii.vthread_resume(0xe2);
    qii.record_fn_entry_vt(3, 1, 0xe2);
    clock_at(3100);
    qii.new_phase();
    clock_at(3130);
    qii.vthread_suspend(0xe2, QPROF_REASON_RUNNABLE);
    clock_at(3240);
    qii.vthread_resume(0xe2);
    clock_at(3300);
    qii.thread_destroy_vt(0xe2);
    qii.shutdown();
}

/* The life of a fibre in the second phase does not include its time before that phase. */
TEST(longest_life_and_delay_are_exact)
{
    run_client(three_fibres);
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->lives_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct qp_profile_lives *lives = &profile->lives[i];
        bool first = profile->roots[lives->root].epoch == 0;
        assert_int_equal(lives->longest_life, first ? 520 : 200);
        assert_int_equal(lives->longest_delay, first ? 300 : 110);
    }
    expect_kinds("");
}

/* Let a fibre without a name run from 200 to 300, and enter its first function at 260. There it joins its group. */
static void fibre_that_runs_before_its_first_entry(void)
{
    start_with_both("");
    clock_at(100);
    qii.thread_create_vt(0xe0, 0xe0);
    clock_at(200);
    qii.vthread_resume(0xe0);
    clock_at(260);
    qii.record_fn_entry_vt(3, 1, 0xe0);
    clock_at(300);
    qii.vthread_suspend(0xe0, QPROF_REASON_BLOCKED);
    qii.thread_destroy_vt(0xe0);
    qii.shutdown();
}

TEST(longest_slice_includes_the_time_before_the_first_entry)
{
    run_client(fibre_that_runs_before_its_first_entry);
    assert_int_equal(kept(0xe0)->times[QP_CONTEXT_RUNNING - 1], 100);
    assert_int_equal(kept(0xe0)->longest, 100);
    expect_kinds("");
}

/* Let a fibre yield at 150 and end at 250 without being resumed. */
static void fibre_that_ends_while_runnable(void)
{
    start_with_both("");
    clock_at(100);
    qii.thread_create_vt(0xe0, 0xe0);
    qii.set_thread_name_vt("fibre", 0xe0);
    qii.vthread_resume(0xe0);
    qii.record_fn_entry_vt(3, 1, 0xe0);
    clock_at(150);
    qii.vthread_suspend(0xe0, QPROF_REASON_RUNNABLE);
    clock_at(250);
    qii.thread_destroy_vt(0xe0);
    qii.shutdown();
}

TEST(end_of_a_runnable_virtual_thread_is_no_delay)
{
    run_client(fibre_that_ends_while_runnable);
    uint64_t delays = 0;
    for (int bucket = 0; bucket < QP_LIVES_BUCKETS; bucket++)
        delays += run_profile()->lives[0].delays[bucket];
    assert_int_equal(delays, 1);
    assert_int_equal(run_profile()->lives[0].longest_delay, 0);
}

/* ---- without space in the file ----------------------------------------------------------------------------------- */

/* Begin so many phases that the last two find no space in the file. Each phase needs 14 KB for a group's virtual
 * threads. */
static void many_phases(void)
{
    start_with_both("-max-data-size=1M");
    qii.record_fn_entry_vt(1, 1, A);
    for (uint64_t i = 1; i < 80; i++) {
        clock_at(i * 100);
        qii.new_phase();
        qii.vthread_switch(A, QPROF_REASON_WAITING, B);
        qii.vthread_switch(B, QPROF_REASON_WAITING, A);
    }
    qii.shutdown();
}

TEST(phases_without_room_for_their_virtual_threads_are_reported)
{
    run_client(many_phases);
    assert_non_null(strstr(run_diagnostics(), "virtual threads that ended"));
}

static void phases_to_the_end(void)
{
    start_with_both("-max-data-size=1M");
    for (uint64_t i = 1; i < 500; i++) {
        clock_at(i * 100);
        qii.new_phase();
        qii.record_fn_entry_vt(i + 10, 1, A);
        clock_at(i * 100 + 50);
        qii.record_fn_entry_vt(i + 10, 1, B);
    }
    qii.shutdown();
}

/* If the file has no space for all records of a phase, none of them is written, and the phase's time is added to the
 * last phase that had space. */
TEST(time_of_phases_without_room_adds_up)
{
    run_client(phases_to_the_end);
    assert_non_null(strstr(run_diagnostics(), "no-room"));
}
