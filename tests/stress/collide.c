/* A test of misuse: the same virtual thread runs on several system threads at once. */
#include "format/diagnostic.h"
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>

#define CARRIERS 4
#define METHODS  10
#define STEPS    60000 /* number of events per carrier */

struct carrier {
    unsigned seed;
};

static unsigned draw(struct carrier *carrier)
{
    carrier->seed = carrier->seed * 1103515245 + 12345;
    return carrier->seed >> 16;
}

/* Use the same few virtual threads on all carriers without synchronization, and end some while other carriers use
 * them. */
static void *collide(void *data)
{
    struct carrier *carrier = data;
    for (unsigned i = 0; i < STEPS; i++) {
        VthreadID id = 1 + draw(carrier) % 3;
        unsigned long stack = 1 + draw(carrier) % 60;
        switch (draw(carrier) % 16) {
        case 0:
            qprof_thread_destroy_vt(id);
            break;
        case 1:
            qprof_vthread_suspend(id, (int)(draw(carrier) % 3));
            break;
        case 2:
            qprof_thread_create_vt(5, id);
            break;
        case 3:
            qprof_record_bb_counts_vt(1, 1, id);
            break;
        case 4:
            qprof_vthread_switch(id, (int)(draw(carrier) % 3), 1 + draw(carrier) % 3);
            break;
        case 5:
        case 6:
            qprof_record_fn_exit_vt(stack, id);
            break;
        default:
            qprof_record_fn_entry_vt(1 + draw(carrier) % METHODS, stack, id);
            break;
        }
    }
    return NULL;
}

static void twice(struct stage *stage)
{
    pthread_t threads[CARRIERS];
    struct carrier carriers[CARRIERS];
    qprof_InitInfo info = {0, "-data-file=run.qii -quiet", NULL, 1};
    (void)stage;
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
    for (unsigned i = 0; i < CARRIERS; i++) {
        carriers[i] = (struct carrier){i + 1};
        STAGE_CHECK(pthread_create(&threads[i], NULL, collide, &carriers[i]) == 0);
    }
    for (unsigned i = 0; i < CARRIERS; i++)
        pthread_join(threads[i], NULL);
    qprof_shutdown();
}

TEST(virtual_threads_on_two_system_threads_at_once_are_harmless)
{
    struct stage stage;
    struct qp_profile profile;
    struct qp_error error = {0};
    stage_play(&stage, twice);
    assert_int_equal(qp_profile_open(&profile, stage_path(&stage, "run.qii"), &error), 0);
    assert_int_equal(profile.reader.damages, 0);
    assert_true(profile.reader.header.diagnostics[QP_QPROF][QP_DIAGNOSTIC_VTHREAD_TWICE].count > 0);
    assert_true(profile.reader.ending == QP_ENDING_NORMAL);
    assert_true(stage_calls(&profile, QP_QPROF, 0) > 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}
