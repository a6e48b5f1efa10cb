/* Samples beside counted calls: the client counts in block counters while another thread's stacks are recorded. */
#include "tests/support/clock.h"
#include "tests/support/run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

static void call(const qprof_BlockCounters *counters, int times)
{
    for (int i = 0; i < counters->length; i++)
        ((uint64_t *)counters->base)[i] += (uint64_t)times * (i == 1 ? 10 : 1);
}

static qprof_BlockCounters counters_of(qprof_MethodID method)
{
    qprof_BlockCounters counters = {.owner = 7, .stride = QPROF_COUNTER_NUMBER};
    report("%d", qii.block_counters(method, &counters));
    return counters;
}

static void *record_while_counted(void *thread)
{
    static const qprof_LineInfo lines[] = {{0, 10}, {1, 11}};
    const qprof_MethodID stack[] = {1, 7};
    qii.register_method_id(7, "sampled", NULL, 0, "lines.toy", lines, 2);
    qii.register_method_id(8, "quick", NULL, 0, "lines.toy", lines, 2);
    qprof_BlockCounters sampled = counters_of(7), quick = counters_of(8);
    qii.record_stack(thread, 104, stack, 2, 1);
    call(&sampled, 3);
    call(&quick, 1000);
    qii.record_stack(thread, 110, stack, 2, 0);
    qii.new_phase_named("second");
    call(&sampled, 4);
    qii.record_stack(thread, 120, stack, 1, -1);
    qii.end_stacks(thread, 120);
    return NULL;
}

static void start(void)
{
    clock_at(100);
    report("%d", run_start("-sample") > 0);
    define(1, "a");
    define(2, "b");
}

static void counted(void)
{
    start();
    on_a_thread(record_while_counted, qii.hand_over_thread());
    clock_at(1000);
    qii.shutdown();
}

/* Return "method samples calls" for each method in a phase; "-" are calls that were not counted. */
static const char *counts_in(const char *phase)
{
    static char text[400];
    struct qp_query query;
    struct qp_error error;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.phase = phase;
    assert_int_equal(qp_query_open(&query, run_profile(), &selection, &error), 0);
    FILE *out = fmemopen(text, sizeof text, "w");
    for (uint32_t i = 0; i < run_profile()->method_count; i++) {
        char name[40];
        qp_profile_method_name(run_profile(), i, name, sizeof name);
        fprintf(out, "%s %d ", name, (int)query.methods[i].calls);
        fprintf(out, qp_query_counts_calls_of(&query, i) ? "%d\n" : "-\n", (int)query.methods[i].counted);
    }
    fclose(out);
    qp_query_close(&query);
    return text;
}

TEST(counted_calls_are_beside_samples)
{
    run_client(counted);
    expect_messages("1\n0\n0\n");
    assert_string_equal(counts_in(NULL), "a 1 -\n"
                                         "b 0 -\n"
                                         "sampled 2 7\n"
                                         "quick 0 1000\n");
    assert_string_equal(counts_in("0"), "a 0 -\n"
                                        "b 0 -\n"
                                        "sampled 2 3\n"
                                        "quick 0 1000\n");
    assert_string_equal(counts_in("second"), "a 1 -\n"
                                             "b 0 -\n"
                                             "sampled 0 4\n"
                                             "quick 0 0\n");
    expect_times("[thread]\n"
                 "a 0 self=0 total=10\n"
                 "  sampled 2 self=10 total=10\n"
                 "[thread]\n"
                 "a 1 self=10 total=10\n"
                 "  sampled 0 self=0 total=0\n");
    expect_blocks("sampled 0:7@6 1:70@4\n"
                  "quick 0:1000 1:10000\n");
    expect_kinds("");
}

static void counted_until_killed(void)
{
    start();
    void *thread = qii.hand_over_thread();
    record_while_counted(thread);
    raise(SIGKILL);
}

TEST(counted_calls_of_a_killed_program_are_beside_samples)
{
    assert_true(WIFSIGNALED(run_client_to_any_end(counted_until_killed)));
    assert_string_equal(counts_in("second"), "a 1 -\n"
                                             "b 0 -\n"
                                             "sampled 0 4\n"
                                             "quick 0 0\n");
}
