/* Named contexts: calls, blocks and the client's block counters by context, for threads and virtual threads. */
#include "tests/support/run.h"

#include <pthread.h>
#include <signal.h>
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

static void expect_context(const char *pattern, const char *tree, const char *blocks)
{
    run_look_at_context(pattern);
    expect_tree(tree);
    expect_blocks(blocks);
    run_look_at_context(NULL);
}

/* ---- calls and blocks -------------------------------------------------------------------------------------------- */

static void two_tests(void)
{
    run_start_virtual("");
    define_some();
    qii.enter_method(1);
    report("%d", qii.context("first"));
    call(2, 3);
    report("%d", qii.context("second"));
    call(2, 5);
    call(3, 1);
    report("%d", qii.context("first"));
    call(3, 1);
    report("%d", qii.context(NULL));
    report("%d", qii.context(""));
    call(2, 100);
    qii.leave_method(1);
    end_run();
}

TEST(calls_and_blocks_belong_to_the_context_in_which_they_ran)
{
    run_client(two_tests);
    expect_messages("0\n1\n2\n1\n0\n");
    expect_context("first", "main 0\n  work 1\n  deeper 1\n", "work 1:3\ndeeper 1:1\n");
    expect_context("second", "main 0\n  work 1\n  deeper 1\n", "work 1:5\ndeeper 1:1\n");
    expect_blocks("work 1:108\ndeeper 1:2\n");
    expect_diagnostics("");
}

/* ---- virtual threads --------------------------------------------------------------------------------------------- */

static void spawn(void)
{
    run_start_virtual("");
    define_some();
    qii.context("request 1");
    qii.thread_create_vt(0, 100);
    qii.context("request 2");
    qii.thread_create_vt(0, 200);
    qii.context(NULL);
    qii.thread_create_vt(0, 300);
    for (int i = 0; i < 3; i++)
        for (VthreadID thread = 100; thread <= 300; thread += 100) {
            qii.vthread_resume(thread);
            if (i == 0)
                qii.enter_method(1);
            else
                call(2, (int)thread / 100);
            qii.vthread_suspend(thread, QPROF_REASON_WAITING);
        }
    qii.context_vt("request 2", 300);
    qii.vthread_resume(300);
    call(3, 1);
    report("%d", qii.context("request 3"));
    call(3, 1);
    end_run();
}

TEST(virtual_threads_have_the_context_of_their_creator_and_keep_it)
{
    run_client(spawn);
    expect_context("request 1", "main 1\n  work 2\n", "work 1:2\ndeeper\n");
    expect_context("request 2", "main 1\n  work 2\n  deeper 1\n", "work 1:4\ndeeper 1:1\n");
    expect_context("request 3", "main 0\n  deeper 1\n", "work\ndeeper 1:1\n");
    expect_blocks("work 1:12\ndeeper 1:2\n");
    expect_diagnostics("");
}

/* ---- block counters ---------------------------------------------------------------------------------------------- */

static int64_t *counters_of(qprof_MethodID method)
{
    qprof_BlockCounters counters = {.owner = 7, .stride = QPROF_COUNTER_NUMBER};
    if (qii.block_counters(method, &counters) != 0)
        abort();
    return counters.base;
}

static void count_in_contexts(bool is_killed)
{
    run_start("");
    define_some();
    int64_t *work = counters_of(2);
    work[0] = 1000;
    for (int i = 1; i <= 200; i++) {
        char name[32];
        snprintf(name, sizeof name, "test %d of many", i);
        qii.context(name);
        work[0] += i % 2;
        work[1] += 1000000000000 + i;
        if (i == 100)
            counters_of(3)[2] = 1;
        if (i == 150)
            qii.new_phase_named("later");
        work[3] += i == 150;
    }
    if (is_killed)
        kill(getpid(), SIGKILL);
    qii.context(NULL);
    work[0]++;
    end_run();
}

static void count_to_the_end(void)
{
    count_in_contexts(false);
}

TEST(counters_count_for_the_context_of_the_process)
{
    run_client(count_to_the_end);
    expect_context("test 1 of many", "", "work 0:1 1:1000000000001\ndeeper\n");
    expect_context("test 100 of many", "", "work 1:1000000000100\ndeeper 2:1\n");
    expect_context("test 150 of many", "work 1\n", "work 1:1000000000150\ndeeper\n");
    expect_context("test 200 of many", "", "work 1:1000000000200\ndeeper\n");
    expect_blocks("work 0:1101 1:200000000020100\ndeeper 2:1\n");
    expect_diagnostics("");
}

