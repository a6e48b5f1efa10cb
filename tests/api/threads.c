/* System threads: announced or unannounced, named, and ended. */
#include "tests/support/run.h"

#include <pthread.h>

static void *announced(void *argument)
{
    qii.thread_create(42);
    qii.set_thread_name("worker");
    qii.record_fn_entry(2, 1);
    qii.record_fn_exit(0);
    qii.thread_destroy(42);
    return argument;
}

static void announce(void)
{
    run_start("");
    define(1, "main");
    define(2, "work");
    qii.thread_create(41);
    qii.set_thread_name("first");
    qii.record_fn_entry(1, 1);
    on_a_thread(announced, NULL);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(announced_threads_have_ids_names_and_trees_of_their_own)
{
    run_client(announce);
    expect_threads("thread id=41 first\n"
                   "thread id=42 worker ended\n");
    expect_tree("[thread first]\n"
                "main 1\n"
                "[thread worker]\n"
                "work 1\n");
    expect_diagnostics("");
}

static void *unannounced(void *argument)
{
    qii.record_fn_entry(2, 1);
    qii.record_fn_exit(0);
    return argument;
}

static void do_not_announce(void)
{
    run_start("");
    define(1, "main");
    define(2, "work");
    qii.record_fn_entry(1, 1);
    on_a_thread(unannounced, NULL);
    on_a_thread(unannounced, NULL);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(unannounced_threads_work)
{
    run_client(do_not_announce);
    expect_tree("[thread]\n"
                "main 1\n"
                "[thread]\n"
                "work 2\n"); /* the second thread takes over the record and tree of the first thread, which has ended */
    expect_threads("thread\n"
                   "thread ended\n");
    expect_diagnostics("");
}

static void *destroyed_with_frames(void *argument)
{
    qii.thread_create(7);
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(2, 2);
    qii.thread_destroy(7);
    report("%lu", qii.current_method_id());
    qii.thread_create(7);
    qii.record_fn_entry(3, 1);
    report("%lu", qii.current_method_id());
    qii.record_fn_exit(0);
    report("%lu", qii.current_method_id());
    return argument;
}

static void destroy(void)
{
    run_start("");
    define(1, "a");
    define(2, "b");
    define(3, "c");
    on_a_thread(destroyed_with_frames, NULL);
    qii.shutdown();
}

TEST(destroy_closes_open_frames_and_a_reused_id_is_a_new_thread)
{
    run_client(destroy);
    expect_messages("0\n3\n0\n");
    expect_tree("a 1\n"
                "  b 1\n"
                "c 1\n");
    expect_diagnostics("");
}

static void *ends_in_the_middle(void *argument)
{
    qii.record_fn_entry(1, 1);
    qii.record_fn_entry(2, 2);
    return argument;
}

static void end_without_a_word(void)
{
    run_start("");
    define(1, "a");
    define(2, "b");
    on_a_thread(ends_in_the_middle, NULL);
    on_a_thread(unannounced, NULL);
    qii.shutdown();
}

TEST(thread_that_ends_unreported_leaves_an_empty_stack)
{
    run_client(end_without_a_word);
    expect_tree("a 1\n"
                "  b 1\n"
                "b 1\n");
    expect_diagnostics("");
}

static void *names_itself_null(void *argument)
{
    qii.set_thread_name(NULL);
    qii.set_thread_name("");
    qii.set_thread_name("last\nname");
    return argument;
}

static void bad_names(void)
{
    run_start("");
    on_a_thread(names_itself_null, NULL);
    qii.shutdown();
}

TEST(null_name_is_counted_and_the_last_name_stays)
{
    run_client(bad_names);
    expect_kinds("null-name 1\n");
    assert_non_null(strstr(run_threads(), "last\\x0aname"));
}

enum { THREADS = 8, CALLS = 20000 };

static void *many_calls(void *argument)
{
    qii.record_fn_entry(1, 1);
    for (int i = 0; i < CALLS; i++) {
        qii.record_fn_entry(2, 2);
        qii.record_bb_counts(1, 1);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return argument;
}

static void at_once(void)
{
    pthread_t threads[THREADS];
    run_start("");
    define(1, "main");
    define_with_lines(2, "work");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, many_calls, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    qii.shutdown();
}

TEST(concurrent_threads_lose_no_call)
{
    run_client(at_once);
    const struct qp_profile *profile = run_profile();
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (profile->nodes[i].method != QP_NONE && profile->methods[profile->nodes[i].method].recorded_id == 2)
            calls += profile->nodes[i].calls;
    assert_int_equal(calls, THREADS * CALLS);
    expect_blocks("work 1:160000\n");
    expect_diagnostics("");
}

/* ---- a thread that outlives its run's file ----------------------------------------------------------------------- */

static pthread_barrier_t met;

static void *outlast(void *argument)
{
    unannounced(argument);
    pthread_barrier_wait(&met);
    pthread_barrier_wait(&met);
    return argument;
}

/* End a thread after its run. Before the thread ends, two more runs are started. Both fail to create their files,
 * and each unmaps the memory of the run before it. */
static void end_after_the_file(void)
{
    pthread_t thread;
    pthread_barrier_init(&met, NULL, 2);
    run_start("");
    pthread_create(&thread, NULL, outlast, NULL);
    pthread_barrier_wait(&met);
    qii.shutdown();
    for (int i = 0; i < 2; i++)
        report("%d", qii.initialize("-quiet -data-file=second.qii -max-data-size=0", NULL));
    pthread_barrier_wait(&met);
    pthread_join(thread, NULL);
}

TEST(thread_may_end_after_the_file_of_its_run)
{
    run_client(end_after_the_file);
    expect_messages("-4\n-4\n");
    assert_int_equal(run_profile()->reader.header.state, QP_RUN_ENDED);
}
