/* record_allocation: bytes and objects that methods allocate. */
#include "tests/support/run.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static void allocate_at(qprof_MethodID type, size_t bytes, qprof_Counts objects, int block)
{
    if (run_is_virtual())
        qii.record_allocation_vt(type, bytes, objects, block, run_vthread);
    else
        qii.record_allocation(type, bytes, objects, block);
}

static void allocate(size_t bytes, qprof_Counts objects)
{
    allocate_at(0, bytes, objects, -1);
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

/* Return what a block of a method allocated. */
static struct qp_allocated in_block(const char *method, uint32_t block)
{
    const struct qp_profile *profile = run_profile();
    struct qp_allocated sum = {0};
    for (uint32_t i = 0; i < profile->site_count; i++) {
        const struct qp_profile_array *site = &profile->sites[i];
        uint64_t *const sums[] = {&sum.bytes, &sum.objects, &sum.events};
        if (block < site->count && qp_text_equal(profile->methods[site->method].name, qp_text_of(method)))
            *sums[site->values_of - QP_BLOCKS_BYTES] += site->values[block];
    }
    return sum;
}

static void expect_in_block(const char *method, uint32_t block, struct qp_allocated expected)
{
    struct qp_allocated found = in_block(method, block);
    if (!run_is_qprof())
        expected = (struct qp_allocated){0};
    assert_int_equal(found.bytes, expected.bytes);
    assert_int_equal(found.objects, expected.objects);
    assert_int_equal(found.events, expected.events);
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

static void in_blocks(void)
{
    run_start("");
    define_some();
    define(9, "Pair[]");
    enter(1, 1);
    allocate_at(0, 24, 1, 0);
    enter(2, 2);
    for (int i = 0; i < 1000; i++)
        allocate_at(0, 40, 1, 2);
    allocate_at(9, 64, 2, 1);
    allocate_at(9, 100, 1, -1);
    count_block(2, 5);
    leave(1);
    enter(3, 2);
    enter(2, 3);
    allocate_at(0, 8, 0, 2);
    leave(0);
    end_run();
}

TEST(blocks_have_their_allocations_beside_those_of_call_paths)
{
    run_client(in_blocks);
    expect_in_block("main", 0, (struct qp_allocated){24, 1, 1});
    expect_in_block("main", 1, (struct qp_allocated){0});
    expect_in_block("work", 1, (struct qp_allocated){64, 2, 1});
    expect_in_block("work", 2, (struct qp_allocated){40008, 1000, 1001});
    assert_string_equal(run_tree(), in("main 1 objects=1 bytes=24\n"
                                       "  work 1 objects=1000 bytes=40000\n"
                                       "    Pair[] 0 objects=3 bytes=164\n"
                                       "  deeper 1\n"
                                       "    work 1 bytes=8\n",
                                       "main 1\n"
                                       "  work 1\n"
                                       "  deeper 1\n"
                                       "    work 1\n"));
    expect_blocks("work 2:5\n");
    expect_diagnostics("");
}

static void in_wrong_blocks(void)
{
    run_start("");
    define_some();
    define(9, "no lines");
    allocate_at(0, 1, 1, 0); /* no method is on the stack */
    enter(1, 1);
    allocate_at(0, 10, 1, 3);
    enter(9, 2);
    allocate_at(0, 100, 1, 0);
    leave(0);
    end_run();
}

TEST(allocation_in_a_block_that_does_not_exist_is_the_methods_and_a_misuse)
{
    run_client(in_wrong_blocks);
    assert_int_equal(all().bytes, run_is_qprof() ? 111 : 0);
    expect_kinds(in("bad-block 2\n", ""));
}

static void in_a_retired_method(void)
{
    run_start("");
    define_some();
    for (int i = 0; i < 2; i++) {
        enter(2, 1);
        allocate_at(0, 16, 1, 1);
        leave(0);
        if (i == 0)
            qii.retire_method_id(2);
        if (i == 0)
            define_with_lines(2, "other");
    }
    end_run();
}

TEST(blocks_of_a_retired_method_keep_their_allocations)
{
    run_client(in_a_retired_method);
    expect_in_block("work", 1, (struct qp_allocated){16, 1, 1});
    expect_in_block("other", 1, (struct qp_allocated){16, 1, 1});
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
    define_with_lines(1, "main");
    enter(1, 1);
    allocate(1, 1);
    qii.clear_data();
    allocate(10, 1);
    qii.stop_recording_data();
    allocate_at(0, 100, 1, 2);
    qii.start_recording_data();
    qii.new_phase_named("late");
    allocate_at(0, 1000, 1, 2);
    leave(0);
    end_run();
}

TEST(allocations_are_of_their_phase_and_not_of_a_pause)
{
    run_client(with_a_pause_and_phases);
    assert_string_equal(run_tree_of_phase("0"), in("main 0 objects=1 bytes=10\n", "main 0\n"));
    assert_string_equal(run_tree_of_phase("late"), in("main 0 objects=1 bytes=1000\n", "main 0\n"));
    expect_in_block("main", 2, (struct qp_allocated){1000, 1, 1});
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
    qii.record_allocation(0, 1, 1, -1);
    handled++;
}

static void handle_virtual(int number)
{
    (void)number;
    qii.record_allocation_vt(0, 1, 1, -1, run_vthread);
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
    qii.record_stack_allocation(thread, deep, 2, 3, 4096, 2, 1, 0);
    qii.record_stack_allocation(thread, deep, 2, 0, 512, 1, -1, 0);
    qii.record_stack_allocation(thread, NULL, 0, 0, 64, 1, -1, 0);
    qii.record_stack_allocation(thread, NULL, 3, 0, 64, 1, -1, 0); /* no methods */
    qii.record_stack_allocation(NULL, deep, 2, 3, 64, 1, 0, 0);
    qii.end_stacks(thread, 2 * SECOND);
    qii.record_stack_allocation(thread, deep, 2, 3, 64, 1, 0, 0); /* after its end */
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
    expect_in_block("work", 1, (struct qp_allocated){4096, 2, 1});
    assert_true(run_profile()->reader.header.features & QP_FEATURE_ESTIMATES);
    expect_diagnostics("");
}
