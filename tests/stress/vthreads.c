/* Tests of virtual threads that migrate between system threads. */
#include "tests/support/stage.h"
#include "tests/support/sums.h"

#include "qprof.h"

#include <pthread.h>
#include <sys/stat.h>

#define CARRIERS 4
#define VTHREADS 200
#define METHODS  10
#define STEPS    60000 /* number of steps per carrier */
#define DEEPEST  40

static void start(void)
{
    qprof_InitInfo info = {0, "-data-file=run.qii -quiet", NULL, 1};
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
}

/* The expected stack of a virtual thread, with which the library's answers are compared. */
static struct vthread {
    pthread_mutex_t lock;
    unsigned long depth;
    unsigned long methods[DEEPEST + 1];
} vthreads[VTHREADS];

struct carrier {
    uint64_t *calls; /* number of entries per method */
    unsigned seed;
};

static unsigned draw(struct carrier *carrier)
{
    carrier->seed = carrier->seed * 1103515245 + 12345;
    return carrier->seed >> 16;
}

static void step(struct carrier *carrier, struct vthread *vthread, VthreadID id)
{
    STAGE_CHECK(qprof_current_method_id_vt(id) == vthread->methods[vthread->depth]);
    for (unsigned events = draw(carrier) % 8; events > 0; events--) {
        if (vthread->depth < DEEPEST && draw(carrier) % 3) {
            unsigned method = draw(carrier) % METHODS;
            vthread->methods[++vthread->depth] = method + 1;
            qprof_record_fn_entry_vt(method + 1, vthread->depth, id);
            stage_add(&carrier->calls[method], 1);
        } else if (vthread->depth > 0) {
            vthread->depth = vthread->depth == 1 ? 0 : 1 + draw(carrier) % (vthread->depth - 1);
            qprof_record_fn_exit_vt(vthread->depth, id);
        }
    }
    if (vthread->depth == 0 && draw(carrier) % 4 == 0) {
        qprof_vthread_suspend(id, QPROF_REASON_RUNNABLE);
        qprof_thread_destroy_vt(id);
    } else if (draw(carrier) % 4 == 0)
        qprof_vthread_suspend(id, (int)(draw(carrier) % 3));
}

/* Switch to another virtual thread, unless that virtual thread is in use on another carrier. */
static void switch_to_another(struct carrier *carrier, VthreadID id)
{
    unsigned number = draw(carrier) % VTHREADS;
    if (pthread_mutex_trylock(&vthreads[number].lock) != 0)
        return;
    if (vthreads[id - 1].depth > 0)
        qprof_vthread_switch(id, (int)(draw(carrier) % 3), number + 1);
    step(carrier, &vthreads[number], number + 1);
    pthread_mutex_unlock(&vthreads[number].lock);
}

static void *run_some(void *data)
{
    struct carrier *carrier = data;
    for (unsigned i = 0; i < STEPS; i++) {
        unsigned number = draw(carrier) % VTHREADS;
        pthread_mutex_lock(&vthreads[number].lock);
        step(carrier, &vthreads[number], number + 1);
        if (draw(carrier) % 2)
            switch_to_another(carrier, number + 1);
        pthread_mutex_unlock(&vthreads[number].lock);
    }
    return NULL;
}

static void play_on_carriers(struct stage *stage, void *(*play)(void *))
{
    pthread_t threads[CARRIERS];
    struct carrier carriers[CARRIERS];
    start();
    for (unsigned i = 0; i < CARRIERS; i++) {
        carriers[i] = (struct carrier){stage->numbers, i + 1};
        STAGE_CHECK(pthread_create(&threads[i], NULL, play, &carriers[i]) == 0);
    }
    for (unsigned i = 0; i < CARRIERS; i++)
        pthread_join(threads[i], NULL);
    qprof_shutdown();
}

static void hop(struct stage *stage)
{
    for (unsigned i = 0; i < VTHREADS; i++)
        pthread_mutex_init(&vthreads[i].lock, NULL);
    play_on_carriers(stage, run_some);
}

TEST(migrating_virtual_threads_are_counted_exactly)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, hop);
    stage_read(&stage, "run.qii", &profile);
    uint64_t all = 0;
    for (unsigned method = 0; method < METHODS; method++) {
        assert_int_equal(stage_calls(&profile, QP_QPROF, method + 1), stage.numbers[method]);
        all += stage.numbers[method];
    }
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), all);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Run a virtual thread on a system thread named "worker". A later system thread with this name continues the carrier
 * of the earlier one. The virtual thread must keep its frames and the extra data of their nodes. */
