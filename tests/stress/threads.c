/* Tests of system threads that start and end: many at once, many in succession, and across a shutdown and restart. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHORT (STAGE_SANITIZED ? 1000 : 10000)
#define ALIVE (STAGE_SANITIZED ? 500 : 10000)

static pthread_attr_t small_stack;

static void start_thread(pthread_t *thread, void *(*play)(void *), void *data)
{
    if (!STAGE_SANITIZED) {
        pthread_attr_init(&small_stack);
        pthread_attr_setstacksize(&small_stack, 32768);
    }
    STAGE_CHECK(pthread_create(thread, STAGE_SANITIZED ? NULL : &small_stack, play, data) == 0);
}

/* Make calls, and end the thread with two frames open, without reporting its end. */
static void *call_and_end(void *data)
{
    (void)data;
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_entry(2, 2);
    qprof_record_fn_exit(1);
    qprof_record_fn_entry(3, 2);
    return NULL;
}

static uint64_t size_of(const char *name)
{
    struct stat status;
    STAGE_CHECK(stat(name, &status) == 0);
    return (uint64_t)status.st_size;
}

static void one_after_the_other(struct stage *stage)
{
    pthread_t thread;
    uint64_t warm = 0;
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    for (int i = 0; i < SHORT; i++) {
        start_thread(&thread, call_and_end, NULL);
        pthread_join(thread, NULL);
        if (i == 10)
            warm = size_of("run.qii");
    }
    STAGE_CHECK(size_of("run.qii") == warm);
    qprof_shutdown();
}

static void check_three_methods(const struct stage *stage, uint64_t threads)
{
    struct qp_profile profile;
    stage_read(stage, "run.qii", &profile);
    for (int method = 1; method <= 3; method++)
        assert_int_equal(stage_calls(&profile, QP_QPROF, method), threads);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 3 * threads);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    uint64_t ran = 0;
    for (uint32_t i = 0; i < profile.carrier_count; i++)
        ran += profile.carriers[i].count;
    assert_in_range(ran, threads, threads + 1);
    qp_profile_close(&profile);
}

TEST(short_threads_make_the_file_no_larger)
{
    struct stage stage;
    stage_play(&stage, one_after_the_other);
    check_three_methods(&stage, SHORT);
    stage_close(&stage);
}

/* This mutex is locked while the threads must stay alive. The threads wait for it instead of polling, because 10,000
 * polling threads would use all the time of a slow machine. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *call_and_stay(void *data)
{
    uint64_t *ready = data;
    call_and_end(NULL);
    stage_add(ready, 1);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return NULL;
}

/* Create up to ALIVE threads that are alive at the same time. numbers[0] counts the threads that have made their
 * calls. numbers[1] is the number of created threads, which is smaller than ALIVE if the system allows no more. */
static void all_alive(struct stage *stage)
{
    static pthread_t threads[ALIVE];
    pthread_attr_init(&small_stack);
    pthread_attr_setstacksize(&small_stack, STAGE_SANITIZED ? 1 << 20 : 32768);
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    pthread_mutex_lock(&gate);
    uint64_t count = 0;
    while (count < ALIVE && pthread_create(&threads[count], &small_stack, call_and_stay, &stage->numbers[0]) == 0)
        count++;
    stage->numbers[1] = count;
    stage_await(&stage->numbers[0], count);
    qprof_shutdown();
    pthread_mutex_unlock(&gate);
    for (uint64_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

TEST(threads_alive_at_once_are_all_counted)
{
    struct stage stage;
    stage_play(&stage, all_alive);
    assert_true(stage.numbers[1] >= 100);
    check_three_methods(&stage, stage.numbers[1]);
    stage_close(&stage);
}

/* ---- shutdown ------------------------------------------------------------------------------------------------- */

#define TURNS 20

static pthread_barrier_t together;

static void *shut_down(void *data)
{
    (void)data;
    pthread_barrier_wait(&together);
    qprof_shutdown();
    return NULL;
}

static void two_shut_down(struct stage *stage)
{
    pthread_t threads[2];
    (void)stage;
    pthread_barrier_init(&together, NULL, 2);
    for (int turn = 0; turn < TURNS; turn++) {
        STAGE_CHECK(qprof_initialize("-data-file=run.%n.qii", NULL) > 0);
        call_and_end(NULL);
        for (int i = 0; i < 2; i++)
            STAGE_CHECK(pthread_create(&threads[i], NULL, shut_down, NULL) == 0);
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
        STAGE_CHECK(!qprof_is_running());
    }
}

TEST(two_threads_that_shut_down_show_one_result)
{
    struct stage stage;
    stage_play(&stage, two_shut_down);
    for (int turn = 1; turn <= TURNS; turn++) {
        struct qp_profile profile;
        char name[32];
        snprintf(name, sizeof name, "run.%d.qii", turn);
        stage_read(&stage, name, &profile);
        assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
        assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 3);
        qp_profile_close(&profile);
    }
    assert_int_equal(stage_lines(&stage, "err", "data: "), TURNS);
    stage_close(&stage);
}

/* ---- restart while others record ------------------------------------------------------------------------------- */

#define RECORDERS 3
#define LEAST     20 /* minimum number of calls per thread and run */

/* Number of the current run; 0 before a run has started and after its shutdown has begun. For each run, `certain`
 * returns the counter of calls that must be in the run, and `perhaps` the counter of calls that may be in the run. */
static uint64_t run_now;
static int over;

struct recorder {
    struct stage *stage;
    unsigned number;
};

static uint64_t *certain(struct stage *stage, uint64_t run, unsigned thread)
{
    return &stage->numbers[run * RECORDERS + thread];
}

static uint64_t *perhaps(struct stage *stage, uint64_t run, unsigned thread)
{
    return &stage->numbers[(TURNS + 2 + run) * RECORDERS + thread];
}

static void *record_across_runs(void *data)
{
    const struct recorder *self = data;
    uint64_t last = 0;
    while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) {
        uint64_t before = __atomic_load_n(&run_now, __ATOMIC_SEQ_CST);
        qprof_record_fn_entry(1 + self->number, 1);
        uint64_t after = __atomic_load_n(&run_now, __ATOMIC_SEQ_CST);
        qprof_record_fn_exit(0);
        if (before != 0 && before == after) {
            stage_add(certain(self->stage, before, self->number), 1);
        } else { /* the call may be in the previous run, in the next run, or in none */
            stage_add(perhaps(self->stage, last, self->number), 1);
            stage_add(perhaps(self->stage, last + 1, self->number), 1);
            if (after > last + 1)
                stage_add(perhaps(self->stage, after, self->number), 1);
        }
        if (after != 0)
            last = after;
    }
    return NULL;
}

