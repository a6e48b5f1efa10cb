/* Mistakes of clients that no single call reveals. The reader of the data file detects them
 * (profile/query/problem.h), because some events are too frequent relative to others. */
#include "tests/support/run.h"

#include "profile/query/problem.h"

/* Return the kinds of the reported problems, one per line. */
static const char *reported_problems(void)
{
    static char text[512];
    char name[QP_DIAGNOSTIC_NAME];
    enum qp_product product = run_is_qprof() ? QP_QPROF : QP_CPROF;
    text[0] = '\0';
    for (unsigned kind = 0; kind < QP_DIAGNOSTICS; kind++)
        if (qp_problem_count(run_profile(), product, kind) != 0)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", qp_diagnostic_name(kind, name));
    return text;
}

#define expect_problems(expected) assert_string_equal(reported_problems(), expected)

/* The stack ids that a client passes. */
struct ids {
    qprof_StackID (*of)(int depth, qprof_MethodID method);
    bool left; /* mistake: exits pass the id of the frame that they leave, instead of the caller's */
};

static void call_fib(const struct ids *ids, int n, int depth, qprof_StackID caller)
{
    qprof_StackID own = ids->of(depth, 2);
    enter(2, own);
    if (n > 1) {
        call_fib(ids, n - 1, depth + 1, own);
        call_fib(ids, n - 2, depth + 1, own);
    }
    leave(ids->left ? own : caller);
}

/* Call `method`, which calls the next method, and so on to method 6. */
static void call_in_a_row(const struct ids *ids, qprof_MethodID method, int depth, qprof_StackID caller)
{
    qprof_StackID own = ids->of(depth, method);
    enter(method, own);
    if (method < 6)
        call_in_a_row(ids, method + 1, depth + 1, own);
    leave(ids->left ? own : caller);
}

static void play(const struct ids *ids, int fib, int rows)
{
    run_start("-quiet=no");
    for (qprof_MethodID id = 1; id <= 6; id++)
        define(id, "f");
    qprof_StackID main_id = ids->of(1, 1);
    enter(1, main_id);
    if (fib > 0)
        call_fib(ids, fib, 2, main_id);
    for (int i = 0; i < rows; i++)
        call_in_a_row(ids, 3, 2, main_id);
    leave(ids->left ? main_id : 0);
    end_run();
}

static qprof_StackID by_depth(int depth, qprof_MethodID method)
{
    (void)method;
    return 64 + (qprof_StackID)depth;
}

static qprof_StackID by_serial(int depth, qprof_MethodID method)
{
    static qprof_StackID serial = 100;
    (void)depth;
    (void)method;
    return ++serial;
}

static qprof_StackID by_method(int depth, qprof_MethodID method)
{
    (void)depth;
    return 1000 + method;
}

static qprof_StackID one_for_all(int depth, qprof_MethodID method)
{
    (void)depth;
    (void)method;
    return 7;
}

static void left_frames_of_fib(void)
{
    play(&(struct ids){by_depth, true}, 12, 0);
}

static void left_frames_in_a_row(void)
{
    play(&(struct ids){by_depth, true}, 0, 200);
}

static void left_frames_by_serial(void)
{
    play(&(struct ids){by_serial, true}, 12, 0);
}

TEST(exits_that_pass_the_id_of_the_left_frame_are_reported)
{
    run_client(left_frames_of_fib);
    expect_problems("left-frame\n");
    assert_non_null(strstr(run_errors(), "left-frame"));
    run_client(left_frames_by_serial);
    expect_problems("left-frame\n");
}

/* Only one call in four is a leaf, so only one exit in four pops no frame. Then the mistake is reported only if the
 * number of tail calls is about the number of such exits. Only libqprof counts tail calls, so only libqprof reports the
 * mistake. */
TEST(exits_that_pass_the_id_of_the_left_frame_are_reported_where_few_calls_are_leaves)
{
    run_client(left_frames_in_a_row);
    expect_problems(run_is_qprof() ? "left-frame\n" : "");
}

static void one_id_a_function(void)
{
    play(&(struct ids){by_method, false}, 12, 30);
}

static void one_id(void)
{
    play(&(struct ids){one_for_all, false}, 12, 30);
}

