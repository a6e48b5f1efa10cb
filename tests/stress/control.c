/* Tests of pauses, clears, phases, saved copies and annotations while threads record events: no event is lost, and
 * all sums are right. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#define THREADS 3
#define METHODS 20
#define ROUNDS  20000 /* number of rounds per thread, each of 3 calls */

#define PHASES  300 /* more than 42, so that some root nodes lie behind other nodes of their carrier */

static void start(int virtual_threads)
{
    qprof_InitInfo info = {0, "-data-file=run.qii -quiet", NULL, virtual_threads};
    STAGE_CHECK(qprof_initialize_ex(&info) > 0);
}

/* Make three nested calls. Their methods depend on `i`, so that METHODS consecutive values give as many different
 * call paths. */
static void call_three(unsigned i, unsigned long below)
{
    qprof_record_fn_entry(1 + i % METHODS, 1);
    qprof_record_fn_entry(1 + (i + 1) % METHODS, 2);
    STAGE_CHECK(qprof_current_method_id() == 1 + (i + 1) % METHODS);
    qprof_record_fn_entry(1 + (i + 2) % METHODS, 3);
    qprof_record_fn_exit(2);
    qprof_record_fn_exit(1);
    qprof_record_fn_exit(below);
}

/* ---- one thread, many phases ---------------------------------------------------------------------------------- */

static void many_phases(struct stage *stage)
{
    (void)stage;
    start(0);
    qprof_record_fn_entry(100, 100);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        for (unsigned i = 0; i < METHODS; i++)
            call_three(i, 100);
        STAGE_CHECK(qprof_new_phase());
    }
    qprof_record_fn_exit(0);
    qprof_shutdown();
}

TEST(every_call_of_many_phases_is_read)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, many_phases);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.phase_count, QP_PRODUCTS + PHASES);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 1 + PHASES * METHODS * 3);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 7), PHASES * 3);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Begin phases while many groups of virtual threads have call trees on the same carrier. */
static void many_groups(struct stage *stage)
{
    char name[32];
    (void)stage;
    start(1);
    for (unsigned i = 0; i < PHASES; i++) {
        snprintf(name, sizeof name, "kind %c%c", 'a' + (char)(i / 26), 'a' + (char)(i % 26));
        qprof_thread_create_vt(i, i + 1);
        qprof_set_thread_name_vt(name, i + 1);
        for (unsigned method = 1; method <= METHODS; method++)
            qprof_record_fn_entry_vt(method, method, i + 1);
        qprof_record_fn_exit_vt(1, i + 1);
        qprof_thread_destroy_vt(i + 1);
    }
    qprof_shutdown();
}

TEST(every_call_of_many_groups_is_read)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, many_groups);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.group_count, PHASES);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), PHASES * METHODS);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- control calls from another thread ------------------------------------------------------------------------ */

static pthread_barrier_t ready;

static void *record(void *data)
{
    pthread_barrier_wait(&ready);
    for (unsigned i = 0; i < ROUNDS; i++)
        call_three(i, 0);
    stage_add((uint64_t *)data, 1);
    return NULL;
}

/* Record on THREADS threads, and call `hammer` repeatedly until all of them have finished. */
static void hammer_while_recording(struct stage *stage, void (*hammer)(unsigned turn))
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&ready, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, record, &stage->numbers[0]) == 0);
    pthread_barrier_wait(&ready);
    for (unsigned turn = 0; __atomic_load_n(&stage->numbers[0], __ATOMIC_ACQUIRE) < THREADS; turn++)
        hammer(turn);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void begin_phase(unsigned turn)
{
    if (turn < 2000)
        STAGE_CHECK(turn % 2 ? qprof_new_phase() : qprof_new_phase_named("odd"));
    qprof_add_annotation("here");
}

static void phases(struct stage *stage)
{
    start(0);
    hammer_while_recording(stage, begin_phase);
    qprof_shutdown();
}

static void clear(unsigned turn)
{
    if (turn < 2000)
        STAGE_CHECK(qprof_clear_data());
}

static void clears(struct stage *stage)
{
    start(0);
    hammer_while_recording(stage, clear);
    STAGE_CHECK(qprof_clear_data());
    for (unsigned i = 0; i < 100; i++)
        call_three(i, 0);
    qprof_shutdown();
}

static void save(unsigned turn)
{
    if (turn < 20)
        STAGE_CHECK(qprof_save_data());
}

static void saves(struct stage *stage)
{
    start(0);
    hammer_while_recording(stage, save);
    STAGE_CHECK(qprof_save_data());
    qprof_shutdown();
}

/* Check that the calls of all phases and epochs add up to the calls that the threads made. */
static void check_all(const struct stage *stage, const char *name)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), THREADS * ROUNDS * 3);
    for (unsigned method = 1; method <= METHODS; method++)
        assert_int_equal(stage_calls(&profile, QP_QPROF, method), THREADS * ROUNDS / METHODS * 3);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
}

TEST(phases_lose_no_call)
{
    struct stage stage;
    stage_play(&stage, phases);
    check_all(&stage, "run.qii");
    stage_close(&stage);
}

