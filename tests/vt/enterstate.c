/* VT_enterstate: names truncated to a degree of detail, truncated states that are entered again, and the handle that
 * VT_enterstate caches. */
#include "tests/vt/picture.h"

#include "VT.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void start(const char *degree)
{
    setenv("VT_DETAILED_STATES", degree, 1);
    picture_start("");
}

/* ---- names ----------------------------------------------------------------------------------------------- */

static void enter_once(const char *name, int truncated)
{
    int handle = 0;
    int cut = 77;
    int result = VT_enterstate(name, &handle, &cut);
    STAGE_CHECK(handle != 0 && cut == truncated && result >= 0);
    int again = handle;
    STAGE_CHECK((VT_leave(VT_NOSCL) == VT_OK) == (result == 0));
    STAGE_CHECK(VT_enterstate(name, &handle, &cut) == result && handle == again && cut == truncated);
    STAGE_CHECK((VT_leave(VT_NOSCL) == VT_OK) == (result == 0));
}

static void names_off(struct stage *stage)
{
    (void)stage;
    start("OFF");
    enter_once("MPI:TRANSFER/SEND/COPY", 1);
    VT_finalize();
}

static void names_1(struct stage *stage)
{
    (void)stage;
    start("ON");
    enter_once("MPI:TRANSFER/SEND/COPY", 1);
    enter_once("/MPI:INTERNAL", 0);
    VT_finalize();
}

static void names_2(struct stage *stage)
{
    (void)stage;
    start("2");
    enter_once("MPI:TRANSFER/SEND/COPY", 0);
    VT_finalize();
}

static void names_9(struct stage *stage)
{
    (void)stage;
    start("9");
    enter_once("MPI:TRANSFER/SEND/COPY", 0);
    VT_finalize();
}

#define TWICE(name)                                                                                                    \
    "1 thread\n"                                                                                                       \
    "1 enter " name "\n"                                                                                               \
    "1 leave " name "\n"                                                                                               \
    "1 enter " name "\n"                                                                                               \
    "1 leave " name "\n"

TEST(degree_is_the_number_of_used_parts_of_a_name)
{
    expect_scene(names_off, TWICE("MPI:TRANSFER"), "");
    expect_scene(names_1,
                 TWICE("MPI:TRANSFER:SEND") "1 enter MPI:INTERNAL\n"
                                            "1 leave MPI:INTERNAL\n"
                                            "1 enter MPI:INTERNAL\n"
                                            "1 leave MPI:INTERNAL\n",
                 "");
    expect_scene(names_2, TWICE("MPI:TRANSFER:SEND:COPY"), "");
    expect_scene(names_9, TWICE("MPI:TRANSFER:SEND:COPY"), "");
}

static void empty_names(struct stage *stage)
{
    static const char *const names[] = {"/MPI:INTERNAL", "", ":", "/", ":/:"};
    (void)stage;
    start("0");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int handle = 0;
        int cut = 0;
        for (int k = 0; k < 3; k++)
            STAGE_CHECK(VT_enterstate(names[i], &handle, &cut) > 0 && handle != 0 && cut != 0);
    }
    VT_finalize();
}

TEST(name_without_a_used_part_is_not_logged)
{
    expect_scene(empty_names, "1 thread\n", "");
}

static void odd_names(struct stage *stage)
{
    (void)stage;
    start("0");
    enter_once("plain", 0);
    enter_once("A:b/", 0);
    enter_once("::A::c//:", 0);
    enter_once("A:d//e", 1);
    VT_finalize();
}

TEST(truncated_part_must_be_a_part_of_the_name)
{
    expect_scene(odd_names,
                 "1 thread\n"
                 "1 enter Application:plain\n1 leave Application:plain\n"
                 "1 enter Application:plain\n1 leave Application:plain\n"
                 "1 enter A:b\n1 leave A:b\n1 enter A:b\n1 leave A:b\n"
                 "1 enter A:c\n1 leave A:c\n1 enter A:c\n1 leave A:c\n"
                 "1 enter A:d\n1 leave A:d\n1 enter A:d\n1 leave A:d\n",
                 "");
}

/* ---- the six steps --------------------------------------------------------------------------------------- */

struct place {
    const char *name;
    int handle;
    int truncated;
};

static struct place wait_place = {"MPI:TRANSFER/WAIT", 0, 0};
static struct place copy_place = {"MPI:TRANSFER/COPY", 0, 0};

