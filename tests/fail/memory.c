/* For every n, the n-th allocation of the recorder fails, or all allocations from the n-th on. The program
 * continues, and calls on known paths are still counted. */
#include "tests/fail/failing.h"

#include "qprof_counters.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define AGAIN 1000

static void *call_on_thread(void *data)
{
    (void)data;
    qprof_record_fn_entry(5, 1);
    qprof_record_fn_exit(0);
    return NULL;
}

static void call(unsigned long method)
{
    qprof_record_fn_entry(method, 2);
    qprof_record_bb_counts(0, 1);
    qprof_record_fn_exit(1);
}

/* numbers[0] is 1 if the run started, numbers[1] is 1 if method 1 was known before the failure. */
static void record(struct stage *stage)
{
    const qprof_LineInfo lines[] = {{0, 1}, {1, 2}};
    pthread_t thread;
    failing_begin(stage);
    stage->numbers[0] = qprof_initialize("-data-file=run.qii -quiet", NULL) > 0;
    qprof_register_method_id(1, "known", "Class", 0, "some.toy", lines, 2);
    qprof_record_fn_entry(9, 1);
    call(1);
    stage->numbers[1] = stage->numbers[0] && !failing_was_met();
    for (unsigned long i = 100; i < 150; i++) {
        qprof_register_method_id(i, "other", NULL, 0, "other.toy", lines, 2);
        call(i);
    }
    for (unsigned long deep = 2; deep < 200; deep++)
        qprof_record_fn_entry(3, deep);
    qprof_record_fn_exit(1);
    qprof_record_counts(1);
    qprof_register_source("chunk", "text", 4);
    qprof_exclude_lines("some.toy", 1, 2, "reason");
    if (pthread_create(&thread, NULL, call_on_thread, NULL) == 0)
        pthread_join(thread, NULL);
    qprof_new_phase_named("phase");
    qprof_add_annotation("note");
    qprof_save_data();
    for (int i = 0; i < AGAIN; i++)
        call(1);
    qprof_record_fn_exit(0);
    qprof_shutdown();
    failing_end(stage);
}

static uint64_t check(const struct stage *stage, uint64_t place)
{
    struct qp_profile profile;
    if (!stage->numbers[0])
        return 0;
    stage_read(stage, "run.qii", &profile);
    uint64_t calls = stage_calls(&profile, QP_QPROF, 1);
    if (stage->numbers[1] && calls != 1 + AGAIN)
        fail_msg("place %d: %d calls", (int)place, (int)calls);
    qp_profile_close(&profile);
    return stage->numbers[1];
}

TEST(one_failed_allocation_is_harmless)
{
    failing_at_each_place(record, check, 0);
}

TEST(all_failed_allocations_from_one_on_are_harmless)
{
    failing_at_each_place(record, check, 1);
}

/* ---- a followed child -------------------------------------------------------------------------------------------- */

static void fork_followed(struct stage *stage)
{
    int status;
    STAGE_CHECK(qprof_initialize("-data-file=run.%n.qii -quiet -follow-child-processes", NULL) > 0);
    failing_begin(stage);
    pid_t child = fork();
    if (child == 0) {
        call(1);
        qprof_shutdown();
        failing_end(stage);
        _exit(0);
    }
    STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
}

/* Count two calls in a run, in counters of which the client knows the address. Return false if there are none. */
static bool count_in_run(const char *options, unsigned run)
{
    qprof_BlockCounters counters = {.owner = 7, .stride = sizeof(uint64_t)};
    if (qprof_initialize(options, NULL) <= 0)
        return false;
    qprof_register_method_id(1, "counted", NULL, 0, "some.toy", (const qprof_LineInfo[]){{0, 1}}, 1);
    bool has = qprof_block_counters(1, &counters) == 0;
    if (has)
        ((uint64_t *)counters.base)[1] += run;
    qprof_shutdown();
    return has;
}

/* numbers[0] is 1 if both runs had counters. */
static void count_in_two_runs(struct stage *stage)
{
    failing_begin(stage);
    bool first = count_in_run("-data-file=first.qii -quiet", 1);
    bool second = count_in_run("-data-file=second.qii -quiet", 20);
    stage->numbers[0] = first && second;
    failing_end(stage);
}

static uint64_t check_second_run(const struct stage *stage, uint64_t place)
{
    struct qp_profile profile;
    if (!stage->numbers[0])
        return 0;
    stage_read(stage, "second.qii", &profile);
    if (stage_calls(&profile, QP_QPROF, 1) != 20)
        fail_msg("place %d: %d calls", (int)place, (int)stage_calls(&profile, QP_QPROF, 1));
    qp_profile_close(&profile);
    return 1;
}

TEST(counters_of_a_run_are_in_its_file_although_those_of_the_last_run_could_not_leave_their_file)
{
    failing_at_each_place(count_in_two_runs, check_second_run, 0);
}

static uint64_t check_options(const struct stage *stage, uint64_t place)
{
    if (stage_run(stage, "ls | grep '[.]qii' | grep -v '^run[.]'") == 0)
        fail_msg("place %d: the child records with other options", (int)place);
    return 1;
}

TEST(followed_child_without_memory_records_nothing_or_with_its_parents_options)
{
    failing_at_each_place(fork_followed, check_options, 0);
}

/* ---- a thread whose end cannot be noticed ------------------------------------------------------------------------ */

static void *call_with_and_without_keys(void *data)
{
    failing_keys = 1;
    for (int i = 0; i < 10; i++)
        call_on_thread(data);
    failing_keys = 0;
    return call_on_thread(data);
}

/* numbers[0] is the number of threads that ran. */
static void lose_the_ends_of_threads(struct stage *stage)
{
    pthread_t thread;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    for (; stage->numbers[0] < 3; stage->numbers[0]++) {
        STAGE_CHECK(pthread_create(&thread, NULL, call_with_and_without_keys, NULL) == 0);
        pthread_join(thread, NULL);
    }
    qprof_shutdown();
}

/* While pthread_setspecific fails, the library could not notice the end of a thread, so it drops the thread's
 * events. Only threads whose end it notices get a record, so the three threads use one record in turn. */
TEST(thread_whose_end_would_go_unnoticed_is_lost)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, lose_the_ends_of_threads);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 5), 3);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_THREAD_LOST), 3 * 10 * 2);
    assert_int_equal(profile.thread_count, 2);
    qp_profile_close(&profile);
    stage_close(&stage);
}
