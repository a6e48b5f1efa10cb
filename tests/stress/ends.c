/* A test in which runs start and end at random moments while threads record: each file is consistent, and there is
 * no data race.
 *
 * Races are found by ThreadSanitizer, in whichever order the two accesses of a race happen. Each round draws its calls
 * from a seed, but the kernel's scheduling decides where each thread is when a run ends. */
#include "tests/stress/random.h"
#include "tests/support/stage.h"

#include "base/atomic.h"
#include "qii_load.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define THREADS 3
#define ROUNDS  2
#define RUNS    (STAGE_THREAD_SANITIZED ? 60 : 150) /* number of runs per round, of both libraries together */
#define CALLS   400                                 /* number of calls of a thread; then a new thread replaces it */

enum { TIMED, COVERED, LIBRARIES };

static struct qii libraries[LIBRARIES];
static bool running[LIBRARIES];
static bool saves_by_signal[LIBRARIES];
static uint32_t over;
static uint64_t calls; /* number of calls that all threads made */

/* First id of the virtual threads that only this system thread runs. Other system threads may wake them. */
static _Thread_local VthreadID first_own;

static const struct qii *library(struct draw *draw)
{
    return &libraries[draw_below(draw, 4) == 0 ? COVERED : TIMED];
}

static VthreadID vthread(struct draw *draw)
{
    return first_own + draw_below(draw, 8);
}

static qprof_MethodID method(struct draw *draw)
{
    return 1 + draw_below(draw, 40);
}

/* ---- calls of the threads ----------------------------------------------------------------------------------- */

static void nest(struct draw *draw, const struct qii *qii)
{
    unsigned depth = 1 + draw_below(draw, 30);
    for (unsigned i = 1; i <= depth; i++) {
        qii->record_fn_entry(method(draw), i);
        qii->record_bb(0, 1);
    }
    qii->verify_fn_exit(method(draw));
    qii->record_fn_exit(draw_below(draw, depth));
}

static void nest_vt(struct draw *draw, const struct qii *qii)
{
    VthreadID id = vthread(draw);
    unsigned depth = 1 + draw_below(draw, 30);
    for (unsigned i = 1; i <= depth; i++) {
        qii->record_fn_entry_vt(method(draw), i, id);
        qii->record_bb_vt(0, 1, id);
    }
    qii->verify_fn_exit_vt(method(draw), id);
    qii->record_fn_exit_vt(draw_below(draw, depth), id);
}

static void nest_numbered(struct draw *draw, const struct qii *qii)
{
    qprof_MethodID outer = method(draw);
    qii->enter_method(outer);
    qii->enter_method(method(draw));
    qii->return_to_method(outer);
    qii->leave_method(outer);
}

static void count(struct draw *draw, const struct qii *qii)
{
    VthreadID id = vthread(draw);
    qii->record_counts(1);
    qii->record_counts_vt(1, id);
    qii->record_bb_counts(1, 2);
    qii->record_bb_time_vt(1, id);
    qii->record_monitor_acquired();
    qii->execute_byte_code(method(draw), NULL, 2);
    qii->record_sample(0);
    qii->current_method_id();
    qii->current_method_id_vt(id);
}

static void move(struct draw *draw, const struct qii *qii)
{
    qii->thread_create_vt(draw_below(draw, 9), vthread(draw));
    for (int i = 0; i < 6; i++) {
        VthreadID id = vthread(draw);
        qii->vthread_resume(id);
        qii->record_fn_entry_vt(method(draw), 1, id);
        qii->vthread_switch(id, QPROF_REASON_WAITING, vthread(draw));
        qii->vthread_suspend(vthread(draw), (int)draw_below(draw, 4));
    }
    qii->vthread_wake(1 + draw_below(draw, 8 * THREADS));
    if (draw_below(draw, 2) == 0)
        qii->thread_destroy_vt(vthread(draw));
}

static void name(struct draw *draw, const struct qii *qii)
{
    static const char *const names[] = {"one", "two 1", "two 2", "three"};
    const char *chosen = names[draw_below(draw, 4)];
    qii->set_thread_name(chosen);
    qii->set_thread_name_vt(chosen, vthread(draw));
    qii->thread_create(draw_below(draw, 9));
    if (draw_below(draw, 4) == 0)
        qii->thread_destroy(0);
    qii->add_annotation(chosen);
}

static void define(struct draw *draw, const struct qii *qii)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {2, 3}, {4, 5}};
    static const qprof_BranchInfo branch = {1, 3, 2};
    qprof_MethodID id = method(draw);
    qii->register_method_id(id, "made", "class", draw_below(draw, 8) == 0 ? QPROF_METHOD_FLAGS_BLOCKS : 0, "made.toy",
                            lines, 3);
    qii->register_branches(id, &branch, 1);
    qii->register_source("made.toy", "one\ntwo\n", 8);
    qii->exclude_lines("made.toy", 1, 2, "why");
    if (draw_below(draw, 8) == 0)
        qii->retire_method_id(id);
}

static void ask_for_counters(struct draw *draw, const struct qii *qii)
{
    struct qprof_BlockCounters counters = {.stride = QPROF_COUNTER_NUMBER, .owner = first_own};
    qii->block_counters(method(draw), &counters);
}