static void *run_named(void *data)
{
    qprof_set_thread_name("worker");
    if (qprof_current_method_id_vt(*(VthreadID *)data) == 1)
        qprof_record_counts_vt(2, *(VthreadID *)data);
    qprof_record_fn_entry_vt(1, 1, *(VthreadID *)data);
    for (unsigned long method = 2; method < 22; method++) { /* so many callees that the index is used to find them */
        qprof_record_fn_entry_vt(method, 2, *(VthreadID *)data);
        qprof_record_fn_exit_vt(1, *(VthreadID *)data);
    }
    qprof_record_counts_vt(5, *(VthreadID *)data);
    return NULL;
}

static void one_after_the_other(struct stage *stage)
{
    VthreadID id = 7;
    (void)stage;
    start();
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        STAGE_CHECK(pthread_create(&thread, NULL, run_named, &id) == 0);
        pthread_join(thread, NULL);
    }
    qprof_shutdown();
}

TEST(threads_with_names_keep_their_virtual_threads_intact)
{
    struct stage stage;
    struct qp_profile profile;
    uint64_t cycles = 0;
    stage_play(&stage, one_after_the_other);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 3);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), 3);
    for (uint32_t i = 0; i < profile.extra_count; i++)
        cycles += profile.extras[i].cycles;
    assert_int_equal(cycles, 3 * 5 + 2 * 2);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Switch between two virtual threads during a pause. After the switch back, the end of the first virtual thread's
 * stack must be the limit again. Otherwise its frames would overwrite the stack of the second virtual thread, which
 * comes next in memory. */
static void switch_while_paused(struct stage *stage)
{
    (void)stage;
    start();
    for (unsigned long stack = 1; stack < 60; stack++)
        qprof_record_fn_entry(7, stack); /* functions without _vt record calls of the system thread itself */
    qprof_record_fn_exit(0);
    qprof_thread_create_vt(1, 1);
    qprof_thread_create_vt(2, 2);
    qprof_record_fn_entry_vt(5, 5, 2);
    STAGE_CHECK(qprof_stop_recording_data());
    STAGE_CHECK(qprof_current_method_id_vt(2) == 5);
    STAGE_CHECK(qprof_current_method_id_vt(1) == 0);
    for (unsigned long stack = 1; stack < 60; stack++)
        qprof_record_fn_entry_vt(7, stack, 1);
    STAGE_CHECK(qprof_current_method_id_vt(2) == 5);
    STAGE_CHECK(qprof_current_method_id_vt(1) == 7);
    qprof_shutdown();
}

TEST(virtual_thread_resumed_while_paused_keeps_to_its_own_stack)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, switch_while_paused);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 5), 1);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 7), 59);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Number of virtual threads that begin and end one after another. For each group, the file has individual records
 * only of the virtual threads with the highest values. */
#define LIVES   300000
#define RESUMER (LIVES + 1)

static uint64_t file_size(void)
{
    struct stat status;
    STAGE_CHECK(stat("run.qii", &status) == 0);
    return (uint64_t)status.st_size;
}

static void live(VthreadID id)
{
    qprof_thread_create_vt(id, id);
    qprof_set_thread_name_vt(id % 3 == 0 ? "third" : "other", id);
    qprof_vthread_switch(RESUMER, QPROF_REASON_BLOCKED, id);
    for (unsigned long stack = 1; stack < 20; stack++) /* more frames than the initial memory of a stack holds */
        qprof_record_fn_entry_vt(1, stack, id);
    qprof_vthread_switch(id, QPROF_REASON_WAITING, RESUMER);
    qprof_thread_destroy_vt(id);
}

static void live_many(struct stage *stage)
{
    start();
    qprof_record_fn_entry_vt(2, 1, RESUMER);
    for (VthreadID id = 1; id <= LIVES; id++) {
        live(id);
        if (id == 20000)
            stage->numbers[0] = file_size();
    }
    stage->numbers[1] = file_size();
    qprof_shutdown();
}

TEST(many_consecutive_virtual_threads_take_as_much_memory_as_a_few)
{
    struct stage stage;
    struct qp_profile profile;
    uint64_t created = 0;
    uint64_t ended = 0;
    stage_play(&stage, live_many);
    assert_int_equal(stage.numbers[1], stage.numbers[0]);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 19 * (uint64_t)LIVES);
    assert_true(profile.thread_count <= 1 + 1 + 3 * QP_KEPT * QP_KEPT_LISTS);
    assert_int_equal(profile.group_count, 3);
    for (uint32_t i = 0; i < profile.group_count; i++) {
        created += sums_created(&profile, i);
        ended += sums_ended(&profile, i);
    }
    assert_int_equal(created, LIVES + 1);
    assert_int_equal(ended, LIVES);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}
