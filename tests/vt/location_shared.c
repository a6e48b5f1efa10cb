/* Locations that are shared: by concurrent threads, with forked children, without memory, and by libqprof and libvt. */
#include "tests/vt/levels.h"
#include "tests/vt/stacks.h"

#include "VT.h"
#include "qprof.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- threads ---------------------------------------------------------------------------------------------------- */

#define THREADS 4
#define ROUNDS  3000

static pthread_barrier_t barrier;
static int handles[THREADS][ROUNDS];

/* Locate the same stacks on all threads at the same time. The stacks differ by their pc. */
static void *race(void *data)
{
    int *own = data;
    for (volatile int i = 0; i < ROUNDS; i++) {
        if (i % 100 == 0)
            pthread_barrier_wait(&barrier);
        VT_sclstack((void *)(0x1000 + (uintptr_t)i), NULL, 0, 6, &own[i]);
    }
    return NULL;
}

static void race_for_stacks(struct stage *stage)
{
    pthread_t threads[THREADS];
    picture_start("");
    STAGE_CHECK(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, race, handles[i]) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int round = 0; round < ROUNDS; round++) {
        stage->numbers[round] = (uint64_t)handles[0][round];
        for (int i = 0; i < THREADS; i++)
            STAGE_CHECK(handles[i][round] > 0 && handles[i][round] == handles[0][round]);
    }
    VT_finalize();
}

