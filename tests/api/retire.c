/* Methods whose functions are gone and whose ids are reused. */
#include "tests/support/run.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static void call(qprof_MethodID method, qprof_StackID stack)
{
    enter(method, stack);
    leave(stack - 1);
}

static void number_again(void)
{
    run_start("");
    define(1, "main");
    define_with_lines(2, "old");
    enter(1, 1);
    for (int i = 0; i < 3; i++)
        call(2, 2);
    enter(2, 2);
    count_block(0, 7);
    leave(1);
    report("%d", qii.retire_method_id(2));
    define_with_lines(2, "new");
    call(2, 2);
    enter(2, 2);
    count_block(1, 5);
    leave(1);
    leave(0);
    end_run();
}

TEST(id_of_a_retired_method_is_another_method)
{
    run_client(number_again);
    expect_messages("0\n");
    expect_tree("main 1\n"
                "  old 4\n"
                "  new 2\n");
    expect_blocks("old 0:7\n"
                  "new 1:5\n");
    expect_diagnostics("");
}

static void open_frames(void)
{
    run_start("");
    define(1, "main");
    define(2, "old");
    define(3, "leaf");
    enter(1, 1);
    enter(2, 2);
    qii.retire_method_id(2);
    report("%lu", current_method());
    enter(3, 3);
    leave(2);
    report("%lu", current_method());
    define(2, "new");
    enter(2, 3);
    report("%lu", current_method());
    leave(2);
    call(3, 3);
    leave(1);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(open_frames_of_a_retired_method_keep_their_method)
{
    run_client(open_frames);
    expect_messages("2\n2\n2\n1\n");
    expect_tree("main 1\n"
                "  old 1\n"
                "    leaf 2\n"
                "    new 1\n");
    expect_diagnostics("");
}

static void verified(void)
{
    run_start("");
    define(1, "main");
    define(2, "old");
    enter(1, 1);
    enter(2, 2);
    qii.retire_method_id(2);
    qii.verify_fn_exit(2);
    report("%lu", current_method());
    leave(0);
    end_run();
}

TEST(frame_of_a_retired_method_is_verified_by_its_old_id)
{
    run_client(verified);
    expect_messages("1\n");
    expect_diagnostics("");
}

static void unknown(void)
{
    run_start("");
    define(1, "main");
    report("%d", qii.retire_method_id(7));
    report("%d", qii.retire_method_id(0));
    report("%d", qii.retire_method_id(qprof_GarbageCollector));
    report("%d", qii.retire_method_id(1));
    report("%d", qii.retire_method_id(1));
    end_run();
}

TEST(retired_method_must_be_registered)
{
    run_client(unknown);
    expect_messages("-1\n-1\n-1\n0\n-1\n");
    expect_kinds("unknown-method 4\n");
}

static int asked;

static void name_it(qprof_MethodID method)
{
    char name[32];
    snprintf(name, sizeof name, "name %d", ++asked);
    define(method, name);
}

static void asked_again(void)
{
    run_start_with_callback("", name_it);
    for (int i = 0; i < 3; i++) {
        call(9, 1);
        call(9, 1);
        qii.retire_method_id(9);
    }
    end_run();
}

TEST(callback_is_called_again_for_the_id_of_a_retired_method)
{
    run_client(asked_again);
    expect_tree("name 1 2\n"
                "name 2 2\n"
                "name 3 2\n");
    expect_diagnostics("");
}

static void without_a_name(void)
{
    run_start("");
    for (int i = 0; i < 2; i++) {
        define(0x123, NULL);
        call(0x123, 1);
        qii.retire_method_id(0x123);
    }
    end_run();
}

TEST(retired_method_without_a_name_is_shown_by_its_old_id)
{
    run_client(without_a_name);
    expect_tree("0x123 1\n"
                "0x123 1\n");
}

/* Retire methods that are callees of one node. The node has so many callees that they are found by an index. A new
 * phase rebuilds all call paths. */
static void wide(void)
{
    run_start("");
    define(1, "main");
    enter(1, 1);
    for (qprof_MethodID id = 100; id < 140; id++) {
        define(id, "old");
        call(id, 2);
    }
    for (int turn = 0; turn < 3; turn++) {
        for (qprof_MethodID id = 100; id < 140; id++) {
            char name[] = {'n', 'e', 'w', ' ', (char)('0' + turn), '\0'};
            report("%d", qii.retire_method_id(id));
            define(id, name);
        }
        for (qprof_MethodID id = 100; id < 140; id++) {
            call(id, 2);
            call(id, 2);
        }
    }
    enter(100, 2);
    qii.retire_method_id(100);
    qii.new_phase();
    define(100, "last");
    call(100, 3);
    leave(1);
    call(100, 2);
    leave(0);
    end_run();
}

TEST(retired_methods_below_a_wide_node_keep_their_counts)
{
    run_client(wide);
    const struct qp_profile *profile = run_profile();
    unsigned old = 0, new = 0, last = 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        char name[64];
        if (node->parent == QP_NONE || node->method == QP_NONE)
            continue;
        qp_profile_method_name(profile, node->method, name, sizeof name);
        old += strcmp(name, "old") == 0 && node->calls == 1;
        new += strncmp(name, "new", 3) == 0 && node->calls == 2;
        last += strcmp(name, "last") == 0 && node->calls == 1;
    }
    assert_int_equal(old, 40);
    assert_int_equal(new, 3 * 40 - 1); /* "new 2" with id 100 is not counted here, because it was called three times,
                                        * not twice */
    assert_int_equal(last, 2);
    expect_kinds("");
}

