/* record_allocation: bytes and objects that methods allocate. */
#include "tests/support/run.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static void allocate(size_t bytes, qprof_Counts objects)
{
    if (run_is_virtual())
        qii.record_allocation_vt(bytes, objects, run_vthread);
    else
        qii.record_allocation(bytes, objects);
}

/* Return the tree with allocations in libqprof, and without in libcprof. */
static const char *in(const char *qprof, const char *cprof)
{
    return run_is_qprof() ? qprof : cprof;
}

/* Return the sums over all nodes, those of roots included. */
static struct qp_allocated all(void)
{
    const struct qp_profile *profile = run_profile();
    struct qp_allocated sum = {0};
    for (uint32_t i = 0; i < profile->extra_count; i++)
        qp_allocated_add(&sum, &profile->extras[i].allocated);
    return sum;
}

static void on_paths(void)
{
    run_start("");
    define_some();
    enter(1, 1);
    allocate(24, 1);
    enter(2, 2);
    for (int i = 0; i < 1000; i++)
        allocate(40, 1);
    leave(1);
    enter(3, 2);
    enter(2, 3);
    allocate((size_t)1 << 40, 3);
    allocate(100, 0); /* an object grew */
    leave(0);
    end_run();
}

TEST(allocations_add_up_on_each_call_path)
{
    run_client(on_paths);
    assert_string_equal(run_tree(), in("main 1 objects=1 bytes=24\n"
                                       "  work 1 objects=1000 bytes=40000\n"
                                       "  deeper 1\n"
                                       "    work 1 objects=3 bytes=1099511627876\n",
                                       "main 1\n"
                                       "  work 1\n"
                                       "  deeper 1\n"
                                       "    work 1\n"));
    expect_diagnostics("");
}

static void outside(void)
{
    run_start("");
    define(1, "main");
    allocate(16, 2);
    enter(1, 1);
    leave(0);
    allocate(8, 1);
    end_run();
    allocate(4, 1);
}

TEST(allocations_outside_of_methods_are_kept_and_those_after_the_run_are_not)
{
    run_client(outside);
    expect_tree("main 1\n");
    assert_int_equal(all().objects, run_is_qprof() ? 3 : 0);
    assert_int_equal(all().bytes, run_is_qprof() ? 24 : 0);
    expect_diagnostics("");
}

static void with_a_pause_and_phases(void)
{
    run_start("");
    define(1, "main");
    enter(1, 1);
    allocate(1, 1);
    qii.clear_data();
    allocate(10, 1);
    qii.stop_recording_data();
    allocate(100, 1);
    qii.start_recording_data();
    qii.new_phase_named("late");
    allocate(1000, 1);
    leave(0);
    end_run();
}

TEST(allocations_are_of_their_phase_and_not_of_a_pause)
{
    run_client(with_a_pause_and_phases);
    assert_string_equal(run_tree_of_phase("0"), in("main 0 objects=1 bytes=10\n", "main 0\n"));
    assert_string_equal(run_tree_of_phase("late"), in("main 0 objects=1 bytes=1000\n", "main 0\n"));
    expect_diagnostics("");
}

static void defines(qprof_MethodID method)
{
    allocate(1000, 1);
    define(method, "defined late");
    allocate(1000, 1);
}

static void in_the_callback(void)
{
    run_start_with_callback("", defines);
    enter(1, 1);
    allocate(7, 1);
    leave(0);
    end_run();
}

TEST(allocation_in_the_callback_is_no_misuse)
{
    run_client(in_the_callback);
    expect_diagnostics("");
    assert_int_equal(run_profile()->methods[0].name.length, strlen("defined late"));
}

/* ---- signal handlers --------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t handled;

/* The form of the test's mode, since a handler must not read the environment. */
static void handle_plain(int number)
{
    (void)number;
    qii.record_allocation(1, 1);
    handled++;
}

static void handle_virtual(int number)
{
    (void)number;
    qii.record_allocation_vt(1, 1, run_vthread);
    handled++;
}

/* The signals interrupt events of the thread, and code between events. */
static void in_handlers(void)
{
    const struct timespec often = {0, 20000};
    const struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    const struct itimerspec interval = {often, often};
    timer_t timer;
    signal(SIGUSR1, run_is_virtual() ? handle_virtual : handle_plain);
    run_start("");
    define_some();
    enter(1, 1);
    timer_create(CLOCK_MONOTONIC, (struct sigevent *)&event, &timer);
    timer_settime(timer, 0, &interval, NULL);
    for (int i = 0; handled < 500; i++) {
        enter(2 + (qprof_MethodID)i % 2, 2);
        allocate(1 << 20, 1);
        leave(1);
    }
    timer_delete(timer);
    leave(0);
    report("%d", (int)handled);
    end_run();
}

TEST(allocation_in_a_handler_never_fails_and_is_no_misuse)
{
    run_client(in_handlers);
    assert_true(atoi(run_messages()) >= 500);
    expect_diagnostics("");
    if (run_is_qprof()) {
        assert_true(all().bytes % (1 << 20) > 0);
        assert_true(all().bytes % (1 << 20) <= (unsigned)atoi(run_messages()));
    }
}

/* ---- stacks that another thread records -------------------------------------------------------------------------- */

#define SECOND UINT64_C(1000000000) /* more than the client uses */

static void *record_stacks(void *thread)
{
    const qprof_MethodID deep[] = {1, 2};
    qii.record_stack(thread, SECOND, deep, 1, -1);
    qii.record_stack_allocation(thread, deep, 2, 3, 4096, 2, 0);
    qii.record_stack_allocation(thread, deep, 2, 0, 512, 1, 0);
    qii.record_stack_allocation(thread, NULL, 0, 0, 64, 1, 0);
    qii.record_stack_allocation(thread, NULL, 3, 0, 64, 1, 0); /* no methods */
    qii.record_stack_allocation(NULL, deep, 2, 3, 64, 1, 0);
    qii.end_stacks(thread, 2 * SECOND);
    qii.record_stack_allocation(thread, deep, 2, 3, 64, 1, 0); /* after its end */
    return NULL;
}

static void whole_stacks(void)
{
    run_start("-sample -alloc=sample");
    report("%s", (const char *)qii.get_option("alloc"));
    define_some();
    on_a_thread(record_stacks, qii.hand_over_thread());
    end_run();
}

TEST(stack_allocation_belongs_to_the_row_of_its_type)
{
    if (!run_is_qprof() || run_is_virtual())
        return;
    run_client(whole_stacks);
    expect_messages("sample\n");
    expect_tree("main 1\n"
                "  work 0 objects=1 bytes=512\n"
                "    deeper 0 objects=2 bytes=4096\n");
    assert_int_equal(all().bytes, 4096 + 512 + 64);
    assert_int_equal(all().events, 3);
    assert_true(run_profile()->reader.header.features & QP_FEATURE_ESTIMATES);
    expect_diagnostics("");
}