TEST(ambiguous_stack_ids_are_reported)
{
    run_client(one_id_a_function);
    expect_problems("shared-stack-id\n");
    assert_non_null(strstr(run_errors(), "shared-stack-id"));
    run_client(one_id);
    expect_problems("shared-stack-id\n");
}

/* ---- no mistakes --------------------------------------------------------------------------------------------- */

static void right(void)
{
    play(&(struct ids){by_depth, false}, 12, 200);
}

static void errors_in_a_loop(void)
{
    run_start("");
    define(1, "main");
    define(2, "f");
    enter(1, 1);
    for (int i = 0; i < 500; i++) {
        for (int call = 0; call < 3; call++) {
            enter(2, 2);
            leave(1);
        }
        leave(1); /* an error, thrown and caught here */
    }
    for (int i = 0; i < 5000; i++)
        leave(1);
    leave(0);
    end_run();
}

static void tail_calls_in_a_loop(void)
{
    run_start("");
    define(1, "main");
    define(2, "loop");
    enter(1, 1);
    for (int i = 0; i < 5000; i++)
        enter(2, 2);
    leave(1);
    leave(1); /* an error, caught in main */
    leave(0);
    end_run();
}

static void few_calls(void)
{
    run_start("");
    define(1, "main");
    for (int i = 0; i < 30; i++) {
        enter(1, 1);
        leave(1);
        leave(0);
    }
    end_run();
}

static void paused(void)
{
    run_start("-record-data=no");
    define(1, "main");
    for (int i = 0; i < 100; i++) {
        enter(1, 1);
        leave(1);
    }
    qii.start_recording_data();
    for (int i = 0; i < 40; i++) {
        enter(1, 2);
        leave(1);
    }
    end_run();
}

TEST(correct_programs_cause_no_report)
{
    run_client(right);
    expect_problems("");
    run_client(errors_in_a_loop);
    expect_problems("");
    run_client(tail_calls_in_a_loop);
    expect_problems("");
    run_client(few_calls);
    expect_problems("");
    run_client(paused);
    expect_problems("");
}

/* ---- virtual threads ------------------------------------------------------------------------------------------- */

/* Let virtual threads wait in turns. The client reports suspensions only from turn `from` on. If `flagged`, the method
 * in which the threads wait is registered as waiting. */
static void wait_by_turns(int from, bool flagged)
{
    run_start_virtual("");
    qii.register_method_id(1, "f", NULL, flagged ? QPROF_METHOD_FLAGS_WAITS : 0, NULL, NULL, 0);
    define(2, "g");
    for (VthreadID thread = 5; thread < 15; thread++)
        qii.record_fn_entry_vt(1, 1, thread);
    for (int i = 0; i < 1000; i++) {
        VthreadID thread = 5 + (VthreadID)i % 10;
        if (i >= from)
            qii.vthread_resume(thread);
        qii.record_fn_entry_vt(2, 2, thread);
        qii.record_fn_exit_vt(1, thread);
        if (i >= from)
            qii.vthread_suspend(thread, QPROF_REASON_WAITING);
    }
    qii.shutdown();
}

static void never_report(void)
{
    wait_by_turns(1000, false);
}

static void report_by_a_flag(void)
{
    wait_by_turns(1000, true);
}

static void always_report(void)
{
    wait_by_turns(0, false);
}

static void report_late(void)
{
    wait_by_turns(500, false);
}

TEST(virtual_threads_that_never_report_waits_are_reported)
{
    run_client(never_report);
    expect_problems(run_is_qprof() ? "untold-wait\n" : "");
    run_client(always_report);
    expect_problems("");
    run_client(report_late);
    expect_problems("");
    run_client(report_by_a_flag);
    expect_problems("");
}

static void wait_outside(void)
{
    run_start_virtual("");
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_fn_exit_vt(0, 5);
    qii.record_fn_entry_vt(1, 1, 6);
    qii.shutdown();
}

TEST(first_unreported_wait_may_be_outside_of_any_function)
{
    run_client(wait_outside);
    if (run_is_qprof())
        assert_string_equal(run_profile()->reader.header.diagnostics[QP_QPROF][QP_DIAGNOSTIC_UNREPORTED_WAIT].first,
                            "0x5 outside of any function");
}
