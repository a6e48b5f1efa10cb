/* Block counters, which the client increments itself: who owns them, what they count and when. */
#include "tests/support/run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The method has three lines, so its blocks are 0, 1 and 2. The counter after them counts calls. */
enum { CALLS = 3 };

static qprof_BlockCounters counters_of(qprof_MethodID method, uintptr_t owner, size_t stride)
{
    qprof_BlockCounters counters = {.owner = owner, .stride = stride};
    if (qii.block_counters(method, &counters) != 0)
        report("no counters");
    return counters;
}

static void add(const qprof_BlockCounters *counters, int index, int64_t times)
{
    *(int64_t *)((char *)counters->base + (size_t)index * counters->stride) += times;
}

static void call_once(const qprof_BlockCounters *counters)
{
    add(counters, CALLS, 1);
    add(counters, 0, 1);
    add(counters, 1, 10);
}

static void start_with_one(void)
{
    run_start("");
    define_with_lines(1, "parse");
}

/* ---- layout ------------------------------------------------------------------------------------------------------ */

static void plain_numbers(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, QPROF_COUNTER_NUMBER);
    report("%d counters, stride %zu, epoch %u", counters.length, counters.stride, counters.epoch);
    call_once(&counters);
    call_once(&counters);
    end_run();
}

TEST(counters_are_blocks_and_calls)
{
    run_client(plain_numbers);
    assert_int_equal(run_profile()->methods[0].flags & QP_METHOD_LACKS_CALLERS, QP_METHOD_LACKS_CALLERS);
    expect_messages("4 counters, stride 8, epoch 0\n");
    expect_tree("parse 2\n");
    expect_blocks("parse 0:2 1:20\n");
    expect_diagnostics("");
}

static void values(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, QPROF_COUNTER_VALUE);
    report("%d", (int)((uintptr_t)counters.base % 16));
    for (int i = 0; i < counters.length; i++)
        ((uint64_t *)counters.base)[2 * i + 1] = 0x0303;
    call_once(&counters);
    qii.clear_data();
    call_once(&counters);
    for (int i = 0; i < counters.length; i++)
        report("%#llx", (unsigned long long)((uint64_t *)counters.base)[2 * i + 1]);
    end_run();
}

TEST(other_half_of_a_value_belongs_to_the_client)
{
    run_client(values);
    expect_messages("0\n0x303\n0x303\n0x303\n0x303\n");
    expect_tree("parse 1\n");
    expect_blocks("parse 0:1 1:10\n");
}

static void owners(void)
{
    start_with_one();
    qprof_BlockCounters one = counters_of(1, 7, 8), again = counters_of(1, 7, 8), other = counters_of(1, 8, 8),
                        wide = counters_of(1, 7, 16);
    report("%d %d %d", again.base == one.base, other.base == one.base, wide.base == one.base);
    call_once(&one);
    call_once(&other);
    call_once(&wide);
    end_run();
}

TEST(one_owner_always_gets_the_same_counters)
{
    run_client(owners);
    expect_messages("1 0 0\n");
    expect_tree("parse 3\n");
    expect_blocks("parse 0:3 1:30\n");
}

static void *count_on_a_thread(void *base_of_main)
{
    qprof_BlockCounters own = counters_of(1, 0, 8);
    report("%d", own.base == base_of_main);
    call_once(&own);
    return NULL;
}

static void threads(void)
{
    start_with_one();
    qprof_BlockCounters own = counters_of(1, 0, 8);
    call_once(&own);
    on_a_thread(count_on_a_thread, own.base);
    end_run();
}

TEST(each_thread_has_its_own_counters)
{
    run_client(threads);
    expect_messages("0\n");
    expect_tree("[thread]\nparse 1\n[thread]\nparse 1\n");
}

static void calls_alone(void)
{
    static const qprof_CounterTerm term = {3, 0, 1};
    start_with_one();
    qprof_BlockCounters counters = {.owner = 7, .stride = 8, .length = 1, .terms = &term, .term_count = 1};
    report("%d", qii.block_counters(1, &counters));
    add(&counters, 0, 5);
    counters.owner = 8;
    report("%d", qii.block_counters(1, &counters));
    report("%d", (int)((uintptr_t)counters.base % 16)); /* the counter of the first owner, 8 bytes, lies before this
                                                         * one */
    end_run();
}