static void count_until_killed(void)
{
    count_in_contexts(true);
}

TEST(a_killed_run_has_the_counts_of_its_last_context)
{
    assert_int_equal(WTERMSIG(run_client_to_any_end(count_until_killed)), SIGKILL);
    expect_context("test 199 of many", "", "work 0:1 1:1000000000199\ndeeper\n");
    expect_context("test 200 of many", "", "work 1:1000000000200\ndeeper\n");
    expect_blocks("work 0:1100 1:200000000020100\ndeeper 2:1\n");
}

static void pauses(void)
{
    run_start("");
    define_some();
    int64_t *work = counters_of(2);
    work[0] += 1;
    qii.context("test");
    work[0] += 10;
    qii.stop_recording_data();
    work[0] += 100;
    qii.context("other");
    work[0] += 1000;
    qii.start_recording_data();
    work[0] += 10000;
    qii.context("test");
    work[0] += 100000;
    qii.clear_data();
    work[0] += 1000000;
    end_run();
    work[0] += 10000000;
    run_start("-data-file=second.qii");
    work = counters_of(2);
    work[0] += 3;
    qii.context("other");
    work[0] += 4;
    end_run();
}

TEST(pauses_clears_and_runs_limit_the_counts_of_contexts)
{
    run_client(pauses);
    expect_context("test", "", "work 0:1000000\n");
    expect_context("other", "", "work\n");
    run_look_at("second.qii");
    expect_context("other", "", "work 0:4\n");
    expect_blocks("work 0:7\n");
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static pthread_barrier_t barrier;

static void *one_of_two(void *name)
{
    int64_t *work = counters_of(2);
    qii.context(name);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    __atomic_fetch_add(&work[strcmp(name, "second") == 0], 1, __ATOMIC_RELAXED); /* the other thread reads it */
    return NULL;
}

static void parallel(void)
{
    pthread_t threads[2];
    run_start("");
    define_some();
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&threads[0], NULL, one_of_two, "first");
    pthread_create(&threads[1], NULL, one_of_two, "second");
    pthread_barrier_wait(&barrier);
    counters_of(3)[0] = 5;
    pthread_barrier_wait(&barrier);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    qii.context("third");
    counters_of(3)[1] = 6;
    end_run();
}

TEST(counters_of_simultaneous_contexts_may_belong_to_each_of_them)
{
    run_client(parallel);
    expect_context("third", "", "work\ndeeper 1:6\n");
    run_look_at_context("first");
    assert_non_null(strstr(run_blocks(), "deeper 0:5\n"));
    run_look_at_context("second");
    assert_non_null(strstr(run_blocks(), "deeper 0:5\n"));
    run_look_at_context("*");
    expect_blocks("work 0:1 1:1\ndeeper 0:5 1:6\n");
    run_look_at_context(NULL);
}

/* ---- hits -------------------------------------------------------------------------------------------------------- */

/* The context that the client sets for its counters replaces those of its threads. */
static void client_knows(void)
{
    run_start("");
    define_some();
    int64_t *work = counters_of(2), *deeper = counters_of(3);
    qii.context("of the thread");
    report("%d", qii.context_of_counters("first", 0));
    work[0] += 3;
    qii.context_of_counters(NULL, 0); /* "second" begins */
    work[0] += 5;
    work[1] += 7;
    deeper[0] += 11;
    qii.context("another of the thread");
    const void *first[] = {&work[0]}, *second[] = {NULL, &work[0], &work[1], &work[1], &deeper[0], (void *)-1};
    report("%d", qii.context_hits("first", 0, first, 1));
    qii.context_of_counters("second", 0);
    deeper[1] += 13;
    report("%d", qii.context_hits("second", 0, second, sizeof second / sizeof *second));
    qii.context_of_counters("third", 0);
    qii.context(NULL);
    work[2] += 17;
    qii.context_of_counters("", 0);
    work[2]++;
    end_run();
}