static void next_run(void)
{
    run_start("");
    define(1, "stays");
    define(2, "goes");
    call(1, 1);
    call(2, 1);
    qii.retire_method_id(2);
    end_run();
    qii.retire_method_id(1);
    define(3, "later");
    run_start("");
    call(3, 1);
    call(1, 1);
    end_run();
}

TEST(next_run_ignores_retired_methods)
{
    run_client(next_run);
    expect_tree("stays 1\n"
                "goes 1\n");
    run_look_at("run.1.qii");
    expect_tree("later 1\n"
                "0x1 1\n");
    assert_int_equal(run_profile()->method_count, 2);
}

static atomic_int over;

static void *call_all(void *argument)
{
    (void)argument;
    for (int i = 0; i < 20000; i++)
        for (qprof_MethodID id = 10; id < 14; id++) {
            enter(id, 1);
            enter(id, 2);
            leave(1);
            leave(0);
        }
    atomic_fetch_add(&over, 1);
    return NULL;
}

static void *call_all_as_6(void *argument)
{
    for (int i = 0; i < 5000; i++)
        for (qprof_MethodID id = 10; id < 14; id++) {
            qii.record_fn_entry_vt(id, 1, 6);
            qii.record_fn_exit_vt(0, 6);
        }
    return argument;
}

static void while_others_record(void)
{
    pthread_t thread, other;
    run_start("");
    for (qprof_MethodID id = 10; id < 14; id++)
        define_with_lines(id, "f");
    pthread_create(&thread, NULL, call_all, NULL);
    pthread_create(&other, NULL, run_is_virtual() ? call_all_as_6 : call_all, NULL);
    for (int i = 0; i < 20 || !atomic_load(&over);
         i++) { /* repeat until `over`, because 20 rounds may end before the first call on a loaded machine */
        qprof_MethodID id = 10 + (qprof_MethodID)i % 4;
        if (qii.retire_method_id(id) == 0)
            define_with_lines(id, i % 3 ? "f" : "g");
    }
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    end_run();
}

TEST(methods_are_retired_and_defined_while_other_threads_call_them)
{
    run_client(while_others_record);
    uint64_t calls = 0;
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (profile->nodes[i].parent != QP_NONE && !profile->roots[profile->nodes[i].root].hidden)
            calls += profile->nodes[i].calls;
    assert_int_equal(calls, 20000 * 4 * 2 + (run_is_virtual() ? 5000 * 4 : 20000 * 4 * 2));
    assert_true(profile->method_count > 4);
    expect_kinds("");
}

/* ---- a method defined again ---------------------------------------------------------------------------------- */