/* A method that only counts its calls has no block counts, so none of its lines is shown as never run. */
TEST(method_may_count_only_its_calls)
{
    run_client(calls_alone);
    expect_messages("0\n0\n0\n");
    expect_tree("parse 5\n");
    assert_int_equal(run_profile()->array_count, 0);
}

/* Count a loop with a header in line 15 and a body in line 16. Counter 0 counts entries of the loop, 1 runs of the
 * body, 2 exits. The header (block 0) runs as often as the body and the exits together. */
static void sums(void)
{
    static const qprof_CounterTerm terms[] = {{3, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0, 0, -1}, {0, 2, 1}, {2, 2, 1}};
    start_with_one();
    qprof_BlockCounters counters = {.owner = 7, .stride = 8, .length = 3, .terms = terms, .term_count = 6};
    report("%d", qii.block_counters(1, &counters));
    for (int i = 0; i < 2; i++) {
        add(&counters, 0, 1);
        add(&counters, 1, 10);
        add(&counters, 2, 1);
        if (i == 0)
            qii.new_phase_named("second");
    }
    add(&counters, 0, 1); /* entered, but not left before the run ends */
    end_run();
}

TEST(blocks_are_sums_of_counters)
{
    run_client(sums);
    expect_messages("0\n");
    assert_string_equal(run_tree_of_phase("0"), "parse 1\n");
    assert_string_equal(run_tree_of_phase("second"), "parse 2\n");
    expect_blocks("parse 0:19 1:20 2:2\n");
}

static void beside_events(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 8);
    call_once(&counters);
    enter(1, 1);
    count_block(2, 5);
    leave(0);
    end_run();
}

TEST(counters_and_events_of_a_method_add_up)
{
    run_client(beside_events);
    expect_tree("parse 2\n");
    expect_lines("parse 15:1 16:10 19:5\n");
}

enum { MANY = 20000 };

static void many_lines(void)
{
    static qprof_LineInfo lines[MANY];
    for (int i = 0; i < MANY; i++)
        lines[i] = (qprof_LineInfo){i, i + 1};
    run_start("");
    qii.register_method_id(1, "generated", NULL, 0, "g.lua", lines, MANY);
    qprof_BlockCounters counters = counters_of(1, 7, 16);
    add(&counters, 0, 3);
    add(&counters, MANY - 1, 4);
    add(&counters, MANY, 5);
    end_run();
}

TEST(large_method_has_counters)
{
    run_client(many_lines);
    expect_tree("generated 5\n");
    expect_blocks("generated 0:3 19999:4\n");
}

/* ---- pauses, phases, clears -------------------------------------------------------------------------------------- */

static void pauses(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 8);
    call_once(&counters);
    qii.stop_recording_data();
    call_once(&counters);
    call_once(&counters);
    qii.start_recording_data();
    call_once(&counters);
    qii.stop_recording_data();
    call_once(&counters);
    end_run();
}

TEST(nothing_counts_in_a_pause)
{
    run_client(pauses);
    expect_tree("parse 2\n");
    expect_blocks("parse 0:2 1:20\n");
}

static void phases(void)
{
    start_with_one();
    define_with_lines(2, "idle");
    qprof_BlockCounters counters = counters_of(1, 7, 8), idle = counters_of(2, 7, 8);
    call_once(&counters);
    call_once(&idle);
    qii.new_phase_named("second");
    call_once(&counters);
    call_once(&counters);
    qii.new_phase_named("third");
    report("%u", counters_of(1, 7, 8).epoch);
    call_once(&counters);
    end_run();
}

TEST(each_phase_has_its_own_counts)
{
    run_client(phases);
    expect_messages("2\n");
    assert_string_equal(run_tree_of_phase("0"), "parse 1\nidle 1\n");
    assert_string_equal(run_tree_of_phase("second"), "parse 2\n");
    assert_string_equal(run_tree_of_phase("third"), "parse 1\n");
}