static int enter(struct place *place)
{
    return VT_enterstate(place->name, &place->handle, &place->truncated);
}

static void leave_if(int result)
{
    if (result == 0)
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
}

static void six_steps(const char *degree, int ignored)
{
    start(degree);
    for (int round = 0; round < 2; round++) {
        int first = enter(&wait_place);
        STAGE_CHECK(first == 0);
        int second = enter(&copy_place);
        STAGE_CHECK((second != 0) == ignored && second >= 0);
        leave_if(second);
        int fourth = enter(&wait_place);
        STAGE_CHECK((fourth != 0) == ignored && fourth >= 0);
        leave_if(fourth);
        leave_if(first);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    }
    VT_finalize();
}

static void six_steps_0(struct stage *stage)
{
    (void)stage;
    six_steps("0", 1);
}

static void six_steps_1(struct stage *stage)
{
    (void)stage;
    six_steps("1", 0);
}

TEST(truncated_state_is_not_entered_while_it_is_on_top)
{
    expect_scene(six_steps_0, TWICE("MPI:TRANSFER"), "unpaired 2\n");
}

#define STEPS                                                                                                          \
    "1 enter MPI:TRANSFER:WAIT\n"                                                                                      \
    "1 enter MPI:TRANSFER:COPY\n"                                                                                      \
    "1 leave MPI:TRANSFER:COPY\n"                                                                                      \
    "1 enter MPI:TRANSFER:WAIT\n"                                                                                      \
    "1 leave MPI:TRANSFER:WAIT\n"                                                                                      \
    "1 leave MPI:TRANSFER:WAIT\n"

TEST(whole_state_is_entered_within_itself)
{
    expect_scene(six_steps_1, "1 thread\n" STEPS STEPS, "unpaired 2\n");
}