TEST(threads_that_race_for_a_stack_get_one_handle)
{
    struct stage stage;
    stage_play(&stage, race_for_stacks);
    for (uint64_t round = 0; round < ROUNDS; round++)
        assert_int_equal(stacks_place(&stage, stage.numbers[round])->addresses[0], 0x1000 + round);
    picture_close();
    stage_close(&stage);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static int ask(void *pc)
{
    struct levels levels = {.pc = pc, .trace = 3};
    levels_with_frames(&levels);
    return levels.handle;
}

static void before_the_start(struct stage *stage)
{
    int state;
    stage->numbers[0] = (uint64_t)ask((void *)0x1001);
    picture_start("");
    VT_funcdef("f", VT_NOCLASS, &state);
    VT_enter(state, (int)stage->numbers[0]);
    stage->numbers[1] = (uint64_t)ask((void *)0x1001);
    stage_add(&stage->numbers[2], 1);
    for (;;)
        pause();
}

TEST(locations_made_before_the_start_are_in_the_file)
{
    struct stage stage;
    stage_begin(&stage, before_the_start);
    stage_await(&stage.numbers[2], 1);
    stage_kill(&stage);
    assert_int_equal(stage.numbers[0], stage.numbers[1]);
    assert_int_equal(stacks_place(&stage, stage.numbers[0])->addresses[0], 0x1001);
    picture_close();
    stage_close(&stage);
}

/* Fork two children. The first child only requests handles of stacks. The second child also starts a run of its own.
 * The file of this run has all stacks for which the second child requests handles, and also the stacks of the parent.
 */
static void fork_twice(struct stage *stage)
{
    picture_start("");
    stage->numbers[0] = (uint64_t)ask((void *)0x1001);
    for (int with_run = 0; with_run < 2; with_run++) {
        pid_t child = fork();
        if (child == 0) {
            STAGE_CHECK(ask((void *)0x1001) == (int)stage->numbers[0]);
            stage->numbers[1] = (uint64_t)ask((void *)0x1002);
            if (!with_run)
                _Exit(0);
            setenv("VT_OPTIONS", "-data-file=child.qii -quiet", 1);
            STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
            stage->numbers[2] = (uint64_t)ask((void *)0x1003);
            kill(getpid(), SIGKILL);
        }
        int status;
        STAGE_CHECK(waitpid(child, &status, 0) == child);
        STAGE_CHECK(with_run ? WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL : status == 0);
    }
    stage->numbers[3] = (uint64_t)ask((void *)0x1004);
    VT_finalize();
}

TEST(forked_child_continues_with_a_table_of_its_own)
{
    struct stage stage;
    struct qp_profile child;
    struct qp_locations places;
    stage_play(&stage, fork_twice);
    assert_int_equal(stacks_place(&stage, stage.numbers[0])->addresses[0], 0x1001);
    assert_int_equal(stacks_place(&stage, stage.numbers[3])->addresses[0], 0x1004);
    stage_read(&stage, "child.qii", &child);
    assert_true(qp_locations_open(&places, &child.reader));
    for (uint64_t i = 0; i < 3; i++) {
        const struct qp_location *place = qp_locations_find(&places, (uint32_t)stage.numbers[i]);
        assert_non_null(place);
        assert_int_equal(place->addresses[0], 0x1001 + i);
    }
    assert_int_not_equal(qp_locations_module(&places, (uint64_t)(uintptr_t)levels_with_frames, UINT64_MAX), QP_NONE);
    qp_locations_close(&places);
    qp_profile_close(&child);
    picture_close();
    stage_close(&stage);
}

/* ---- without memory or space ------------------------------------------------------------------------------------- */

/* Limit the address space so that the table of locations gets only 1/8 of its usual size. Then fill that table. */
static void fill_the_table(struct stage *stage)
{
    const struct rlimit limit = {96u << 20, 96u << 20};
    STAGE_CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    picture_start("-max-data-size=8M");
    int first = 0;
    int last = -1;
    uintptr_t count = 0;
    VT_sclstack((void *)1, NULL, 0, 0, &first);
    for (; last != VT_NOSCL && count < 10000000; count++)
        VT_sclstack((void *)(1 + count), NULL, 0, 0, &last);
    STAGE_CHECK(VT_scldef("toy.c", 1, &last) == VT_ERR_NOMEMORY && last == VT_NOSCL);
    VT_sclstack((void *)1, NULL, 0, 0, &last);
    STAGE_CHECK(last == first); /* known stacks still have their handles */
    stage->numbers[0] = count;
    stage->numbers[1] = (uint64_t)first;
    VT_finalize();
}

TEST(locations_without_room_are_refused_and_counted)
{
    struct stage stage;
    if (STAGE_SANITIZED)
        skip(); /* a sanitizer takes terabytes of address space */
    stage_play(&stage, fill_the_table);
    assert_in_range(stage.numbers[0], 256, 1 << 20);
    assert_int_equal(stacks_place(&stage, stage.numbers[1])->addresses[0], 1);
    assert_int_equal(stage_diagnostic(picture_profile(&stage), QP_VT, QP_DIAGNOSTIC_NO_LOCATION), 2);
    picture_close();
    stage_close(&stage);
}

static void no_memory_at_all(struct stage *stage)
{
    struct rlimit limit = {0, RLIM_INFINITY};
    int handle = -1;
    picture_start("");
    STAGE_CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    STAGE_CHECK(VT_sclstack((void *)1, NULL, 0, 5, &handle) == VT_OK);
    stage->numbers[0] = (uint64_t)handle;
    STAGE_CHECK(VT_scldef("toy.c", 1, &handle) == VT_ERR_NOMEMORY && handle == VT_NOSCL);
    limit.rlim_cur = RLIM_INFINITY;
    STAGE_CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    STAGE_CHECK(VT_sclstack((void *)1, NULL, 0, 5, &handle) == VT_OK);
    stage->numbers[1] = (uint64_t)handle;
    VT_finalize();
}

TEST(there_is_no_location_until_there_is_memory)
{
    struct stage stage;
    if (STAGE_SANITIZED)
        skip();
    stage_play(&stage, no_memory_at_all);
    assert_int_equal(stage.numbers[0], VT_NOSCL);
    assert_int_equal(stacks_place(&stage, stage.numbers[1])->addresses[0], 1);
    assert_int_equal(stage_diagnostic(picture_profile(&stage), QP_VT, QP_DIAGNOSTIC_NO_LOCATION), 2);
    picture_close();
    stage_close(&stage);
}

/* Fill the file, but not the table of handles. Locations without a record are counted. */
static void fill_the_file(struct stage *stage)
{
    picture_start("-max-data-size=1M");
    int handle = 0;
    for (uintptr_t i = 0; i < 30000; i++) {
        VT_sclstack((void *)(0x1000 + i), NULL, 0, 6, &handle);
        STAGE_CHECK(handle > 0);
        stage->numbers[1 + i] = (uint64_t)handle;
    }
    VT_finalize();
}

TEST(full_file_is_reported_and_handles_continue)
{
    struct stage stage;
    uint64_t missing = 0;
    stage_play(&stage, fill_the_file);
    stacks_place(&stage, stage.numbers[1]);
    for (int i = 0; i < 30000; i++)
        missing += stacks_find(&stage, stage.numbers[1 + i]) == NULL;
    assert_in_range(missing, 1, 29999);
    assert_int_equal(stage_diagnostic(picture_profile(&stage), QP_VT, QP_DIAGNOSTIC_NO_LOCATION), missing);
    picture_close();
    stage_close(&stage);
}

/* ---- libqprof in the same process ---------------------------------------------------------------------------- */

static void interpret(struct stage *stage)
{
    picture_start("");
    STAGE_CHECK(qprof_initialize("-quiet", NULL) > 0);
    qprof_register_method_id(7, "main", NULL, 0, NULL, NULL, 0);
    qprof_register_method_id(8, "step", NULL, 0, NULL, NULL, 0);
    for (volatile int i = 0; i < 6; i++) {
        if (i == 1)
            qprof_record_fn_entry(7, 1);
        if (i == 2 || i == 4)
            qprof_record_fn_entry(8, 2);
        if (i == 3)
            qprof_record_fn_exit(1);
        if (i == 5)
            qprof_shutdown();
        stage->numbers[i] = (uint64_t)ask((void *)0x1001);
    }
    VT_finalize();
}

static void expect_path(const struct stage *stage, uint64_t handle, uint32_t count)
{
    const struct qp_profile *profile = picture_profile(stage);
    const struct qp_location *place = stacks_place(stage, handle);
    uint32_t methods[4];
    assert_int_equal(place->node == 0 ? 0 : qp_locations_path(profile, place->node, methods, 4), count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(profile->methods[methods[i]].recorded_id, count - i == 1 ? 7 : 8);
}

TEST(interpreted_frames_are_part_of_the_location)
{
    struct stage stage;
    stage_play(&stage, interpret);
    expect_path(&stage, stage.numbers[0], 0);
    expect_path(&stage, stage.numbers[1], 1);
    expect_path(&stage, stage.numbers[2], 2);
    assert_int_equal(stage.numbers[3], stage.numbers[1]);
    assert_int_equal(stage.numbers[4], stage.numbers[2]);
    assert_int_equal(stage.numbers[5], stage.numbers[0]); /* the run of libqprof has ended */
    picture_close();
    stage_close(&stage);
}
