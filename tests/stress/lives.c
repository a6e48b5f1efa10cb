/* Tests with a million virtual threads in all states, in a process that is killed or that forks. */
#include "tests/support/stage.h"
#include "tests/support/sums.h"

#include "qprof.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define CARRIERS     2
#define METHODS      8
#define READY        1000 /* numbers[READY] counts the carriers that have begun all their virtual threads */
#define CHILD        1001
#define MORE         1002 /* numbers[MORE] counts the resumptions after that */

#define LIVE_OF_EACH (LIVE / CARRIERS) /* CMakeLists.txt defines LIVE: a million in release */

static void start(const char *options)
{
    qprof_InitInfo info = {0, options, NULL, 1};
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
}

struct carrier {
    struct stage *stage;
    unsigned number;
};

static VthreadID id_of(const struct carrier *carrier, unsigned i)
{
    return 4096 * ((VthreadID)i * CARRIERS + carrier->number + 1);
}

static void call(const struct carrier *carrier, unsigned method, unsigned long stack_id, VthreadID id)
{
    qprof_record_fn_entry_vt(method + 1, stack_id, id);
    stage_add(&carrier->stage->numbers[carrier->number * METHODS + method], 1);
}

/* Begin a virtual thread, record two calls on it, and leave it runnable, blocked, waiting, or waiting and woken.
 * Every 16th virtual thread ends here, and a new one takes its id at once. */
static void live(const struct carrier *carrier, unsigned i)
{
    VthreadID id = id_of(carrier, i);
    qprof_thread_create_vt(i, id);
    qprof_set_thread_name_vt(i % 2 ? "odd" : "even", id);
    qprof_vthread_resume(id);
    call(carrier, i % METHODS, 1, id);
    call(carrier, i / METHODS % METHODS, 2, id);
    qprof_vthread_suspend(id, i % 4 == 3 ? QPROF_REASON_WAITING : (int)(i % 4));
    if (i % 4 == 3)
        qprof_vthread_wake(id);
    if (i % 16 == 15) {
        qprof_thread_destroy_vt(id);
        qprof_thread_create_vt(i, id);
    }
}

/* Begin all virtual threads of a carrier, then resume one after another until the process is killed. */
static void *carry(void *data)
{
    const struct carrier *carrier = data;
    for (unsigned i = 0; i < LIVE_OF_EACH; i++)
        live(carrier, i);
    stage_add(&carrier->stage->numbers[READY], 1);
    stage_await(&carrier->stage->numbers[READY], CARRIERS);
    for (unsigned i = 0;; i = (i + 7919) % (LIVE_OF_EACH)) {
        VthreadID id = id_of(carrier, i);
        qprof_vthread_wake(id);
        qprof_vthread_resume(id);
        call(carrier, i % METHODS, 3, id);
        qprof_record_fn_exit_vt(2, id);
        qprof_vthread_suspend(id, (int)(i % 3));
        stage_add(&carrier->stage->numbers[MORE], 1);
    }
    return NULL;
}

static void begin_carriers(struct stage *stage, struct carrier *carriers)
{
    for (unsigned i = 0; i < CARRIERS; i++) {
        pthread_t thread;
        carriers[i] = (struct carrier){stage, i};
        STAGE_CHECK(pthread_create(&thread, NULL, carry, &carriers[i]) == 0);
    }
    stage_await(&stage->numbers[READY], CARRIERS);
}

static void run_until_killed(struct stage *stage)
{
    static struct carrier carriers[CARRIERS];
    start("-data-file=run.qii -quiet");
    begin_carriers(stage, carriers);
    pause();
}

/* Check that the file has every counted call of each method. For each carrier, the file may have one call more: the
 * kill may have come after an entry was recorded, but before it was counted. stage_read has already checked that all
 * times add up. */
static void expect_every_call(const struct stage *stage, const struct qp_profile *profile)
{
    uint64_t more = 0;
    for (unsigned method = 0; method < METHODS; method++) {
        uint64_t reported = 0;
        for (unsigned carrier = 0; carrier < CARRIERS; carrier++)
            reported += stage->numbers[carrier * METHODS + method];
        uint64_t calls = stage_calls(profile, QP_QPROF, method + 1);
        assert_in_range(calls, reported, reported + CARRIERS);
        more += calls - reported;
    }
    assert_in_range(more, 0, CARRIERS);
}

static uint64_t live_ones(const struct qp_profile *profile)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < profile->thread_count; i++)
        count += profile->threads[i].virtual_thread && !profile->threads[i].ended;
    return count;
}

TEST(killed_with_a_million_virtual_threads_has_every_call_and_all_times_add_up)
{
    struct stage stage;
    struct qp_profile profile;
    stage_begin(&stage, run_until_killed);
    stage_await(&stage.numbers[MORE], LIVE);
    stage_kill(&stage);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_KILLED);
    expect_every_call(&stage, &profile);
    assert_int_equal(live_ones(&profile), LIVE);
    qp_profile_close(&profile);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " check run.qii"), 0);
    stage_close(&stage);
}

/* Fork while many virtual threads are alive. The child records nothing and ends; the parent's threads continue. */
static void fork_among_many(struct stage *stage)
{
    struct carrier carrier = {stage, 0};
    start("-data-file=run.qii -quiet");
    for (unsigned i = 0; i < LIVE; i++)
        live(&carrier, i);
    pid_t child = fork();
    STAGE_CHECK(child >= 0);
    if (child == 0) {
        for (unsigned i = 0; i < 1000; i++) {
            qprof_vthread_wake(id_of(&carrier, i));
            qprof_vthread_resume(id_of(&carrier, i));
            qprof_record_fn_entry_vt(1, 4, id_of(&carrier, i));
            qprof_thread_destroy_vt(id_of(&carrier, i));
        }
        stage_add(&stage->numbers[CHILD], 1);
        _exit(0);
    }
    int status;
    STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
    for (unsigned i = 0; i < LIVE; i++) {
        qprof_vthread_resume(id_of(&carrier, i));
        call(&carrier, 0, 3, id_of(&carrier, i));
        qprof_vthread_suspend(id_of(&carrier, i), QPROF_REASON_WAITING);
    }
    qprof_shutdown();
}

TEST(fork_with_many_virtual_threads_does_not_affect_the_parent)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, fork_among_many);
    assert_int_equal(stage.numbers[CHILD], 1);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    for (unsigned method = 0; method < METHODS; method++)
        assert_int_equal(stage_calls(&profile, QP_QPROF, method + 1), stage.numbers[method]);
    assert_int_equal(live_ones(&profile), LIVE);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " check run.qii"), 0);
    stage_close(&stage);
}