static void another_on_top(struct stage *stage)
{
    (void)stage;
    start("0");
    STAGE_CHECK(enter(&wait_place) == 0);
    enter_once("B:x", 0);
    int other;
    STAGE_CHECK(VT_funcdef("B:y", VT_NOCLASS, &other) == VT_OK && VT_enter(other, VT_NOSCL) == VT_OK);
    STAGE_CHECK(enter(&copy_place) == 0 && VT_leave(VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(truncated_state_is_entered_again_below_another_one)
{
    expect_scene(another_on_top,
                 "1 thread\n"
                 "1 enter MPI:TRANSFER\n"
                 "1 enter B:x\n1 leave B:x\n1 enter B:x\n1 leave B:x\n"
                 "1 enter B:y\n"
                 "1 enter MPI:TRANSFER\n1 leave MPI:TRANSFER\n"
                 "1 leave B:y\n"
                 "1 leave MPI:TRANSFER\n",
                 "");
}

/* ---- invalid calls --------------------------------------------------------------------------------------- */

static void outside_of_the_run(struct stage *stage)
{
    int handle = 0;
    int cut = 77;
    (void)stage;
    STAGE_CHECK(VT_enterstate("A:b", &handle, &cut) == VT_ERR_NOTINITIALIZED && handle == 0 && cut == 77);
    start("0");
    enter_once("A:b", 0);
    VT_finalize();
    STAGE_CHECK(VT_enterstate("A:b", &handle, &cut) == VT_ERR_NOTINITIALIZED && handle == 0 && cut == 77);
}

TEST(handle_is_unchanged_outside_of_the_run)
{
    expect_scene(outside_of_the_run, TWICE("A:b"), "not-running 1\n");
}

static void garbage(struct stage *stage)
{
    int handle = 0;
    int cut = 0;
    (void)stage;
    start("0");
    STAGE_CHECK(VT_enterstate(NULL, &handle, &cut) == VT_ERR_BADARG && handle == 0);
    STAGE_CHECK(VT_enterstate(NULL, NULL, NULL) == VT_ERR_BADARG);
    static const int bad[] = {7, -7, 0x7fffffff, (int)0x80000000, 0x10000000, 40000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        handle = bad[i];
        STAGE_CHECK(VT_enterstate("A:b", &handle, &cut) == VT_ERR_BADSYMBOLID && handle == bad[i]);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    }
    STAGE_CHECK(VT_enterstate("A:c/d", NULL, NULL) == 0);
    STAGE_CHECK(VT_enterstate("A:c/d", NULL, NULL) == 1);
    handle = 0;
    STAGE_CHECK(VT_enterstate("A:c/e", &handle, NULL) == 1 && handle != 0);
    STAGE_CHECK(VT_enterstate("A:c/e", &handle, NULL) == 1);
    STAGE_CHECK(VT_enterstate(NULL, &handle, &cut) == 0);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(invalid_calls_are_refused_and_leave_nothing_open)
{
    expect_scene(garbage, "1 thread\n1 enter A:c\n1 enter A:c\n1 leave A:c\n1 leave A:c\n",
                 "bad-handle 6\nunpaired 6\n");
}

static void filtered(struct stage *stage)
{
    (void)stage;
    setenv("VT_STATE", "A:b off", 1);
    start("0");
    for (int i = 0; i < 3; i++) {
        static int handle, cut;
        STAGE_CHECK(VT_enterstate("A:b", &handle, &cut) > 0 && handle != 0);
    }
    VT_finalize();
}

TEST(filtered_state_is_not_entered)
{
    expect_scene(filtered, "1 thread\n", "");
}

static void filtered_that_turn(struct stage *stage)
{
    static struct place folding = {"A:fold", 0, 0}, unfolding = {"A:unfold", 0, 0};
    (void)stage;
    setenv("VT_STATE", "A:fold off fold\nA:unfold off unfold", 1);
    start("0");
    for (int i = 0; i < 2; i++) {
        STAGE_CHECK(enter(&folding) == 0);
        enter_once("A:hidden", 0);
        STAGE_CHECK(enter(&unfolding) == 0);
        enter_once("A:shown", 0);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
        enter_once("A:hidden", 0);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
        enter_once("A:shown", 0);
    }
    VT_finalize();
}

TEST(filtered_state_that_folds_or_unfolds_is_entered)
{
#define SHOWN "1 enter A:shown\n1 leave A:shown\n1 enter A:shown\n1 leave A:shown\n"
    expect_scene(filtered_that_turn, "1 thread\n" SHOWN SHOWN SHOWN SHOWN, "");
}

/* ---- threads and children --------------------------------------------------------------------------------- */

#define THREADS 8
#define STATES  200

static struct place shared[STATES];
static char shared_names[STATES][32];
static pthread_barrier_t barrier;

static void *race(void *unused)
{
    for (int i = 0; i < STATES; i++) {
        pthread_barrier_wait(&barrier);
        STAGE_CHECK(enter(&shared[i]) == 0);
        int handle =
            __atomic_load_n(&shared[i].handle, __ATOMIC_ACQUIRE); /* other threads may still be storing the handle */
        STAGE_CHECK(enter(&shared[i]) == 1 && __atomic_load_n(&shared[i].truncated, __ATOMIC_RELAXED) &&
                    __atomic_load_n(&shared[i].handle, __ATOMIC_RELAXED) == handle);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    return unused;
}

static void racing(struct stage *stage)
{
    pthread_t threads[THREADS];
    (void)stage;
    start("0");
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < STATES; i++) {
        snprintf(shared_names[i], sizeof shared_names[i], "A:state %d/cut", i);
        shared[i].name = shared_names[i];
    }
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, race, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < STATES; i++)
        for (int k = 0; k < i; k++)
            STAGE_CHECK(shared[i].handle != shared[k].handle);
    VT_finalize();
}

TEST(threads_may_race_for_the_first_call)
{
    struct stage stage;
    stage_play(&stage, racing);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_int_equal(stage_calls(profile, QP_VT, 0), THREADS * STATES);
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

static void in_child(struct stage *stage)
{
    (void)stage;
    start("0");
    STAGE_CHECK(enter(&wait_place) == 0);
    pid_t child = fork();
    if (child == 0) {
        STAGE_CHECK(enter(&wait_place) == VT_ERR_NOTINITIALIZED && enter(&copy_place) == VT_ERR_NOTINITIALIZED);
        setenv("VT_LOGFILE_NAME", "child.qii", 1);
        setenv("VT_VERBOSE", "0", 1);
        STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK && enter(&wait_place) == 0 && enter(&wait_place) == 1);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
        exit(0);
    }
    int status;
    STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
    STAGE_CHECK(enter(&wait_place) == 1 && VT_leave(VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(forked_child_is_outside_of_the_run_until_it_starts_its_own)
{
    expect_scene(in_child, "1 thread\n1 enter MPI:TRANSFER\n1 leave MPI:TRANSFER\n", "");
}
