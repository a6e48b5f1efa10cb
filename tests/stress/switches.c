/* Tests of switches between virtual threads in difficult situations: in signal handlers, around forks, and during
 * pauses and shutdowns. */
#include "tests/support/interrupt.h"
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIBRES 5 /* number of virtual threads per system thread; each system thread has its own range of 100 ids */

static void start(const char *options)
{
    qprof_InitInfo info = {0, options, NULL, 1};
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
}

/* Create FIBRES virtual threads, and switch through all of them twice, so that later switches allocate no memory. */
static void begin(VthreadID first)
{
    for (VthreadID id = first; id < first + FIBRES; id++) {
        qprof_thread_create_vt(id, id);
        qprof_record_fn_entry_vt(100, 1, id);
    }
    for (int round = 0; round < 2; round++)
        for (VthreadID id = first; id < first + FIBRES; id++)
            qprof_vthread_switch(id, QPROF_REASON_WAITING, id + 1 < first + FIBRES ? id + 1 : first);
}

/* Switch from the first virtual thread through the others and back, and call `method` on each of the others. Return the
 * number of calls. */
static unsigned tour(VthreadID first, unsigned long method)
{
    VthreadID now = first;
    for (VthreadID id = first + 1; id < first + FIBRES; id++) {
        qprof_vthread_switch(now, QPROF_REASON_BLOCKED, id);
        qprof_record_fn_entry_vt(method, 2, id);
        qprof_record_fn_exit_vt(1, id);
        now = id;
    }
    qprof_vthread_switch(now, QPROF_REASON_WAITING, first);
    return FIBRES - 1;
}

/* ---- handlers ---------------------------------------------------------------------------------------------------- */

#define TOURS      40000

#define OF_HANDLER 50 /* first id of the handler's virtual threads */

/* Record five events, of which either all are recorded or all are dropped. The interrupted virtual thread is mounted
 * again by its next event. */
static void switch_over(const void *context)
{
    (void)context;
    qprof_vthread_resume(OF_HANDLER);
    qprof_vthread_switch(OF_HANDLER, QPROF_REASON_BLOCKED, OF_HANDLER + 1);
    qprof_record_fn_entry_vt(1, 2, OF_HANDLER + 1);
    qprof_record_fn_exit_vt(1, OF_HANDLER + 1);
    qprof_vthread_suspend(OF_HANDLER + 1, QPROF_REASON_WAITING);
}

/* Switch between virtual threads while a timer's signal handler switches, too. numbers[0] counts the runs of the
 * handler, numbers[1] the calls of method 2. */
static void interrupted(struct stage *stage)
{
    start("-data-file=run.qii -quiet");
    begin(1);
    begin(OF_HANDLER);
    for (; stage->numbers[0] < 2; stage->numbers[0]++)
        switch_over(NULL); /* run before the timer starts, because new call paths allocate memory */
    interrupt_begin(200, switch_over, &stage->numbers[0]);
    for (unsigned i = 0; interrupt_continues(i, TOURS); i++)
        stage->numbers[1] += tour(1, 2);
    interrupt_end();
    STAGE_CHECK(qprof_current_method_id_vt(1) == 100);
    qprof_shutdown();
}

TEST(handlers_that_switch_are_recorded_or_counted_as_dropped)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, interrupted);
    stage_read(&stage, "run.qii", &profile);
    uint64_t dropped = stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_NESTED_EVENT);
    assert_int_equal(dropped % 5, 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), stage.numbers[0] - dropped / 5);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), stage.numbers[1]);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_NESTED_EVENT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- children ---------------------------------------------------------------------------------------------------- */

static void await(pid_t child)
{
    int status;
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* Fork between tours. In the child, the parent's virtual threads do not exist, so the child's ids stand for new
 * virtual threads. */
static void fork_between(struct stage *stage, const char *options)
{
    start(options);
    begin(1);
    for (int i = 0; i < 20; i++) {
        stage->numbers[0] += tour(1, 2);
        pid_t child = fork();
        if (child == 0) {
            tour(1, 3);
            qprof_vthread_suspend(1, QPROF_REASON_BLOCKED);
            qprof_vthread_resume(1);
            exit(0);
        }
        await(child);
    }
    qprof_shutdown();
}

static void fork_between_off(struct stage *stage)
{
    fork_between(stage, "-data-file=run.qii -quiet");
}

static void fork_between_followed(struct stage *stage)
{
    fork_between(stage, "-data-file=run.%n.qii -quiet -follow-child-processes");
}

static void check_calls(const struct stage *stage, const char *name, uint64_t method, uint64_t calls)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_QPROF, method), calls);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 5 - method), 0);
    qp_profile_close(&profile);
}

