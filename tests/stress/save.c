/* A test of copies that are saved while threads record: each copy is valid, and has at least the events that were
 * recorded before it was saved. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define RECORDERS 3
#define COPIES    20
#define VTHREADS  64 /* per recording thread */

static int over;

/* Record data of many kinds: a method with lines, call paths, block counts, cycles, and virtual threads of different
 * groups. */
static void record_one(unsigned long i, unsigned long id, VthreadID thread)
{
    const qprof_LineInfo lines[] = {{0, 1}, {2, 3}};
    qprof_register_method_id(id, "made", "class", 0, "made.toy", lines, 2);
    qprof_record_fn_entry_vt(1 + i % 50, 1, thread);
    qprof_record_fn_entry_vt(id, 2, thread);
    qprof_record_bb_counts_vt(1, 1, thread);
    qprof_record_counts_vt(1, thread);
    qprof_record_fn_entry_vt(id + 1, 3, thread);
    qprof_record_fn_exit_vt(1, thread);
    qprof_vthread_suspend(thread, QPROF_REASON_BLOCKED);
    if (i % 16 == 0)
        qprof_thread_destroy_vt(thread);
    if (i % 16 == 1)
        qprof_set_thread_name_vt(i % 32 == 1 ? "one" : "other", thread);
}

/* Record until the test is over. Each system thread has its own virtual threads. */
static void *record(void *data)
{
    const unsigned long *base = data;
    for (unsigned long i = 0; !__atomic_load_n(&over, __ATOMIC_ACQUIRE) && i < 30000; i++)
        record_one(i, *base + i % 20000, *base + i % VTHREADS);
    return NULL;
}

static void save_among_threads(struct stage *stage)
{
    pthread_t threads[RECORDERS];
    unsigned long bases[RECORDERS];
    qprof_InitInfo info = {0, "-data-file=run.qii -quiet", NULL, 1};
    (void)stage;
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
    qprof_record_fn_entry_vt(90, 1, 1000);
    for (unsigned i = 0; i < RECORDERS; i++) {
        bases[i] = 1000 + 100000 * i;
        STAGE_CHECK(pthread_create(&threads[i], NULL, record, &bases[i]) == 0);
    }
    for (int i = 0; i < COPIES; i++) {
        if (i % 4 == 1)
            qprof_clear_data();
        STAGE_CHECK(qprof_save_data());
    }
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < RECORDERS; i++)
        pthread_join(threads[i], NULL);
    qprof_shutdown();
}

TEST(copies_are_valid_while_threads_record)
{
    struct stage stage;
    struct qp_profile profile;
    char name[32];
    stage_play(&stage, save_among_threads);
    for (int i = 1; i <= COPIES; i++) {
        snprintf(name, sizeof name, "run.%d.qii", i);
        stage_read(&stage, name, &profile);
        assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
        assert_int_equal(stage_calls(&profile, QP_QPROF, 90), 1);
        qp_profile_close(&profile);
    }
    stage_close(&stage);
}
