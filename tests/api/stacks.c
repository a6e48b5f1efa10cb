/* Stacks of a thread that was handed over, which another thread records (qprof_stacks.h), in runs with -sample. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

#include "base/clock.h"

#include <signal.h>
#include <unistd.h>

static void start_plain(void)
{
    const qprof_InitInfo info = {.initial_options = "-sample -data-file=" RUN_FILE};
    clock_at(100);
    report("%d", qii.initialize_ex((qprof_InitInfo *)&info) > 0);
    define(1, "a");
    define(2, "b");
}

static void *record_stacks(void *thread)
{
    static const qprof_LineInfo lines[] = {{0, 10}, {1, 11}};
    const qprof_MethodID deep[] = {1, 2, 2}, other[] = {1, 7};
    qii.record_stack(thread, 104, deep, 3, -1);
    qii.record_stack(thread, 110, other, 2, 1);
    qii.register_method_id(7, "later", NULL, 0, "lines.toy", lines, 2);
    qii.record_stack(thread, 117, other, 2, 1);
    qii.record_stack(thread, 130, deep, 1, -1);
    qii.record_stack(thread, 131, NULL, 0, -1);
    qii.record_stack(thread, 140, deep, 2, -1);
    qii.end_stacks(thread, 142);
    qii.record_stack(thread, 150, deep, 2, -1); /* after its end */
    qii.end_stacks(thread, 150);
    qii.record_stack(NULL, 150, deep, 2, -1);
    qii.end_stacks(NULL, 150);
    return NULL;
}

static void whole_stacks(void)
{
    start_plain();
    on_a_thread(record_stacks, qii.hand_over_thread());
    clock_at(1000);
    qii.shutdown();
}

TEST(stack_has_the_cpu_time_since_the_previous_one_of_the_thread_that_was_handed_over)
{
    run_client(whole_stacks);
    expect_times("[thread] outside=1\n"
                 "a 1 self=13 total=41\n"
                 "  b 1 self=11 total=15\n"
                 "    b 1 self=4 total=4\n"
                 "  later 2 self=13 total=13\n");
    expect_blocks("later 1:1@7\n");
    expect_threads("thread ended\n");
    expect_kinds("bad-block 1\n");
}

static void *name_and_record(void *thread)
{
    const qprof_MethodID stack[] = {1};
    qii.name_stacks(thread, "first");
    qii.record_stack(thread, 104, stack, 1, -1);
    qii.name_stacks(thread, "second");
    qii.name_stacks(thread, NULL);
    qii.record_stack(thread, 110, stack, 1, -1);
    qii.end_stacks(thread, 110);
    qii.name_stacks(thread, "after its end");
    qii.name_stacks(NULL, "none");
    return NULL;
}

static void named_stacks(void)
{
    start_plain();
    on_a_thread(name_and_record, qii.hand_over_thread());
    qii.shutdown();
}

TEST(thread_that_was_handed_over_has_its_last_name)
{
    run_client(named_stacks);
    expect_times("a 2 self=10 total=10\n");
    expect_threads("thread second ended\n");
    expect_kinds("");
}

static void other_threads(void)
{
    const qprof_MethodID stack[] = {1, 2};
    start_plain();
    qii.set_thread_name("client");
    qii.follow_fn_entry(1, 1);
    void *first = qii.hand_over_other(7001, 5000), *second = qii.hand_over_other(7002, 3);
    qii.name_stacks(first, "first");
    qii.record_stack(first, 5020, stack, 2, -1);
    clock_at(130);
    qii.record_sample(-1);
    qii.record_stack(second, 4, stack, 1, -1);
    qii.end_stacks(first, 5021);
    qii.end_stacks(second, 4);
    qii.shutdown();
    report("%d", qii.hand_over_other(7003, 0) == NULL);
}

TEST(other_threads_are_handed_over_by_a_thread_that_records)
{
    run_client(other_threads);
    expect_messages("1\n1\n");
    expect_times("[thread client]\n"
                 "a 1 self=30 total=30\n"
                 "[thread first]\n"
                 "a 0 self=0 total=21\n"
                 "  b 1 self=21 total=21\n"
                 "[thread]\n"
                 "a 1 self=1 total=1\n");
    expect_kinds("");
}