static void cleared(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 8);
    call_once(&counters);
    qii.clear_data();
    call_once(&counters);
    qii.clear_data();
    call_once(&counters);
    call_once(&counters);
    end_run();
}

TEST(clear_resets_the_counters)
{
    run_client(cleared);
    expect_tree("parse 2\n");
    expect_blocks("parse 0:2 1:20\n");
}

static void saved(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 8);
    call_once(&counters);
    qii.new_phase();
    call_once(&counters);
    qii.save_data();
    call_once(&counters);
    end_run();
}

TEST(saved_copy_has_the_counts_so_far)
{
    run_client(saved);
    expect_blocks("parse 0:3 1:30\n");
    run_look_at("run.1.qii");
    expect_blocks("parse 0:2 1:20\n");
}

static void retired(void)
{
    start_with_one();
    qprof_BlockCounters old = counters_of(1, 7, 8);
    call_once(&old);
    report("%d", qii.retire_method_id(1));
    define_with_lines(1, "other");
    qprof_BlockCounters young = counters_of(1, 7, 8);
    report("%d", young.base == old.base);
    call_once(&young);
    call_once(&young);
    end_run();
}

TEST(retired_method_keeps_its_counters)
{
    run_client(retired);
    expect_messages("0\n0\n");
    expect_tree("parse 1\nother 2\n");
}

static qprof_BlockCounters counters_with_terms(qprof_MethodID method)
{
    static const qprof_CounterTerm terms[] = {{0, 0, 1}, {1, 0, 1}, {3, 0, 1}};
    qprof_BlockCounters counters = {.owner = 7, .stride = 8, .length = 1, .terms = terms, .term_count = 3};
    report("%d", qii.block_counters(method, &counters));
    return counters;
}

static void other_terms(void)
{
    start_with_one();
    qprof_BlockCounters old = counters_of(1, 7, 8);
    call_once(&old);
    qii.retire_method_id(1);
    define_with_lines(1, "parse");
    qprof_BlockCounters young = counters_with_terms(1);
    report("%d", young.base == old.base);
    add(&young, 0, 5);
    qii.retire_method_id(1);
    define_with_lines(2, "parse");
    qprof_BlockCounters again = counters_with_terms(2);
    report("%d", again.base == young.base);
    add(&again, 0, 20);
    end_run();
}

TEST(counters_of_a_redefined_method_have_the_requested_terms)
{
    run_client(other_terms);
    expect_messages("0\n0\n0\n1\n");
    expect_tree("parse 26\n");
    expect_blocks("parse 0:26 1:35\n");
}

static void retired_between_runs(void)
{
    start_with_one();
    qprof_BlockCounters old = counters_of(1, 7, 8);
    call_once(&old);
    end_run();
    report("%d", qii.retire_method_id(1));
    define(1, "other");
    qii.initialize_ex(&(qprof_InitInfo){.initial_options = "-data-file=second.qii -quiet"});
    qprof_BlockCounters young = counters_of(1, 7, 8);
    report("%d %d", young.base == old.base, young.length);
    call_once(&old);
    add(&young, 0, 5);
    qii.shutdown();
}

TEST(next_run_does_not_reuse_counters_of_a_method_retired_between_runs)
{
    run_client(retired_between_runs);
    expect_messages("0\n0 1\n");
    run_look_at("second.qii");
    expect_tree("other 5\n");
}

/* ---- when the run ends ------------------------------------------------------------------------------------------- */

static void killed(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 8);
    call_once(&counters);
    qii.clear_data();
    call_once(&counters);
    raise(SIGKILL);
}

TEST(killed_program_loses_nothing)
{
    assert_true(WIFSIGNALED(run_client_to_any_end(killed)));
    expect_tree("parse 1\n");
    expect_blocks("parse 0:1 1:10\n");
}

static void killed_in_a_pause(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 8);
    call_once(&counters);
    qii.stop_recording_data();
    call_once(&counters);
    raise(SIGKILL);
}

TEST(nothing_counts_in_a_pause_that_a_kill_ends)
{
    assert_true(WIFSIGNALED(run_client_to_any_end(killed_in_a_pause)));
    expect_tree("parse 1\n");
    expect_blocks("parse 0:1 1:10\n");
}

