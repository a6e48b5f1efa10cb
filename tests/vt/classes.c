/* The C++ classes of VT.h, in all their constructors. Each object ends the state or scope that it began, and no
 * other. */
#include "tests/vt/picture.h"

#include "VT.h"

#include <pthread.h>

/* defined in classes_scene.cc */
void play_functions(void);
void play_regions(void);
void play_again(void);
void play_exceptions(void);
void play_bad_handles(void);
int play_before_start(void);
void play_threads(void);

/* ---- forms ----------------------------------------------------------------------------------------------- */

static void functions(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_functions();
    VT_finalize();
}

TEST(function_enters_and_leaves_in_every_form)
{
    expect_scene(functions,
                 "1 thread\n"
                 "1 enter Class:f\n"
                 "1 enter Class:Deep:g @1\n"
                 "1 leave Class:Deep:g\n"
                 "1 leave Class:f\n"
                 "1 enter Solver:step\n"
                 "1 enter Solver:step @2\n"
                 "1 leave Solver:step\n"
                 "1 leave Solver:step\n",
                 "");
}

static void regions(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_regions();
    VT_finalize();
}

TEST(region_begins_and_ends_in_every_form)
{
    expect_scene(regions,
                 "1 thread\n"
                 "1 enter Class:r\n"
                 "1 enter Application:s @1\n"
                 "1 leave Application:s @2\n"
                 "1 leave Class:r @3\n"
                 "1 enter Solver:step\n"
                 "1 enter Solver:step @3\n"
                 "1 leave Solver:step\n"
                 "1 leave Solver:step\n",
                 "");
}

static void again(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_again();
    VT_finalize();
}

TEST(region_that_begins_again_ends_the_open_one)
{
    expect_scene(again,
                 "1 thread\n"
                 "1 enter Class:r\n"
                 "1 leave Class:r\n"
                 "1 enter Class:s @1\n"
                 "1 leave Class:s\n"
                 "1 enter Solver:step\n"
                 "1 leave Solver:step\n"
                 "1 enter Solver:step @2\n"
                 "1 leave Solver:step\n"
                 "1 enter Application:last\n"
                 "1 leave Application:last\n",
                 "");
}

/* ---- ends ------------------------------------------------------------------------------------------------ */

static void exceptions(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_exceptions();
    VT_finalize();
}

TEST(exception_ends_the_states_it_passes_through)
{
    expect_scene(exceptions,
                 "1 thread\n"
                 "1 enter Class:outer\n"
                 "1 enter Class:fail\n"
                 "1 enter Class:part\n"
                 "1 leave Class:part\n"
                 "1 leave Class:fail\n"
                 "1 enter Class:handler\n"
                 "1 leave Class:handler\n"
                 "1 leave Class:outer\n",
                 "");
}

static void bad_handles(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_bad_handles();
    VT_finalize();
}

TEST(bad_handle_ends_no_other_state)
{
    expect_scene(bad_handles,
                 "1 thread\n"
                 "1 enter Class:outer\n"
                 "1 enter Class:inner\n"
                 "1 leave Class:inner\n"
                 "1 enter Class:last\n"
                 "1 leave Class:last\n"
                 "1 leave Class:outer\n",
                 "bad-handle 3\n");
}

static void before_start(struct stage *stage)
{
    (void)stage;
    setenv("VT_OPTIONS", "-data-file=" PICTURE_FILE " -quiet", 1);
    STAGE_CHECK(play_before_start() == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK); /* this state is still open */
    VT_finalize();
}

TEST(object_that_did_not_begin_ends_nothing)
{
    expect_scene(before_start,
                 "1 thread\n"
                 "1 enter Solver:step\n"
                 "1 leave Solver:step\n",
                 "not-running 2\n");
}

/* ---- threads --------------------------------------------------------------------------------------------- */

static pthread_barrier_t together;

static void *play_in_thread(void *argument)
{
    pthread_barrier_wait(&together);
    play_threads();
    pthread_barrier_wait(&together); /* otherwise a thread could reuse the carrier of another thread that has ended */
    return argument;
}

static void threads(struct stage *stage)
{
    pthread_t thread[4];
    (void)stage;
    picture_start("");
    pthread_barrier_init(&together, NULL, 4);
    for (int i = 0; i < 4; i++)
        STAGE_CHECK(pthread_create(&thread[i], NULL, play_in_thread, NULL) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    VT_finalize();
}

TEST(threads_that_race_for_a_definition_get_one)
{
    struct stage stage;
    stage_play(&stage, threads);
    expect_tree(&stage, "Class:raced 1\nClass:raced 1\nClass:raced 1\nClass:raced 1\n");
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}
