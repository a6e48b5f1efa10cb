/* Tests in which one library ends its run while threads still record with the other. Both libraries use the same
 * carrier, which is the recorder's data of a system thread. */
#include "tests/support/stage.h"

#include "base/atomic.h"
#include "qii_load.h"

#include <pthread.h>
#include <sched.h>

#define THREADS 2

static struct qii timed, covered;

static void load(void)
{
    STAGE_CHECK(qii_load(&timed, QPROF_LIBRARY) == QII_LOADED && qii_load(&covered, CPROF_LIBRARY) == QII_LOADED);
}

/* ---- one library starts and ends many times ----------------------------------------------------------------- */

/* ThreadSanitizer reports a race even if the race has no effect, so fewer runs suffice. */
#define RUNS   (STAGE_THREAD_SANITIZED ? 50 : 500)
#define CALLS  20 /* number of calls per turn, each with another call path */
#define WIDE   4000
#define DEEP   200
#define PHASES 10

static uint32_t over;
static uint32_t runs; /* number of runs that the restarting library has begun */
static uint32_t seen[THREADS];
static uint64_t turns[THREADS];

static void *record(void *data)
{
    uint64_t *turn = data;
    uint32_t *run = &seen[turn - turns];
    for (unsigned long i = 0; !qp_load_acquire(&over); i++) {
        if (*run != qp_load_acquire(&runs)) {
            for (unsigned long depth = 1; depth <= DEEP; depth++)
                timed.record_fn_entry(depth, depth);
            qp_store_release(run, *run + 1);
        }
        covered.record_fn_entry(1 + i * CALLS / WIDE, 1);
        for (unsigned long j = 0; j < CALLS; j++) {
            covered.record_fn_entry(1 + (i * CALLS + j) % WIDE, 2);
            covered.record_fn_exit(1);
        }
        covered.record_fn_exit(0);
        ++*turn;
    }
    return NULL;
}

/* Begin and end a run with several phases. Each thread has open frames in the run, but records no event in it after
 * the first phase. So the end of the run must itself rebuild each thread's call path. */
static void run_once(void)
{
    STAGE_CHECK(timed.initialize("-quiet", NULL) > 0);
    qp_store_release(&runs, runs + 1);
    for (int i = 0; i < THREADS; i++)
        while (qp_load_acquire(&seen[i]) != runs)
            sched_yield();
    for (int i = 0; i < PHASES; i++)
        timed.new_phase();
    timed.shutdown();
}

static void restart(struct stage *stage)
{
    pthread_t threads[THREADS];
    load();
    STAGE_CHECK(covered.initialize("-quiet -data-file=run.qii", NULL) > 0);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, record, &turns[i]) == 0);
    for (int i = 0; i < RUNS; i++)
        run_once();
    qp_store_release(&over, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    stage->numbers[0] = turns[0] + turns[1];
    covered.shutdown();
}

TEST(one_library_ends_while_threads_record_with_the_other)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, restart);
    stage_read(&stage, "run.qii", &profile);
    assert_true(profile.reader.ending == QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_CPROF, 0), stage.numbers[0] * (CALLS + 1));
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- one run ends with many suspended virtual threads ------------------------------------------------------ */

#define VTHREADS 30000
#define CALLEES  200000
#define TIMES    (STAGE_THREAD_SANITIZED ? 1 : 5)

/* Suspend many virtual threads, then record calls until numbers[1] is set. numbers[0] counts the threads that have
 * suspended all their virtual threads. numbers[2] counts the calls that all threads recorded. */
static void *suspend_many_and_record(void *data)
{
    struct stage *stage = data;
    for (VthreadID id = 1; id <= VTHREADS; id++) {
        VthreadID own = (VthreadID)(uintptr_t)&stage + id; /* an address on this thread's stack */
        timed.record_fn_entry_vt(id, 5, own);
        timed.vthread_suspend(own, QPROF_REASON_BLOCKED);
    }
    stage_add(&stage->numbers[0], 1);
    uint64_t calls = 0;
    for (; qp_load_acquire(&stage->numbers[1]) == 0; calls++) {
        covered.record_fn_entry(1 + calls % CALLEES, 1);
        covered.record_fn_exit(0);
    }
    stage_add(&stage->numbers[2], calls);
    return NULL;
}

/* End the run of one library while virtual threads are suspended. The end of the run adds the blocked time of each
 * virtual thread to call trees. The threads add nodes to these trees at the same time. */
static void end_one(struct stage *stage)
{
    pthread_t threads[THREADS];
    qprof_InitInfo virtual_threads = {0, "-data-file=run.qii -quiet", NULL, 1};
    load();
    STAGE_CHECK(timed.initialize_ex(&virtual_threads) > 0 && covered.initialize("-quiet", NULL) > 0);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, suspend_many_and_record, stage) == 0);
    stage_await(&stage->numbers[0], THREADS);
    timed.shutdown();
    stage_add(&stage->numbers[1], 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    covered.shutdown();
}

TEST(library_that_ends_its_run_leaves_trees_of_the_other_library_intact)
{
    for (int time = 0; time < TIMES; time++) {
        struct stage stage;
        struct qp_profile profile;
        stage_play(&stage, end_one);
        stage_read(&stage, "run.qii", &profile);
        assert_int_equal(stage_calls(&profile, QP_CPROF, 0), stage.numbers[2]);
        qp_profile_close(&profile);
        stage_close(&stage);
    }
}
