/* Named contexts in bad conditions: on threads that end, in signal handlers, across fork, without room, and while a run
 * ends. */
#include "tests/support/interrupt.h"
#include "tests/support/run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void call(qprof_MethodID method, int blocks)
{
    qii.enter_method(method);
    qii.record_bb_counts(1, (qprof_Counts)blocks);
    qii.leave_method(method);
}

static int64_t *counters_of(qprof_MethodID method)
{
    qprof_BlockCounters counters = {.owner = 7, .stride = QPROF_COUNTER_NUMBER};
    if (qii.block_counters(method, &counters) != 0)
        abort();
    return counters.base;
}

static void expect_context(const char *pattern, const char *blocks)
{
    run_look_at_context(pattern);
    expect_blocks(blocks);
    run_look_at_context(NULL);
}

/* ---- threads that end -------------------------------------------------------------------------------------------- */

static void *ends_in_a_context(void *name)
{
    qii.context(name);
    counters_of(3)[0]++;
    call(2, 1);
    return NULL;
}

static void threads_end(void)
{
    run_start("");
    define_some();
    counters_of(3)[0] = 0;
    on_a_thread(ends_in_a_context, "first");
    counters_of(3)[1] = 5; /* no thread has a context */
    on_a_thread(ends_in_a_context, "second");
    qii.context("main thread");
    counters_of(3)[2] = 7;
    end_run();
}

TEST(the_context_of_a_thread_ends_with_the_thread)
{
    run_client(threads_end);
    expect_context("first", "work 1:1\ndeeper 0:1\n");
    expect_context("second", "work 1:1\ndeeper 0:1\n");
    expect_context("main thread", "work\ndeeper 2:7\n");
    expect_blocks("work 1:2\ndeeper 0:2 1:5 2:7\n");
    expect_diagnostics("");
}

/* ---- signal handlers --------------------------------------------------------------------------------------------- */

static int dropped;

/* Change the context, and back. */
static void change_in_handler(const void *context)
{
    (void)context;
    int before = qii.context("handler");
    if (before < 0 || qii.return_to_context(before) < 0)
        dropped++;
}

static void in_handlers(void)
{
    static uint64_t signals;
    run_start("");
    define_some();
    int calls = 0;
    int64_t *deeper = counters_of(3);
    qii.context("handler");
    interrupt_begin(200, change_in_handler, &signals);
    for (; interrupt_continues((uint64_t)calls, 10000); calls++) {
        qii.context("test");
        call(2, 1);
        deeper[0]++;
        qii.context(NULL);
    }
    interrupt_end();
    report("%d", calls);
    report("nested-event %d", dropped);
    end_run();
}

/* In an event the change is dropped and counted. Between two events it is made. */
TEST(a_signal_handler_sets_a_context_unless_it_interrupts_an_event)
{
    run_client(in_handlers);
    int calls = atoi(run_messages());
    const char *kinds = strchr(run_messages(), '\n') + 1;
    char expected[64];
    snprintf(expected, sizeof expected, "work 1:%d\ndeeper 0:%d\n", calls, calls);
    expect_blocks(expected);
    expect_context("test", expected);
    expect_kinds(strcmp(kinds, "nested-event 0\n") == 0 ? "" : kinds);
}

/* ---- forks ------------------------------------------------------------------------------------------------------- */

