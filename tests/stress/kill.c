/* Tests of programs that are killed, that end without a shutdown, or whose data file is read while they run. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define METHODS  50
#define THREADS  4
#define VTHREADS 20
/* ENOUGH is the number of calls before the kill, READS the number of times that a growing file is read. Both are
 * smaller under ThreadSanitizer, which reports a race even if it has no effect, and cannot detect races between two
 * processes. */
#define ENOUGH (STAGE_THREAD_SANITIZED ? 40000 : 400000)
#define READS  (STAGE_THREAD_SANITIZED ? 2 : 20)

#define TOTAL  60000 /* numbers[TOTAL] counts all entries; the test waits for it */

static void start(int virtual_threads)
{
    qprof_InitInfo info = {0, "-data-file=run.qii", NULL, virtual_threads};
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
}

/* A recording thread. It counts its entries per method in its own part of `numbers`, each right after it was
 * recorded. */
struct player {
    struct stage *stage;
    unsigned number;
    unsigned seed;
};

static unsigned draw(struct player *player)
{
    player->seed = player->seed * 1103515245 + 12345;
    return player->seed >> 16;
}

static void count(struct player *player, unsigned method)
{
    __atomic_fetch_add(&player->stage->numbers[player->number * METHODS + method], 1, __ATOMIC_RELEASE);
    stage_add(&player->stage->numbers[TOTAL], 1);
}

/* Enter and exit methods at random, so that new call paths appear all the time. */
static void *walk(void *data)
{
    struct player *player = data;
    unsigned long depth = 0;
    for (;;) {
        unsigned method = draw(player) % METHODS;
        if (depth < 3 && draw(player) % 2) {
            qprof_record_fn_entry(method + 1, ++depth);
            count(player, method);
        } else if (depth > 0) {
            qprof_record_fn_exit(--depth);
        }
    }
    return NULL;
}

static void *walk_virtual(void *data)
{
    struct player *player = data;
    unsigned long depth[VTHREADS] = {0};
    for (;;) {
        unsigned method = draw(player) % METHODS;
        unsigned vthread = draw(player) % VTHREADS;
        VthreadID id = player->number * VTHREADS + vthread + 1;
        if (depth[vthread] < 3 && draw(player) % 2) {
            qprof_record_fn_entry_vt(method + 1, ++depth[vthread], id);
            count(player, method);
        } else if (depth[vthread] > 0) {
            qprof_record_fn_exit_vt(--depth[vthread], id);
        }
    }
    return NULL;
}

static void play_threads(struct stage *stage, unsigned threads, void *(*play)(void *))
{
    static struct player players[THREADS];
    pthread_t thread;
    for (unsigned i = 0; i < threads; i++) {
        players[i] = (struct player){stage, i, i + 1};
        STAGE_CHECK(pthread_create(&thread, NULL, play, &players[i]) == 0);
    }
    pause();
}

static void one_thread(struct stage *stage)
{
    start(0);
    play_threads(stage, 1, walk);
}

static void several_threads(struct stage *stage)
{
    start(0);
    play_threads(stage, THREADS, walk);
}

static void virtual_threads(struct stage *stage)
{
    start(1);
    play_threads(stage, THREADS, walk_virtual);
}

/* Check that the file has every counted call of each method. For each thread, the file may have one call more: the
 * kill may have come after an entry was recorded, but before it was counted. */
static void kill_and_check(void (*scene)(struct stage *), unsigned threads)
{
    struct stage stage;
    struct qp_profile profile;
    stage_begin(&stage, scene);
    stage_await(&stage.numbers[TOTAL], ENOUGH);
    stage_kill(&stage);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_KILLED);
    uint64_t more = 0;
    for (unsigned method = 0; method < METHODS; method++) {
        uint64_t reported = 0;
        uint64_t calls = stage_calls(&profile, QP_QPROF, method + 1);
        for (unsigned thread = 0; thread < threads; thread++)
            reported += stage.numbers[thread * METHODS + method];
        assert_in_range(calls, reported, reported + threads);
        more += calls - reported;
    }
    assert_in_range(more, 0, threads);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " info run.qii"), 0);
    assert_true(stage_lines(&stage, "tool", "killed: the time") > 0);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " check run.qii"), 0);
    stage_close(&stage);
}

TEST(killed_with_one_thread_has_every_call)
{
    kill_and_check(one_thread, 1);
}