static void second_run(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 16);
    call_once(&counters);
    end_run();
    call_once(&counters);
    qii.initialize_ex(&(qprof_InitInfo){.initial_options = "-data-file=second.qii -quiet"});
    call_once(&counters);
    call_once(&counters);
    report("%d", counters_of(1, 7, 16).base == counters.base);
    qii.shutdown();
    call_once(&counters);
}

TEST(each_run_has_its_own_counts)
{
    run_client(second_run);
    expect_messages("1\n");
    expect_blocks("parse 0:1 1:10\n");
    run_look_at("second.qii");
    expect_tree("parse 2\n");
    expect_blocks("parse 0:2 1:20\n");
}

static void fork_and_count(void)
{
    start_with_one();
    qprof_BlockCounters counters = counters_of(1, 7, 16);
    call_once(&counters);
    pid_t child = fork();
    if (child == 0) {
        call_once(&counters);
        call_once(&counters);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    call_once(&counters);
    end_run();
}

TEST(forked_child_counts_nothing)
{
    run_client(fork_and_count);
    expect_blocks("parse 0:2 1:20\n");
}

static void follow_a_fork(void)
{
    run_start("-follow-child-processes");
    define_with_lines(1, "parse");
    qprof_BlockCounters counters = counters_of(1, 7, 16);
    call_once(&counters);
    pid_t child = fork();
    if (child == 0) {
        report("%d", counters_of(1, 7, 16).base == counters.base);
        call_once(&counters);
        call_once(&counters);
        call_once(&counters);

        end_run();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    end_run();
}

TEST(followed_child_has_its_own_counts)
{
    run_client(follow_a_fork);
    expect_messages("1\n");
    expect_blocks("parse 0:1 1:10\n");
    run_look_at("run.1.qii");
    expect_blocks("parse 0:3 1:30\n");
}

/* ---- misuse ------------------------------------------------------------------------------------------------------ */

static void misuse(void)
{
    static const qprof_CounterTerm past_blocks = {2, 0, 1}, past_counters = {0, 3, 1};
    qprof_BlockCounters good = {.stride = 8}, narrow = {.stride = 12},
                        blocks = {.stride = 8, .length = 3, .terms = &past_blocks, .term_count = 1},
                        counters = {.stride = 8, .length = 3, .terms = &past_counters, .term_count = 1},
                        none = {.stride = 8, .length = 3, .terms = &past_counters};
    report("%d", qii.block_counters(1, &good));
    run_start("");
    define(2, "no lines");
    report("%d", qii.block_counters(1, &good));
    report("%d", qii.block_counters(2, &narrow));
    report("%d", qii.block_counters(2, NULL));
    report("%d", qii.block_counters(2, &blocks));
    report("%d", qii.block_counters(2, &counters));
    report("%d", qii.block_counters(2, &none));
    report("%d", qii.block_counters(2, &good));
    report("%d", good.length);
    end_run();
    report("%d", qii.block_counters(2, &good));
}

TEST(misuse_is_counted)
{
    run_client(misuse);
    expect_messages("-1\n-1\n-1\n-1\n-1\n-1\n-1\n0\n1\n-1\n");
    expect_kinds("not-running 1\nbad-argument 5\nunknown-method 1\n");
}

static void no_room(void)
{
    static qprof_LineInfo lines[MANY];
    for (int i = 0; i < MANY; i++)
        lines[i] = (qprof_LineInfo){i, i + 1};
    run_start("-max-data-size=1M");
    int failed = 0;
    for (qprof_MethodID id = 1; id <= 10; id++) {
        qprof_BlockCounters counters = {.owner = 7, .stride = 16};
        qii.register_method_id(id, "large", NULL, 0, "g.lua", lines, MANY);
        failed += qii.block_counters(id, &counters) != 0;
    }
    report("%d", failed > 0);
    end_run();
}

TEST(lack_of_room_is_reported)
{
    run_client(no_room);
    expect_messages("1\n");
    assert_non_null(strstr(run_diagnostics(), "no-room"));
}