static void forks(const char *options)
{
    run_start(options);
    define_some();
    counters_of(3)[0] = 1;
    qii.context("parent");
    counters_of(3)[0]++;
    pid_t child = fork();
    if (child == 0) {
        call(2, 1);
        report("%d", qii.context("child"));
        call(2, 10);
        end_run();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    call(2, 100);
    end_run();
}

static void child_off(void)
{
    forks("");
}

static void child_followed(void)
{
    forks("-follow-child-processes");
}

TEST(a_forked_child_has_no_context)
{
    run_client(child_off);
    expect_messages("-1\n");
    expect_context("parent", "work 1:100\ndeeper 0:1\n");
}

TEST(the_file_of_a_followed_child_begins_without_contexts)
{
    run_client(child_followed);
    expect_messages("0\n");
    expect_context("parent", "work 1:100\ndeeper 0:1\n");
    run_look_at("run.1.qii");
    expect_context("child", "work 1:10\n");
    expect_blocks("work 1:11\n");
    run_look_at(RUN_FILE);
}

/* ---- no room ----------------------------------------------------------------------------------------------------- */

#define CHANGES 200000

static void too_many_changes(void)
{
    run_start("-max-data-size=2M");
    define_some();
    int64_t *deeper = counters_of(3);
    for (int i = 0; i < CHANGES; i++) {
        char name[32];
        snprintf(name, sizeof name, "context %d", i % 1000);
        qii.context(name);
        deeper[i % 3] += i;
        call(2, 1);
    }
    end_run();
}

/* The total counts are complete, and those of contexts that had no room are reported. */
TEST(a_context_per_event_fills_the_file_and_is_reported)
{
    run_client(too_many_changes);
    char blocks[200];
    uint64_t sums[3] = {0};
    for (uint64_t i = 0; i < CHANGES; i++)
        sums[i % 3] += i;
    snprintf(blocks, sizeof blocks, "work 1:%d\ndeeper 0:%lu 1:%lu 2:%lu\n", CHANGES, sums[0], sums[1], sums[2]);
    expect_blocks(blocks);
    assert_non_null(strstr(run_diagnostic_kinds(), "no-room "));
    run_look_at_context("context 999");
    assert_non_null(strstr(run_blocks(), "work 1:200\n"));
    run_look_at_context(NULL);
}

/* ---- the end of a run -------------------------------------------------------------------------------------------- */

static int stops;

static void *changes_until_it_stops(void *number)
{
    for (int i = 0; !__atomic_load_n(&stops, __ATOMIC_RELAXED); i++) {
        char name[32];
        snprintf(name, sizeof name, "%s %d", (const char *)number, i % 100);
        qii.context(name);
        call(2, 1);
    }
    return NULL;
}

static void ends_meanwhile(void)
{
    pthread_t threads[3];
    run_start("");
    define_some();
    int64_t *deeper = counters_of(3);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, changes_until_it_stops, (void *)(i ? i == 1 ? "one" : "two" : "three"));
    for (int i = 0; i < 200; i++) {
        qii.context(i % 2 ? "main" : NULL);
        __atomic_fetch_add(&deeper[i % 3], 1, __ATOMIC_RELAXED); /* other threads read it */
    }
    end_run();
    __atomic_store_n(&stops, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

TEST(a_run_ends_while_threads_change_their_contexts)
{
    run_client(ends_meanwhile);
    run_look_at_context("*");
    assert_non_null(strstr(run_blocks(), "deeper "));
    run_look_at_context(NULL);
    assert_non_null(strstr(run_blocks(), "deeper 0:67 1:67 2:66\n"));
    expect_diagnostics("");
}

/* ---- retired methods --------------------------------------------------------------------------------------------- */

static void retires(void)
{
    run_start("");
    define_some();
    int64_t *deeper = counters_of(3);
    qii.context("before");
    deeper[0] += 1;
    qii.retire_method_id(3);
    deeper[0] += 10; /* after the method was retired, its counters count for nothing */
    qii.context("between");
    define_with_lines(3, "deeper");
    deeper = counters_of(3);
    deeper[0] += 100;
    qii.context("after");
    deeper[0] += 1000;
    end_run();
}

TEST(counters_of_a_retired_method_count_again_once_it_is_registered_again)
{
    run_client(retires);
    expect_context("before", "deeper 0:11\n");
    expect_context("between", "deeper 0:100\n");
    expect_blocks("deeper 0:1111\n");
    expect_context("after", "deeper 0:1000\n");
}