TEST(children_do_not_affect_virtual_threads_of_their_parent)
{
    struct stage stage;
    stage_play(&stage, fork_between_off);
    check_calls(&stage, "run.qii", 2, stage.numbers[0]);
    stage_close(&stage);
    stage_play(&stage, fork_between_followed);
    check_calls(&stage, "run.1.qii", 2, stage.numbers[0]);
    check_calls(&stage, "run.2.qii", 3, FIBRES - 1);
    check_calls(&stage, "run.21.qii", 3, FIBRES - 1);
    stage_close(&stage);
}

/* ---- pauses and shutdowns ------------------------------------------------------------------------------------ */

#define THREADS 3
#define PAUSES  200
#define RUNS    40

static int over;
static unsigned pauses;           /* number of pauses and resumptions: odd during a pause */
static unsigned answers[THREADS]; /* indexed by thread: value of `pauses` during the last pause in which the thread
                                   * made a tour */

struct recorder {
    unsigned number;
    uint64_t *tours;
};

/* Make tours until the test is over. A tour during a pause calls method 1; any other tour calls method 2. */
static void *record(void *data)
{
    const struct recorder *recorder = data;
    VthreadID first = 1 + 100 * recorder->number;
    begin(first);
    while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) {
        unsigned pause = __atomic_load_n(&pauses, __ATOMIC_ACQUIRE);
        if (pause % 2 == 0) {
            tour(first, 2);
        } else if (answers[recorder->number] != pause) {
            tour(first, 1);
            __atomic_store_n(&answers[recorder->number], pause, __ATOMIC_RELEASE);
        } else {
            sched_yield();
        }
        stage_add(recorder->tours, 1);
    }
    return NULL;
}

static void await_tours(struct stage *stage, uint64_t more)
{
    for (int i = 0; i < THREADS; i++) {
        uint64_t now = __atomic_load_n(&stage->numbers[i], __ATOMIC_ACQUIRE);
        while (__atomic_load_n(&stage->numbers[i], __ATOMIC_ACQUIRE) < now + more)
            sched_yield();
    }
}

static void with_recorders(struct stage *stage, void (*disturb)(struct stage *stage))
{
    pthread_t threads[THREADS];
    struct recorder recorders[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        recorders[i] = (struct recorder){i, &stage->numbers[i]};
        STAGE_CHECK(pthread_create(&threads[i], NULL, record, &recorders[i]) == 0);
    }
    disturb(stage);
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void pause_often(struct stage *stage)
{
    for (int i = 0; i < PAUSES; i++) {
        await_tours(stage, 1);
        STAGE_CHECK(qprof_stop_recording_data());
        __atomic_fetch_add(&pauses, 1, __ATOMIC_RELEASE);
        for (int thread = 0; thread < THREADS; thread++)
            while (__atomic_load_n(&answers[thread], __ATOMIC_ACQUIRE) != pauses)
                sched_yield();
        STAGE_CHECK(qprof_start_recording_data());
        __atomic_fetch_add(&pauses, 1, __ATOMIC_RELEASE);
    }
}

static void paused_often(struct stage *stage)
{
    start("-data-file=run.qii -quiet");
    with_recorders(stage, pause_often);
    qprof_shutdown();
}

/* This test fails if a thread still records on the fast path after a pause began. */
TEST(nothing_is_counted_after_a_pause_began)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, paused_often);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 0);
    assert_true(stage_calls(&profile, QP_QPROF, 2) > 0);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

static void run_often(struct stage *stage)
{
    for (int i = 0; i < RUNS; i++) {
        start("-data-file=run.%n.qii -quiet");
        await_tours(stage, 20);
        qprof_shutdown();
    }
}

static void shut_down_often(struct stage *stage)
{
    with_recorders(stage, run_often);
}

TEST(shutdowns_end_the_run_amid_switches)
{
    struct stage stage;
    stage_play(&stage, shut_down_often);
    for (int i = 1; i <= RUNS; i++) {
        char name[32];
        struct qp_profile profile;
        snprintf(name, sizeof name, "run.%d.qii", i);
        stage_read(&stage, name, &profile);
        assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
        assert_true(stage_calls(&profile, QP_QPROF, 2) > THREADS * 19 * (FIBRES - 1));
        qp_profile_close(&profile);
    }
    stage_close(&stage);
}
