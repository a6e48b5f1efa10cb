/* One library ends and starts again while threads record with the other: they share what a thread's carrier keeps. */
#include "tests/support/stage.h"

#include "base/atomic.h"
#include "qii_load.h"

#include <pthread.h>
#include <sched.h>

#define THREADS 2
#define RUNS    500
#define CALLS   20 /* of a turn, each on a path of its own */
#define WIDE    4000
#define DEEP    200
#define PHASES  10

static struct qii timed, covered;
static uint32_t over;
static uint32_t runs; /* of the library that starts again */
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

/* Each thread has open frames in the run, and no event after the phases: their path is made anew when the run ends. */
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
    STAGE_CHECK(qii_load(&timed, QPROF_LIBRARY) == QII_LOADED && qii_load(&covered, CPROF_LIBRARY) == QII_LOADED);
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