static void same_again(void)
{
    static const qprof_BranchInfo branch = {1, 3, 2};
    void *base = NULL;
    int others = 0;
    run_start("");
    define(1, "main");
    enter(1, 1);
    for (qprof_MethodID i = 0; i < 20000; i++) {
        qprof_MethodID id = 2 + i % 7;
        define_with_lines(id, "f");
        others += qii.register_branches(id, &branch, 1) != 0;
        enter(id, 2);
        count_block(1, 3);
        leave(1);
        qprof_BlockCounters counters = {.stride = QPROF_COUNTER_NUMBER};
        others += qii.block_counters(id, &counters) != 0 || (base && base != counters.base);
        base = counters.base;
        ((uint64_t *)base)[0]++;
        others += qii.retire_method_id(id) != 0;
    }
    report("%d", others);
    leave(0);
    end_run();
}

TEST(method_that_is_defined_again_reuses_the_retired_one)
{
    run_client(same_again);
    expect_messages("0\n");
    expect_tree("main 1\n"
                "  f 20000\n");
    expect_blocks("f 0:20000 1:60000\n");
    assert_int_equal(run_profile()->method_count, 2);
    expect_diagnostics("");
}

/* Define two methods alike while both are in use. They do not share a record. */
static void twice_at_once(void)
{
    run_start("");
    for (int turn = 0; turn < 3; turn++) {
        for (qprof_MethodID id = 1; id < 3; id++) {
            define_with_lines(id, "f");
            call(id, 1);
        }
        qii.retire_method_id(1);
        qii.retire_method_id(2);
    }
    end_run();
}

TEST(live_methods_of_one_definition_have_a_record_each)
{
    run_client(twice_at_once);
    expect_tree("f 3\n"
                "f 3\n");
    assert_int_equal(run_profile()->method_count, 2);
}

static void frames_go_along(void)
{
    run_start("");
    define(1, "main");
    define(2, "f");
    enter(1, 1);
    enter(2, 2);
    qii.retire_method_id(2);
    define(5, "f");
    report("%lu", current_method());
    qii.verify_fn_exit(2);
    report("%lu", current_method());
    enter(5, 2);
    qii.verify_fn_exit(5);
    leave(0);
    end_run();
}

TEST(open_frame_of_a_redefined_method_is_left_by_the_id_of_its_entry)
{
    run_client(frames_go_along);
    expect_messages("5\n1\n");
    expect_tree("main 1\n"
                "  f 2\n");
    expect_diagnostics("");
}

static void other_branches(void)
{
    static const qprof_BranchInfo first = {1, 3, 2}, second = {2, 3, 3};
    run_start("");
    for (int turn = 0; turn < 4; turn++) {
        define_with_lines(1, "f");
        report("%d", qii.register_branches(1, turn % 2 ? &second : &first, 1));
        enter(1, 1);
        count_block(3, turn % 2 ? 100 : 1);
        leave(0);
        qii.retire_method_id(1);
    }
    end_run();
}

TEST(method_with_other_branches_is_another_method)
{
    run_client(other_branches);
    expect_messages("0\n0\n0\n0\n");
    expect_tree("f 2\n"
                "f 2\n");
    expect_blocks("f 3:2\n"
                  "f 3:200\n");
    expect_diagnostics("");
}

/* Fork a child without a data file. The child knows the methods of its parent. */
static void other_branches_in_a_child(void)
{
    static const qprof_BranchInfo first = {1, 3, 2}, second = {2, 3, 3};
    int status;
    run_start("");
    define_with_lines(1, "f");
    report("%d", qii.register_branches(1, &first, 1));
    qii.retire_method_id(1);
    define_with_lines(1, "f");
    pid_t child = fork();
    if (child == 0) {
        report("%d", qii.register_branches(1, &second, 1));
        _exit(0);
    }
    waitpid(child, &status, 0);
    report("%d", status);
    end_run();
}

TEST(branches_of_a_redefined_method_may_change_in_a_forked_child)
{
    run_client(other_branches_in_a_child);
    expect_messages("0\n0\n0\n");
    expect_diagnostics("");
}

/* Enter a method before it is defined. The later definition cannot reuse the record of an older method. */
static void entered_before(void)
{
    run_start("");
    define_with_lines(1, "f");
    call(1, 1);
    qii.retire_method_id(1);
    call(1, 1);
    define_with_lines(1, "f");
    call(1, 1);
    end_run();
}

TEST(method_entered_before_it_is_redefined_is_another_method)
{
    run_client(entered_before);
    expect_tree("f 1\n"
                "f 2\n");
    expect_kinds("");
}