TEST(hits_are_counts_of_contexts_that_run_at_once)
{
    run_client(client_knows);
    expect_messages("0\n0\n0\n");
    expect_context("first", "", "work 0:4\ndeeper\n");
    expect_context("second", "", "work 0:1 1:1\ndeeper 0:1 1:13\n");
    expect_context("third", "", "work 2:17\ndeeper\n");
    expect_context("*of the thread", "", "work\ndeeper\n");
    expect_blocks("work 0:8 1:7 2:18\ndeeper 0:11 1:13\n");
    expect_diagnostics("");
}

static int compare_addresses(const void *a, const void *b)
{
    uintptr_t one = (uintptr_t) * (void *const *)a, other = (uintptr_t) * (void *const *)b;
    return (one > other) - (one < other);
}

/* A record has no room for all these hits. */
static void very_many_hits(void)
{
    enum { METHODS = 3000, BLOCKS = 2 };
    static const void *hits[METHODS * BLOCKS];
    run_start("");
    for (int i = 0; i < METHODS; i++) {
        char name[32];
        snprintf(name, sizeof name, "method %d", i);
        define_with_lines((qprof_MethodID)i + 1, name);
        int64_t *counters = counters_of((qprof_MethodID)i + 1);
        for (int k = 0; k < BLOCKS; k++) {
            counters[k] = 2;
            hits[i * BLOCKS + k] = &counters[k];
        }
    }
    qsort(hits, METHODS * BLOCKS, sizeof *hits, compare_addresses);
    qii.context_hits("test", 0, hits, METHODS * BLOCKS);
    end_run();
}

TEST(hits_may_need_several_records)
{
    run_client(very_many_hits);
    run_look_at_context("test");
    const char *blocks = run_blocks();
    int count = 0;
    for (const char *at = blocks; (at = strstr(at, " 0:1 1:1\n")); at++)
        count++;
    assert_int_equal(count, 3000);
    run_look_at_context(NULL);
    expect_diagnostics("");
}

/* ---- contexts within others -------------------------------------------------------------------------------------- */

static void within(void)
{
    run_start("");
    define_some();
    int64_t *work = counters_of(2);
    qii.context("group");
    work[0] = 1;
    report("%d", qii.context_load("hello.toy"));
    work[1] = 2;
    report("%d", qii.return_to_context(1));
    qii.context("test");
    work[2] = 4;
    report("%d", qii.context_within("test", "group"));
    qii.context_within("group", "test");
    qii.context("other");
    counters_of(3)[0] = 8;
    report("%d", qii.return_to_context(0));
    end_run();
}

TEST(a_context_includes_those_around_it_and_loads_of_the_files_that_it_uses)
{
    run_client(within);
    expect_messages("1\n2\n0\n4\n");
    expect_context("group", "", "work 0:1 1:2 2:4\ndeeper\n");
    expect_context("test", "", "work 0:1 1:2 2:4\ndeeper\n");
    expect_context("other", "", "work\ndeeper 0:8\n"); /* the methods have no file */
}

/* ---- misuse ------------------------------------------------------------------------------------------------------ */

static void misuse(void)
{
    report("%d", qii.context("before a run"));
    run_start("");
    define_some();
    report("%d", qii.return_to_context(77));
    report("%d", qii.return_to_context(-1));
    report("%d", qii.context_within(NULL, "outer"));
    report("%d", qii.context_within("inner", ""));
    report("%d", qii.context_hits(NULL, 0, NULL, 0));
    report("%d", qii.context_hits("inner", 0, NULL, 1));
    report("%d", qii.context_hits("inner", 0, NULL, -1));
    report("%d", qii.context("\xff\n*?[\x01"));
    end_run();
    report("%d", qii.context("after a run"));
}

TEST(bad_arguments_are_counted)
{
    run_client(misuse);
    expect_messages("-1\n-1\n-1\n-1\n-1\n-1\n-1\n-1\n0\n-1\n");
    expect_kinds("not-running 1\nbad-argument 7\n");
}

static void very_many(void)
{
    run_start("");
    define_some();
    for (int i = 0; i < 70000; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d", i);
        qii.context(name);
    }
    call(2, 1);
    end_run();
}

TEST(further_contexts_share_one)
{
    run_client(very_many);
    run_look_at_context("(further contexts)");
    expect_blocks("work 1:1\n");
    run_look_at_context(NULL);
    expect_kinds("no-room 4466\n");
}