static void restart(struct stage *stage)
{
    pthread_t threads[RECORDERS];
    struct recorder recorders[RECORDERS];
    for (uint64_t run = 1; run <= TURNS; run++) {
        STAGE_CHECK(qprof_initialize("-data-file=run.%n.qii -quiet", NULL) > 0);
        for (unsigned i = 0; run == 1 && i < RECORDERS; i++) {
            recorders[i] = (struct recorder){stage, i};
            STAGE_CHECK(pthread_create(&threads[i], NULL, record_across_runs, &recorders[i]) == 0);
        }
        __atomic_store_n(&run_now, run, __ATOMIC_SEQ_CST);
        usleep(20000);
        for (unsigned i = 0; i < RECORDERS; i++)
            stage_await(certain(stage, run, i), LEAST);
        __atomic_store_n(&run_now, 0, __ATOMIC_SEQ_CST);
        qprof_shutdown();
    }
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < RECORDERS; i++)
        pthread_join(threads[i], NULL);
}

/* This test is skipped under ThreadSanitizer, which reports a race on qp_runs: set_run writes the settings of a new
 * run while threads that found no run read the run's number. */
TEST_IF(!STAGE_THREAD_SANITIZED, consecutive_runs_have_their_own_calls)
{
    struct stage stage;
    stage_play(&stage, restart);
    uint64_t all = 0;
    for (uint64_t run = 1; run <= TURNS; run++) {
        struct qp_profile profile;
        char name[32];
        snprintf(name, sizeof name, "run.%d.qii", (int)run);
        stage_read(&stage, name, &profile);
        assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
        for (unsigned thread = 0; thread < RECORDERS; thread++) {
            uint64_t least = *certain(&stage, run, thread);
            uint64_t most = least + *perhaps(&stage, run, thread);
            assert_in_range(stage_calls(&profile, QP_QPROF, 1 + thread), least, most);
            all += least;
        }
        qp_profile_close(&profile);
    }
    assert_true(all > 1000);
    stage_close(&stage);
}

/* End a run, and after it a thread that recorded in it. Then make another run. */
static void end_after_shutdown(struct stage *stage)
{
    pthread_t thread;
    STAGE_CHECK(qprof_initialize("-data-file=first.qii -quiet", NULL) > 0);
    pthread_mutex_lock(&gate);
    STAGE_CHECK(pthread_create(&thread, NULL, call_and_stay, &stage->numbers[0]) == 0);
    stage_await(&stage->numbers[0], 1);
    qprof_shutdown();
    pthread_mutex_unlock(&gate);
    pthread_join(thread, NULL);
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    STAGE_CHECK(pthread_create(&thread, NULL, call_and_end, NULL) == 0);
    pthread_join(thread, NULL);
    qprof_shutdown();
}

TEST(thread_that_ends_after_the_run_does_no_harm)
{
    struct stage stage;
    stage_play(&stage, end_after_shutdown);
    check_three_methods(&stage, 1);
    stage_close(&stage);
}