static void control(struct draw *draw, const struct qii *qii)
{
    switch (draw_below(draw, 8)) {
    case 0:
        qii->stop_recording_data();
        break;
    case 1:
        qii->clear_data();
        break;
    case 2:
        qii->new_phase();
        break;
    case 3:
        qii->save_data();
        break;
    default:
        qii->start_recording_data();
        break;
    }
    qii->is_running();
    qii->is_recording_data();
    qii->get_option("data-file");
}

static void call_one(struct draw *draw)
{
    static void (*const usual[])(struct draw * draw, const struct qii *qii) = {
        nest, nest_vt, nest_numbered, count, move, nest, nest_vt, nest_numbered, count, move, name, define,
    };
    static void (*const rare[])(struct draw * draw, const struct qii *qii) = {ask_for_counters, control};
    const struct qii *qii = library(draw);
    if (draw_below(draw, 40) == 0)
        rare[draw_below(draw, 2)](draw, qii);
    else
        usual[draw_below(draw, 12)](draw, qii);
    qp_add_relaxed(&calls, 1);
}

struct caller {
    uint64_t seed;
    unsigned number;
};

static void *call(void *data)
{
    const struct caller *caller = data;
    struct draw draw = {caller->seed};
    first_own = 1 + 8 * caller->number;
    for (int i = 0; i < CALLS && !qp_load_acquire(&over); i++)
        call_one(&draw);
    return NULL;
}

/* Start one thread after another, each with different calls, until the test is over. */
static void *call_in_threads(void *data)
{
    struct caller *caller = data;
    while (!qp_load_acquire(&over)) {
        pthread_t thread;
        caller->seed++;
        STAGE_CHECK(pthread_create(&thread, NULL, call, caller) == 0);
        pthread_join(thread, NULL);
    }
    return NULL;
}

/* ---- runs ------------------------------------------------------------------------------------------------------- */

static void describe(qprof_MethodID id)
{
    libraries[id % LIBRARIES].register_method_id(id, "asked", NULL, 0, "asked.toy", NULL, 0);
}

static void start(struct draw *draw, int which)
{
    static const char *const options[] = {
        "",
        "-granularity=line",
        "-record-min-max -record-timeline",
        "-measure-timed-calls=user+system",
        "-clock=ordered -record-data=no",
        "-fold-thread-names=no",
        "-sample=yes",
        "-save-signal=USR2 -save-slow=1us",
    };
    char words[200];
    unsigned chosen = draw_below(draw, 8);
    snprintf(words, sizeof words, "-quiet -data-file=run.%%n.qii %s", options[chosen]);
    qprof_InitInfo info = {
        .initial_options = words,
        .callback_get_method_info = draw_below(draw, 3) == 0 ? describe : NULL,
        .usingVirtualThreads = draw_below(draw, 2) == 0,
    };
    STAGE_CHECK(libraries[which].initialize_ex(&info) > 0);
    running[which] = true;
    saves_by_signal[which] = chosen == 7;
}

static void end(int which)
{
    libraries[which].shutdown();
    running[which] = false;
}

static void await_calls(uint64_t more)
{
    for (uint64_t until = qp_load_relaxed(&calls) + more; qp_load_relaxed(&calls) < until;)
        sched_yield();
}

static void start_and_end(struct draw *draw)
{
    for (int runs = 0; runs < RUNS;) {
        int which = draw_below(draw, 3) == 0 ? COVERED : TIMED;
        if (running[which]) {
            end(which);
        } else {
            start(draw, which);
            runs++;
        }
        if (running[which] && saves_by_signal[which])
            raise(SIGUSR2);
        await_calls(draw_below(draw, 60));
    }
}

static void play(uint64_t seed)
{
    pthread_t threads[THREADS];
    struct caller callers[THREADS];
    struct draw draw = {seed};
    STAGE_CHECK(qii_load(&libraries[TIMED], QPROF_LIBRARY) == QII_LOADED);
    STAGE_CHECK(qii_load(&libraries[COVERED], CPROF_LIBRARY) == QII_LOADED);
    for (unsigned i = 0; i < THREADS; i++) {
        callers[i] = (struct caller){draw_word(&draw), i};
        STAGE_CHECK(pthread_create(&threads[i], NULL, call_in_threads, &callers[i]) == 0);
    }
    start_and_end(&draw);
    qp_store_release(&over, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < LIBRARIES; i++)
        if (running[i])
            end(i);
}

/* ---- the test --------------------------------------------------------------------------------------------------- */

static uint64_t seed = 1;

static void start_and_end_amid_calls(struct stage *stage)
{
    (void)stage;
    play(seed);
}

/* Check that no data file is damaged. The times in these files need not add up; stress.random checks sums of times. */
static void check_files(const struct stage *stage)
{
    unsigned files = 0;
    struct qp_error error = {0};
    DIR *directory = opendir(stage->directory);
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        struct qp_profile profile;
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".qii") != 0)
            continue;
        assert_int_equal(qp_profile_open(&profile, stage_path(stage, entry->d_name), &error), 0);
        assert_int_equal(profile.reader.damages, 0);
        assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
        qp_profile_close(&profile);
        files++;
    }
    closedir(directory);
    assert_true(files > 0);
}

TEST(runs_start_and_end_at_any_moment)
{
    for (int round = 0; round < ROUNDS; round++, seed++) {
        struct stage stage;
        stage_play(&stage, start_and_end_amid_calls);
        check_files(&stage);
        stage_close(&stage);
    }
}
