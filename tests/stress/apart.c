/* One library ends its run while another goes on recording the same threads. */
#include "tests/support/stage.h"

#include <pthread.h>
#include <qii_load.h>

#define VTHREADS 30000
#define CALLEES  200000
#define THREADS  2

static struct qii timed;
static struct qii counting;

/* numbers: 0 threads with suspended virtual threads, 1 set when they are to end, 2 calls that were counted. */
static void *go_on(void *data)
{
    struct stage *stage = data;
    for (VthreadID id = 1; id <= VTHREADS; id++) {
        VthreadID own = (VthreadID)(uintptr_t)&stage + id; /* an address of this thread's stack */
        timed.record_fn_entry_vt(id, 5, own);
        timed.vthread_suspend(own, QPROF_REASON_BLOCKED);
    }
    stage_add(&stage->numbers[0], 1);
    uint64_t calls = 0;
    for (; __atomic_load_n(&stage->numbers[1], __ATOMIC_ACQUIRE) == 0; calls++) {
        counting.record_fn_entry(1 + calls % CALLEES, 1);
        counting.record_fn_exit(0);
    }
    stage_add(&stage->numbers[2], calls);
    return NULL;
}

/* The end of the first run tells of each virtual thread how long it was blocked, in trees that the threads grow. */
static void end_one(struct stage *stage)
{
    pthread_t threads[THREADS];
    qprof_InitInfo virtual_threads = {0, "-data-file=run.qii -quiet", NULL, 1};
    STAGE_CHECK(qii_load(&timed, QPROF_LIBRARY) == QII_LOADED && qii_load(&counting, CPROF_LIBRARY) == QII_LOADED);
    STAGE_CHECK(timed.initialize_ex(&virtual_threads) > 0 && counting.initialize("-quiet", NULL) > 0);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, go_on, stage) == 0);
    stage_await(&stage->numbers[0], THREADS);
    timed.shutdown();
    stage_add(&stage->numbers[1], 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    counting.shutdown();
}

TEST(library_that_ends_its_run_leaves_the_other_ones_trees_alone)
{
    for (int time = 0; time < 5; time++) {
        struct stage stage;
        struct qp_profile profile;
        stage_play(&stage, end_one);
        stage_read(&stage, "run.qii", &profile);
        uint64_t calls = 0;
        for (uint32_t i = 0; i < profile.node_count; i++) {
            uint32_t root = profile.nodes[i].root;
            calls += root != QP_NONE && profile.roots[root].product == QP_CPROF ? profile.nodes[i].calls : 0;
        }
        assert_int_equal(calls, stage.numbers[2]);
        qp_profile_close(&profile);
        stage_close(&stage);
    }
}
