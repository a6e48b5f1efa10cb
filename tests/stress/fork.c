/* Tests of forks and clones of every kind. Without the option -follow-child-processes, children record nothing and
 * do not affect their parent's run.
 *
 * Some tests are skipped under ThreadSanitizer, whose runtime crashes if a process with several threads forks, and in a
 * child of vfork. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS 1000

static void call(unsigned long method, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        qprof_record_fn_entry(method, 50);
        qprof_record_fn_exit(40);
    }
}

/* Call all functions that a child might call. Each call must return at once. */
static void play_child(void)
{
    const qprof_LineInfo lines[] = {{0, 1}};
    call(2, CALLS);
    qprof_record_fn_exit(0);
    qprof_record_counts(1);
    qprof_record_bb_counts(0, 1);
    qprof_record_bb_time(0);
    qprof_set_thread_name("child");
    qprof_thread_destroy(1);
    qprof_add_annotation("child");
    qprof_verify_fn_exit(1);
    STAGE_CHECK(qprof_current_method_id() == 0);
    STAGE_CHECK(!qprof_is_running() && !qprof_is_recording_data());
    STAGE_CHECK(!qprof_new_phase() && !qprof_clear_data() && !qprof_save_data());
    qprof_register_method_id(9, "child", NULL, 0, NULL, lines, 1);
    qprof_shutdown();
}

static void await(pid_t child)
{
    int status;
    pid_t got;
    while ((got = waitpid(child, &status, __WALL)) < 0 && errno == EINTR)
        ;
    STAGE_CHECK(got == child && status == 0);
}

static pid_t clone_raw(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static void each_kind(struct stage *stage)
{
    static pid_t (*const kinds[])(void) = {fork, _Fork, clone_raw};
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii", NULL) > 0);
    qprof_register_method_id(1, "parent", NULL, 0, NULL, NULL, 0);
    qprof_record_fn_entry(3, 40);
    for (int kind = 0; kind < 3; kind++)
        for (int by_exit = 0; by_exit < 2; by_exit++) {
            call(1, CALLS);
            pid_t child = kinds[kind]();
            STAGE_CHECK(child >= 0);
            if (child == 0) {
                play_child();
                if (by_exit && kinds[kind] == fork)
                    exit(0);
                _exit(0);
            }
            call(1, CALLS);
            await(child);
            STAGE_CHECK(qprof_current_method_id() == 3);
        }
    qprof_shutdown();
}

TEST(children_record_nothing)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, each_kind);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 12 * CALLS);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 12 * CALLS + 1);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    assert_int_equal(profile.mark_count, 0);
    qp_profile_close(&profile);
    assert_int_equal(stage_lines(&stage, "err", "data: "), 1);
    stage_close(&stage);
}

/* A child of vfork shares its parent's memory, so its calls are counted in the parent's run. */
static void borrow_memory(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    qprof_record_fn_entry(3, 40);
    for (int i = 0; i < 10; i++) {
        pid_t child = vfork();
        STAGE_CHECK(child >= 0);
        if (child == 0) {
            call(1, 1);
            _exit(0);
        }
        await(child);
        call(1, 1);
    }
    qprof_shutdown();
}

TEST_IF(!STAGE_THREAD_SANITIZED, vfork_child_counts_for_its_parent)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, borrow_memory);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 20);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- with -follow-child-processes ------------------------------------------------------------------------------ */

/* Record in a child and a grandchild. From its first event on, the child records into a second file, and the
 * grandchild into a third file. */
static void follow(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.%n.qii -quiet -follow-child-processes", NULL) > 0);
    qprof_register_method_id(2, "followed", NULL, 0, NULL, NULL, 0);
    qprof_record_fn_entry(3, 40);
    call(1, CALLS);
    pid_t child = fork();
    if (child == 0) {
        STAGE_CHECK(qprof_is_running());
        call(2, CALLS);
        pid_t grandchild = fork();
        if (grandchild == 0) {
            call(2, 7);
            exit(0);
        }
        await(grandchild);
        call(2, 1);
        exit(0);
    }
    await(child);
    call(1, CALLS);
    qprof_shutdown();
}