static void *record_waits(void *thread)
{
    const qprof_MethodID deep[] = {1, 2}, wait[] = {1, 3}, held[] = {1, 3, 2}, none[] = {1, 0};
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_WAITING, 1, 5000, 0);
    qii.record_stack(thread, 104, deep, 2, -1);
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_WAITING, 2, 300, 0);
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_WAITING, 0, 70, 0); /* continues */
    qii.record_stack_wait(thread, held, 3, QPROF_REASON_BLOCKED, 1, 600, 0);
    qii.record_stack_wait(thread, NULL, 0, QPROF_REASON_WAITING, 1, 9, 0);
    qii.record_stack(thread, 110, deep, 1, -1);
    qii.stop_recording_data();
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_WAITING, 1, 80000, 0);
    qii.start_recording_data();
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_RESUMES, 1, 1, 0);
    qii.record_stack_wait(thread, wait, 2, -1, 1, 1, 0);
    qii.record_stack_wait(thread, none, 2, QPROF_REASON_WAITING, 1, 1, 0);
    qii.record_stack_wait(thread, NULL, 2, QPROF_REASON_WAITING, 1, 1, 0);
    qii.record_stack_wait(NULL, wait, 2, QPROF_REASON_WAITING, 1, 1, 0);
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_BLOCKED, 1, 40, 0);
    qii.end_stacks(thread, 112);
    qii.record_stack_wait(thread, wait, 2, QPROF_REASON_WAITING, 1, 1, 0); /* after its end */
    return NULL;
}

static void stack_waits(void)
{
    start_plain();
    qii.register_method_id(3, "park", NULL, QPROF_METHOD_FLAGS_WAITS, NULL, NULL, 0);
    on_a_thread(record_waits, qii.hand_over_thread());
    qii.shutdown();
}

TEST(waits_are_beside_the_samples_and_take_no_time_of_them)
{
    run_client(stack_waits);
    expect_times("a 1 self=8 total=12\n"
                 "  park 0 self=0 total=0 blocked=40 waiting=5370\n"
                 "    b 0 self=0 total=0 blocked=600\n"
                 "  b 1 self=4 total=4\n");
    expect_threads("thread ended\n");
    expect_kinds("bad-method-id 1\nbad-argument 2\n");
}

/* Return the CPU time of the client's first thread. */
static uint64_t cpu_of_main(void)
{
    return qp_clock_cpu_of(getpid());
}

static void *wait_before_a_sample(void *thread)
{
    const qprof_MethodID stack[] = {1};
    qii.record_stack_wait(thread, stack, 1, QPROF_REASON_WAITING, 1, 7, 0);
    qii.record_stack(thread, cpu_of_main(), stack, 1, -1);
    return NULL;
}

static void kept_handle(void)
{
    const qprof_MethodID stack[] = {1};
    start_plain();
    void *thread = qii.hand_over_thread();
    qii.record_stack(thread, cpu_of_main(), stack, 1, -1);
    qii.shutdown();
    while (cpu_of_main() < 200000000)
        ;
    start_plain();
    on_a_thread(wait_before_a_sample, thread);
    qii.shutdown();
}

TEST(wait_that_is_a_threads_first_event_in_a_run_takes_no_time_from_before)
{
    struct qp_query query;
    struct qp_error error;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    run_client(kept_handle);
    run_look_at("run.1.qii");
    assert_int_equal(qp_query_open(&query, run_profile(), &selection, &error), 0);
    assert_int_equal(query.methods[0].waiting, 7);
    assert_true(query.methods[0].self < 100000000);
    qp_query_close(&query);
}

TEST(waits_are_counted_apart_from_the_samples_and_belong_to_the_clock_of_their_thread)
{
    struct qp_query query;
    struct qp_error error;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    run_client(stack_waits);
    assert_int_equal(qp_query_open(&query, run_profile(), &selection, &error), 0);
    const struct qp_totals *park = &query.methods[2], *thread = &query.threads[run_profile()->carrier_count - 1];
    assert_int_equal(query.all.calls, 2);
    assert_int_equal(park->calls, 0);
    assert_int_equal(park->counted, 4);
    assert_int_equal(qp_query_samples_for(&query, 2, park->self), 0);
    assert_int_equal(qp_query_samples_for(&query, 0, 8), 2);
    assert_int_equal(thread->waiting, 5370 + 9);
    assert_int_equal(thread->blocked, 640);
    assert_int_equal(thread->wall, 12 + 5370 + 9 + 640);
    qp_query_close(&query);
}

static void wait_in_a_run_of_calls(void)
{
    const qprof_MethodID stack[] = {1};
    start_with_both("");
    void *thread = qii.hand_over_thread();
    qii.record_stack_wait(thread, stack, 1, QPROF_REASON_WAITING, 1, 1, 0);
    qii.shutdown();
    qii.record_stack_wait(thread, stack, 1, QPROF_REASON_WAITING, 1, 1, 0);
}