TEST(reports_show_only_events_after_the_last_clear)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, clears);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), THREADS * ROUNDS * 3 + 300);
    assert_int_equal(stage_shown_calls(&profile, QP_QPROF, 0), 300);
    qp_profile_close(&profile);
    stage_close(&stage);
}

TEST(copies_are_valid_and_the_last_is_complete)
{
    struct stage stage;
    struct qp_profile profile;
    char last[64] = "";
    uint64_t before = 0;
    stage_play(&stage, saves);
    check_all(&stage, "run.qii");
    stage_read(&stage, "run.qii", &profile);
    for (uint32_t i = 0; i < profile.mark_count; i++)
        if (profile.marks[i].kind == QP_MARK_SAVE) {
            struct qp_profile copy;
            snprintf(last, sizeof last, "%.*s", (int)profile.marks[i].text.length, profile.marks[i].text.bytes);
            stage_read(&stage, last, &copy);
            uint64_t calls = stage_calls(&copy, QP_QPROF, 0);
            assert_true(calls >= before);
            before = calls;
            qp_profile_close(&copy);
        }
    qp_profile_close(&profile);
    check_all(&stage, last);
    stage_close(&stage);
}

/* ---- pauses ------------------------------------------------------------------------------------------------------ */

static void pause_and_continue(unsigned turn)
{
    if (turn < 20000)
        STAGE_CHECK(turn % 2 ? qprof_start_recording_data() : qprof_stop_recording_data());
}

static void pauses(struct stage *stage)
{
    start(0);
    qprof_record_fn_entry(100, 100);
    hammer_while_recording(stage, pause_and_continue);
    STAGE_CHECK(qprof_start_recording_data() && qprof_is_recording_data());
    STAGE_CHECK(qprof_current_method_id() == 100);
    STAGE_CHECK(qprof_new_phase());
    for (unsigned i = 0; i < 100; i++)
        call_three(i, 100);
    STAGE_CHECK(qprof_stop_recording_data() && !qprof_is_recording_data());
    for (unsigned i = 0; i < 100; i++)
        call_three(i, 100);
    STAGE_CHECK(qprof_start_recording_data());
    for (unsigned i = 0; i < 100; i++)
        call_three(i, 100);
    qprof_shutdown();
}

TEST(pauses_count_the_time_between_them)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, pauses);
    stage_read(&stage, "run.qii", &profile);
    uint64_t last_phase = 0;
    uint64_t before = 0;
    for (uint32_t i = 0; i < profile.node_count; i++) {
        const struct qp_profile_root *root = &profile.roots[profile.nodes[i].root];
        if (profile.nodes[i].root != QP_NONE && !root->hidden)
            *(root->epoch == 1 ? &last_phase : &before) += profile.nodes[i].calls;
    }
    assert_int_equal(last_phase, 2 * 300);
    assert_in_range(before, 1, 1 + THREADS * ROUNDS * 3);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- a break set in the middle of another thread's event ---------------------------------------------------- */

#define BREAKS 2000

enum turn { PLAY, PLAYING, BREAK_IS_SET, LOOKED };

static int turn;
static int trapped;

static void note_trap(int number)
{
    (void)number;
    trapped = 1;
}

static void await_turn(int awaited)
{
    while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != awaited)
        sched_yield();
}

/* Enter a new method while the main thread sets a break on entries. Entering a new method takes long, so the break
 * is often set in the middle of it. numbers[0] counts the breaks that did not stop the next entry. */
static void *meet_breaks(void *data)
{
    struct stage *stage = data;
    for (unsigned long i = 0; i < BREAKS; i++) {
        await_turn(PLAY);
        __atomic_store_n(&turn, PLAYING, __ATOMIC_RELEASE);
        qprof_record_fn_entry(1000 + i, 1);
        qprof_record_fn_exit(0);
        await_turn(BREAK_IS_SET);
        trapped = 0;
        qprof_record_fn_entry(1, 1);
        stage->numbers[0] += !trapped;
        __atomic_store_n(&turn, LOOKED, __ATOMIC_RELEASE);
        qprof_record_fn_exit(0);
    }
    return NULL;
}

static void breaks(struct stage *stage)
{
    pthread_t thread;
    struct sigaction action = {.sa_handler = note_trap};
    STAGE_CHECK(sigaction(SIGTRAP, &action, NULL) == 0);
    start(0);
    turn = LOOKED;
    STAGE_CHECK(pthread_create(&thread, NULL, meet_breaks, stage) == 0);
    for (unsigned i = 0; i < BREAKS; i++) {
        qprof_set_break_on_event(0, NULL);
        __atomic_store_n(&turn, PLAY, __ATOMIC_RELEASE);
        await_turn(PLAYING);
        for (volatile unsigned delay = i % 100; delay > 0; delay--)
            ;
        qprof_set_break_on_event(QPROF_BREAK_ENTRY, (void *)1);
        __atomic_store_n(&turn, BREAK_IS_SET, __ATOMIC_RELEASE);
        await_turn(LOOKED);
    }
    pthread_join(thread, NULL);
    qprof_shutdown();
}

TEST(no_break_is_missed)
{
    struct stage stage;
    stage_play(&stage, breaks);
    assert_int_equal(stage.numbers[0], 0);
    stage_close(&stage);
}