TEST(killed_with_several_threads_has_every_call)
{
    kill_and_check(several_threads, THREADS);
}

TEST(killed_with_virtual_threads_has_every_call)
{
    kill_and_check(virtual_threads, THREADS);
}

/* ---- ends without shutdown ------------------------------------------------------------------------------- */

static void call_some(void)
{
    const qprof_LineInfo lines[] = {{0, 3}, {4, 5}};
    start(0);
    qprof_register_method_id(1, "outer", NULL, 0, "some.toy", lines, 2);
    qprof_register_method_id(2, "inner", NULL, 0, "some.toy", lines, 2);
    qprof_record_fn_entry(1, 1);
    for (int i = 0; i < 1000; i++) {
        qprof_record_fn_entry(2, 2);
        qprof_record_bb_counts(1, 3);
        qprof_record_fn_exit(1);
    }
}

static void by_exit(struct stage *stage)
{
    (void)stage;
    call_some();
}

static void by_exit_at_once(struct stage *stage)
{
    (void)stage;
    call_some();
    _exit(3);
}

static void by_abort(struct stage *stage)
{
    (void)stage;
    call_some();
    abort();
}

static void check_some(const struct stage *stage, enum qp_ending ending)
{
    struct qp_profile profile;
    stage_read(stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, ending);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 1);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), 1000);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 1001);
    assert_int_equal(stage_block(&profile, QP_QPROF, 2, 1), 3000);
    assert_int_equal(stage_block(&profile, QP_QPROF, 2, 0), 0);
    qp_profile_close(&profile);
}

TEST(exit_without_shutdown_shows_the_result)
{
    struct stage stage;
    stage_play(&stage, by_exit);
    check_some(&stage, QP_ENDING_NORMAL);
    assert_int_equal(stage_lines(&stage, "err", " inner"), 1);
    stage_close(&stage);
}

TEST(immediate_exit_keeps_every_call)
{
    struct stage stage;
    stage_begin(&stage, by_exit_at_once);
    int status = stage_wait(&stage);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    check_some(&stage, QP_ENDING_KILLED);
    stage_close(&stage);
}

TEST(abort_keeps_every_call)
{
    struct stage stage;
    stage_begin(&stage, by_abort);
    int status = stage_wait(&stage);
    assert_true(WIFSIGNALED(status) || STAGE_SANITIZED);
    check_some(&stage, QP_ENDING_KILLED);
    stage_close(&stage);
}

/* ---- while it runs ----------------------------------------------------------------------------------------- */

static void in_steps(struct stage *stage)
{
    call_some();
    stage->numbers[0] = 1;
    stage_await(&stage->numbers[1], 1);
    qprof_record_fn_entry(2, 2);
    qprof_shutdown();
    stage->numbers[0] = 2;
    stage_await(&stage->numbers[1], 2);
}

TEST(live_file_reports_that_the_program_runs)
{
    struct stage stage;
    struct qp_profile profile;
    stage_begin(&stage, in_steps);
    stage_await(&stage.numbers[0], 1);
    check_some(&stage, QP_ENDING_RUNNING);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " info run.qii"), 0);
    assert_true(stage_lines(&stage, "tool", "running") > 0);
    stage.numbers[1] = 1;
    stage_await(&stage.numbers[0], 2);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), 1001);
    qp_profile_close(&profile);
    stage.numbers[1] = 2;
    assert_int_equal(stage_wait(&stage), 0);
    stage_close(&stage);
}

/* Read the file repeatedly while several threads make it grow. */
TEST(growing_file_is_valid_at_any_moment)
{
    struct stage stage;
    struct qp_profile profile;
    uint64_t before = 0;
    stage_begin(&stage, several_threads);
    stage_await(&stage.numbers[TOTAL], 1000);
    for (int i = 0; i < READS; i++) {
        stage_read(&stage, "run.qii", &profile);
        assert_int_equal(profile.reader.ending, QP_ENDING_RUNNING);
        uint64_t calls = stage_calls(&profile, QP_QPROF, 0);
        assert_true(calls >= before);
        assert_true(calls > 0 && calls <= __atomic_load_n(&stage.numbers[TOTAL], __ATOMIC_ACQUIRE) + THREADS);
        before = calls;
        qp_profile_close(&profile);
    }
    stage_close(&stage);
}