static void check_calls(const struct stage *stage, const char *name, uint64_t method, uint64_t calls, uint64_t all)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_QPROF, method), calls);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), all);
    qp_profile_close(&profile);
}

TEST(followed_children_have_files_of_their_own)
{
    struct stage stage;
    stage_play(&stage, follow);
    check_calls(&stage, "run.1.qii", 1, 2 * CALLS, 2 * CALLS + 1);
    check_calls(&stage, "run.2.qii", 2, CALLS + 1, CALLS + 1);
    check_calls(&stage, "run.3.qii", 2, 7, 7);
    stage_close(&stage);
}

/* ---- fork while other threads record ------------------------------------------------------------------------- */

#define RECORDERS 2
#define FORKS     30

static int over;

static void *record(void *data)
{
    uint64_t *pairs = data;
    unsigned long i = 0;
    while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) {
        qprof_register_method_id(1000 + i % 5000, "made", NULL, 0, NULL, NULL, 0);
        qprof_record_fn_entry(1000 + i++ % 5000, 1);
        qprof_record_fn_exit(0);
        stage_add(pairs, 1);
    }
    return NULL;
}

static void fork_among_threads(struct stage *stage, const char *options)
{
    pthread_t threads[RECORDERS];
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    for (int i = 0; i < RECORDERS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, record, &stage->numbers[i]) == 0);
    for (int i = 0; i < FORKS; i++) {
        pid_t child = fork();
        STAGE_CHECK(child >= 0);
        if (child == 0) {
            alarm(20);
            test_skip_leaks();
            call(2, CALLS);
            exit(0);
        }
        await(child);
    }
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < RECORDERS; i++)
        pthread_join(threads[i], NULL);
    qprof_shutdown();
}

static void fork_among_threads_off(struct stage *stage)
{
    fork_among_threads(stage, "-data-file=run.qii -quiet");
}

static void fork_among_threads_followed(struct stage *stage)
{
    fork_among_threads(stage, "-data-file=run.%n.qii -quiet -follow-child-processes");
}

TEST_IF(!STAGE_THREAD_SANITIZED, forks_among_threads_disturb_nothing)
{
    struct stage stage;
    stage_play(&stage, fork_among_threads_off);
    uint64_t all = stage.numbers[0] + stage.numbers[1];
    check_calls(&stage, "run.qii", 2, 0, all);
    stage_close(&stage);
}

TEST_IF(!STAGE_THREAD_SANITIZED, followed_forks_among_threads_keep_their_calls)
{
    struct stage stage;
    char name[32];
    stage_play(&stage, fork_among_threads_followed);
    check_calls(&stage, "run.1.qii", 2, 0, stage.numbers[0] + stage.numbers[1]);
    for (int i = 2; i <= FORKS + 1; i++) {
        snprintf(name, sizeof name, "run.%d.qii", i);
        check_calls(&stage, name, 2, CALLS, CALLS);
    }
    stage_close(&stage);
}

/* ---- exec ---------------------------------------------------------------------------------------------------- */

static void become_another(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    call(1, CALLS);
    execl("/bin/sh", "sh", "-c", "ls -l /proc/$$/fd >&2", (char *)NULL);
    STAGE_CHECK(0);
}

TEST(exec_loses_no_call_and_inherits_no_descriptor)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, become_another);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_KILLED);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), CALLS);
    qp_profile_close(&profile);
    assert_true(stage_lines(&stage, "err", " 2 -> ") == 1);
    assert_int_equal(stage_lines(&stage, "err", ".qii"), 0);
    assert_int_equal(stage_lines(&stage, "err", "memfd"), 0);
    stage_close(&stage);
}
