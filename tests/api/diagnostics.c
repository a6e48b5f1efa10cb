/* Misuse: each kind is counted, the summary shows its first occurrence, and recording continues. */
#include "tests/support/run.h"

#include "format/diagnostic.h"

#include <limits.h>
#include <stdint.h>

static void shown(void)
{
    run_start("-quiet=no");
    enter(1, 1);
    leave(0);
    leave(0);
    qii.record_fn_entry(0, 7);
    qii.record_fn_entry(0, 8);
    end_run();
}

TEST(summary_lists_each_kind_with_its_count_and_first_occurrence)
{
    run_client(shown);
    expect_diagnostics("bad-method-id 2 qprof_record_fn_entry(0)\n"
                       "empty-stack 1 qprof_record_fn_exit(0)\n");
    assert_non_null(strstr(run_errors(), "qprof_record_fn_entry(0)"));
    assert_non_null(strstr(run_errors(), "a method id of 0"));
    assert_non_null(strstr(run_errors(), "an event that needs a method on an empty stack"));
}

/* Return a random number. The sequence is the same in every run. */
static uint64_t next_number(void)
{
    static uint64_t number = 88172645463325252u;
    number ^= number << 13;
    number ^= number >> 7;
    number ^= number << 17;
    return number;
}

static uint64_t odd_number(void)
{
    static const uint64_t odd[] = {0, 1, 2, 3, UINT64_MAX, INT_MAX, (uint64_t)INT_MIN, 0xfffffffe, 0x100000000};
    uint64_t choice = next_number() % 12;
    return choice < 9 ? odd[choice] : next_number() % 8;
}

static void one_call(void)
{
    uint64_t a = odd_number(), b = odd_number(), v = odd_number() % 5;
    static const qprof_LineInfo lines[] = {{5, 1}, {0, -2}, {INT_MIN, INT_MAX}};
    switch (next_number() % 34) {
    case 0:
        qii.record_fn_entry(a, b);
        break;
    case 1:
        qii.record_fn_exit(a);
        break;
    case 2:
        qii.record_fn_entry_vt(a, b, v);
        break;
    case 3:
        qii.record_fn_exit_vt(a, v);
        break;
    case 4:
        qii.verify_fn_exit(a);
        break;
    case 5:
        qii.verify_fn_exit_vt(a, v);
        break;
    case 6:
        qii.record_bb_counts((int)a, (unsigned)b);
        break;
    case 7:
        qii.record_bb_counts_vt((int)a, (unsigned)b, v);
        break;
    case 8:
        qii.record_bb_time((int)a);
        break;
    case 9:
        qii.record_bb_time_vt((int)a, v);
        break;
    case 10:
        qii.record_counts((unsigned)a);
        break;
    case 11:
        qii.record_counts_vt((unsigned)a, v);
        break;
    case 12:
        qii.execute_byte_code(a, NULL, (int)b);
        break;
    case 13:
        qii.record_monitor_acquired();
        break;
    case 14:
        qii.record_monitor_released();
        break;
    case 15:
        qii.thread_create(a);
        break;
    case 16:
        qii.thread_create_vt(a, v);
        break;
    case 17:
        qii.thread_destroy(a);
        break;
    case 18:
        qii.thread_destroy_vt(v);
        break;
    case 19:
        qii.set_thread_name(a % 2 ? NULL : "name");
        break;
    case 20:
        qii.set_thread_name_vt(a % 2 ? NULL : "name", v);
        break;
    case 21:
        qii.vthread_suspend(v, (int)a);
        break;
    case 22:
        qii.vthread_resume(v);
        break;
    case 23:
        qii.register_method_id(a, b % 2 ? NULL : "m", NULL, (int)a, "f", a % 2 ? NULL : lines,
                               (int)(b % (sizeof lines / sizeof *lines + 1)));
        break;
    case 24:
        (void)(a % 2 ? qii.start_recording_data() : qii.stop_recording_data());
        break;
    case 25:
        qii.vthread_switch(v, (int)b % 4, a % 9);
        break;
    case 26:
        qii.follow_fn_entry_vt(a, b, v);
        break;
    case 27:
        qii.follow_fn_entry(a, b);
        break;
    case 28:
        qii.record_bb((int)a, (unsigned)b);
        break;
    case 29:
        qii.record_bb_vt((int)a, (unsigned)b, v);
        break;
    case 30:
        qii.execute_byte_code_vt(a, NULL, (int)b, v);
        break;
    case 31:
        qii.record_monitor_acquired_vt(v);
        qii.record_monitor_released_vt(v);
        break;
    case 32:
        qii.retire_method_id(a);
        break;
    default:
        (void)(a % 16 ? qii.current_method_id() : (qprof_MethodID)qii.clear_data());
        break;
    }
}

static void any_call(int virtual_threads)
{
    qprof_InitInfo info = {0, "-quiet -data-file=" RUN_FILE, NULL, virtual_threads};
    qii.initialize_ex(&info);
    for (int i = 0; i < 30000; i++)
        one_call();
    qii.shutdown();
}

static void any_plain(void)
{
    any_call(0);
}

static void any_virtual(void)
{
    any_call(1);
}

/* run_profile reads the file, checks every reference, and fails if the file is damaged. */
TEST(calls_in_any_order_with_any_arguments_produce_a_valid_file)
{
    run_client(any_plain);
    assert_true(run_profile()->node_count > 10);
    run_client(any_virtual);
    assert_true(run_profile()->node_count > 10);
    assert_string_equal(run_output(), "");
}

static void with_bounds(void)
{
    run_start("-max-data-size=2m");
    for (uint64_t i = 1; i <= 300000; i++) {
        enter(i, 1);
        leave(0);
    }
    enter(1, 1);
    leave(0);
    end_run();
}

TEST(data_stays_within_its_bound_and_known_paths_still_count)
{
    run_client(with_bounds);
    const struct qp_profile *profile = run_profile();
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (profile->nodes[i].parent != QP_NONE)
            calls += profile->nodes[i].calls;
    assert_true(calls >= 300001);
    assert_true(profile->reader.file_size <= (2u << 20) + 65536);
    assert_true(profile->reader.header.folded > 0);
    assert_true(profile->reader.header.diagnostics[run_is_qprof() ? QP_QPROF : QP_CPROF][QP_DIAGNOSTIC_NO_ROOM].count >
                0);
}

static void leaves_methods_out(void)
{
    run_start("");
    qii.exclude_method("Some.method()", "too long");
    qii.exclude_method("Other.method()", "a jump is too far");
    qii.exclude_method("a name alone", NULL);
    end_run();
}

TEST(omitted_methods_are_counted_with_the_first_reason)
{
    run_client(leaves_methods_out);
    expect_diagnostics("null-name 1 qprof_exclude_method\n"
                       "left-out 2 Some.method(): too long\n");
    expect_marks("note left out: Some.method(): too long\n"
                 "note left out: Other.method(): a jump is too far\n");
}

static void leaves_many_methods_out(void)
{
    qii.exclude_method("before the run", "too early");
    run_start("");
    for (int i = 0; i < 150; i++)
        qii.exclude_method("a.method()", "too long");
    end_run();
}

TEST(a_hundred_omitted_methods_are_named)
{
    run_client(leaves_many_methods_out);
    expect_diagnostics("left-out 151 before the run: too early\n");
    assert_int_equal(run_profile()->mark_count, 99);
}