TEST(wait_of_a_stack_in_a_run_that_records_calls_is_misuse)
{
    run_client(wait_in_a_run_of_calls);
    expect_kinds("not-sampled 1\n");
}

static void *record_virtual(void *thread)
{
    static const qprof_MethodID own[] = {1}, carried[] = {2, 2};
    qii.record_stack_vt(thread, 104, own, 1, -1, 0);
    qii.record_stack_vt(thread, 110, carried, 2, -1, A);
    qii.set_thread_name_vt("b", B);
    qii.record_stack_vt(thread, 117, carried, 1, -1, B);
    qii.record_stack_vt(thread, 120, own, 1, -1, 0);
    qii.record_stack_vt(thread, 124, carried, 2, -1, A);
    qii.thread_destroy_vt(A);
    qii.end_stacks(thread, 125);
    return NULL;
}

static void virtual_stacks(void)
{
    clock_at(100);
    report("%d", run_start_virtual("-sample"));
    define(1, "a");
    define(2, "b");
    on_a_thread(record_virtual, qii.hand_over_thread());
    qii.shutdown();
}

TEST(stack_belongs_to_the_virtual_thread_that_ran_there)
{
    run_client(virtual_stacks);
    expect_times("[thread]\n"
                 "a 2 self=8 total=8\n"
                 "[group] runnable=4\n"
                 "b 0 self=0 total=10\n"
                 "  b 2 self=10 total=10 runnable=10\n"
                 "[group b] runnable=10\n"
                 "b 1 self=7 total=7\n");
    assert_int_equal(run_profile()->groups[0].resumer, QP_NONE); /* the carrier's stack was that of an earlier sample */
    expect_diagnostics("");
}

static void *record_virtual_waits(void *thread)
{
    static const qprof_MethodID carried[] = {1, 2};
    qii.set_thread_name_vt("a", A);
    qii.record_stack_wait(thread, carried, 2, QPROF_REASON_WAITING, 1, 400, A);
    qii.record_stack_wait(thread, carried, 2, QPROF_REASON_RUNNABLE, 0, 30, A);
    qii.record_stack_wait(thread, carried, 1, QPROF_REASON_BLOCKED, 1, 2, B);
    qii.record_stack_wait(thread, NULL, 0, QPROF_REASON_WAITING, 1, 3, B);
    qii.thread_destroy_vt(A);
    return NULL;
}

/* The clock is that of the CPU: lives of virtual threads are not checked against their times (profile/load/ledger.c).
 */
static void virtual_waits(void)
{
    report("%d", run_start_virtual("-sample"));
    define(1, "a");
    define(2, "b");
    on_a_thread(record_virtual_waits, qii.hand_over_thread());
    qii.shutdown();
}

TEST(wait_belongs_to_the_virtual_thread_that_waited)
{
    run_client(virtual_waits);
    const char *groups = strstr(run_times(), "[group a]");
    assert_non_null(groups);
    assert_string_equal(groups, "[group a]\n"
                                "a 0 self=0 total=0\n"
                                "  b 0 self=0 total=0 runnable=30 waiting=400\n"
                                "[group] waiting=3\n"
                                "a 0 self=0 total=0 blocked=2\n");
    expect_diagnostics("");
}

static uint64_t addresses[100];
static volatile int found;

static void find(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    found = qii.find_stack(context, addresses, 100);
}

static __attribute__((noinline)) void interrupted(void)
{
    raise(SIGUSR1);
    found = found;
}

static void *find_unprepared(void *unused)
{
    interrupted();
    report("%d", found);
    return unused;
}

static void find_stacks(void)
{
    struct sigaction action = {.sa_sigaction = find, .sa_flags = SA_SIGINFO};
    start_plain();
    report("%d", qii.hand_over_thread() != NULL);
    sigaction(SIGUSR1, &action, NULL);
    interrupted();
    bool inside = false;
    for (int i = 0; i < found; i++)
        inside = inside || addresses[i] - (uintptr_t)interrupted < 100;
    report("%d", inside);
    on_a_thread(find_unprepared, NULL);
    qii.shutdown();
    report("%d", qii.hand_over_thread() == NULL);
}

TEST(stack_is_found_in_a_signal_handler_of_a_thread_that_was_handed_over)
{
    run_client(find_stacks);
    expect_messages("1\n1\n1\n0\n1\n");
}

static void after_a_run(void)
{
    start_plain();
    qii.follow_fn_entry(1, 1);
    qii.shutdown();
    report("%d", qii.hand_over_thread() == NULL);
}

TEST(thread_that_recorded_is_not_handed_over_after_the_run)
{
    run_client(after_a_run);
    expect_messages("1\n1\n");
}
