/* Threads: their numbers and names, short threads and many threads. */
#include "tests/vt/picture.h"

#include "VT.h"
#include "profile/log/events.h"

#include <pthread.h>
#include <string.h>

static int f;

static void start(void)
{
    picture_start("-max-data-size=2G");
    STAGE_CHECK(VT_funcdef("f", VT_NOCLASS, &f) == VT_OK);
}

static void call(void)
{
    STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

static void run(void *(*body)(void *), void *data)
{
    pthread_t thread;
    STAGE_CHECK(pthread_create(&thread, NULL, body, data) == 0);
    pthread_join(thread, NULL);
}

static int rank(void)
{
    int number = -1;
    STAGE_CHECK(VT_getthrank(&number) == VT_OK);
    return number;
}

/* ---- numbers ---------------------------------------------------------------------------------------------- */

static void *count_up(void *data)
{
    STAGE_CHECK(rank() == 1 && rank() == 1);
    STAGE_CHECK(VT_registerthread(0) == VT_ERR_BADINDEX && rank() == 1);
    STAGE_CHECK(VT_registerthread(-1) == VT_OK && rank() == 1);
    STAGE_CHECK(VT_registerthread(500) == VT_OK && rank() == 500);
    STAGE_CHECK(VT_registerthread(16383) == VT_OK && rank() == 16383);
    STAGE_CHECK(VT_registerthread(16384) == VT_ERR_BADINDEX && VT_registerthread(0x7fffffff) == VT_ERR_BADINDEX);
    return data;
}

static void *take_again(void *data)
{
    STAGE_CHECK(VT_registerthread(16383) == VT_OK && rank() == 16383);
    return data;
}

static void numbers(struct stage *stage)
{
    (void)stage;
    start();
    STAGE_CHECK(rank() == 0);
    run(count_up, NULL);
    run(count_up, NULL); /* reuses the number of an ended thread */
    run(take_again, NULL);
    STAGE_CHECK(VT_registerthread(7) == VT_OK && rank() == 7);
    STAGE_CHECK(VT_registerthread(0) == VT_OK && rank() == 0);
    STAGE_CHECK(VT_getthrank(NULL) == VT_OK);
    VT_finalize();
}

TEST(starting_thread_has_0_and_others_the_first_free_number)
{
    struct stage stage;
    stage_play(&stage, numbers);
    expect_kinds(&stage, "bad-argument 6\n");
    picture_close();
    stage_close(&stage);
}

#define MANY 200

static pthread_barrier_t all_asked;
static unsigned char taken[MANY + 1];

static void *ask_and_wait(void *data)
{
    int number = rank();
    STAGE_CHECK(number >= 1 && number <= MANY);
    __atomic_fetch_add(&taken[number], 1, __ATOMIC_RELAXED);
    pthread_barrier_wait(&all_asked);
    return data;
}

static void ask_at_once(struct stage *stage)
{
    pthread_t threads[MANY];
    (void)stage;
    start();
    pthread_barrier_init(&all_asked, NULL, MANY);
    for (int i = 0; i < MANY; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, ask_and_wait, NULL) == 0);
    for (int i = 0; i < MANY; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i <= MANY; i++)
        STAGE_CHECK(taken[i] == 1);
    VT_finalize();
}

TEST(automatic_numbers_are_different)
{
    struct stage stage;
    stage_play(&stage, ask_at_once);
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

/* ---- names ------------------------------------------------------------------------------------------------ */

static char long_name[65537];

static void *name_thread(void *data)
{
    static const char *const given[] = {"first", NULL, long_name, "\x01\xff:\n"};
    int i = *(const int *)data;
    call();
    STAGE_CHECK(VT_registernamed("to be replaced", i + 10) == VT_OK);
    STAGE_CHECK(VT_registernamed(given[i], i + 10) == VT_OK);
    call();
    return NULL;
}

static void names(struct stage *stage)
{
    (void)stage;
    start();
    memset(long_name, 'n', sizeof long_name - 1);
    for (int i = 0; i < 4; i++)
        run(name_thread, &i);
    STAGE_CHECK(VT_registernamed("main", 0) == VT_OK);
    call();
    VT_finalize();
}

static struct qp_text name_of(const struct stage *stage, uint32_t number)
{
    const struct qp_profile *profile = picture_profile(stage);
    for (uint32_t i = 0; i < profile->carrier_count; i++)
        if (profile->threads[i].number == number)
            return profile->threads[i].name;
    fail();
    return (struct qp_text){0};
}

static void expect_name(const struct stage *stage, uint32_t number, const char *expected)
{
    struct qp_text name = name_of(stage, number);
    assert_int_equal(name.length, strlen(expected));
    assert_memory_equal(name.bytes, expected, name.length);
}

TEST(threads_have_names_in_reports)
{
    struct stage stage;
    stage_play(&stage, names);
    memset(long_name, 'n', sizeof long_name - 1);
    expect_name(&stage, 1, "main");
    expect_name(&stage, 2, "first");
    expect_name(&stage, 3, "Thread 11");
    expect_name(&stage, 4, long_name);
    expect_name(&stage, 5, "\x01\xff:\n");
    assert_int_equal(stage_run(&stage, QII_PROGRAM " report --threads run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", "thread 2 first"), 1);
    assert_int_equal(stage_lines(&stage, "tool", "thread 3 Thread 11"), 1);
    picture_close();
    stage_close(&stage);
}

/* ---- short threads ---------------------------------------------------------------------------------------- */

static void *call_and_leave_open(void *data)
{
    call();
    VT_begin(f);
    return data;
}

static void short_threads(struct stage *stage)
{
    (void)stage;
    start();
    call();
    run(call_and_leave_open, NULL);
    run(call_and_leave_open, NULL);
    VT_finalize();
}

/* Both threads used one carrier. In the carrier's log, the first thread ends before the second thread begins. */
TEST(short_threads_are_distinguished_in_the_log)
{
    expect_scene(short_threads,
                 "1 thread\n"
                 "1 enter Application:f\n"
                 "1 leave Application:f\n"
                 "2 thread\n"
                 "2 enter Application:f\n"
                 "2 leave Application:f\n"
                 "2 enter Application:f\n"
                 "2 leave Application:f\n"
                 "2 end\n"
                 "2 thread\n"
                 "2 enter Application:f\n"
                 "2 leave Application:f\n"
                 "2 enter Application:f\n"
                 "2 leave Application:f\n"
                 "2 end\n",
                 "open-state 2\n");
}

#define SHORT (STAGE_SANITIZED ? 300 : 10000)

static void one_after_the_other(struct stage *stage)
{
    (void)stage;
    start();
    for (int i = 0; i < SHORT; i++)
        run(call_and_leave_open, NULL);
    VT_finalize();
}

TEST(many_short_threads_take_no_more_memory_than_one)
{
    struct stage stage;
    stage_play(&stage, one_after_the_other);
    assert_int_equal(picture_profile(&stage)->carrier_count, 2);
    assert_int_equal(stage_calls(picture_profile(&stage), QP_VT, 0), 2 * SHORT);
    picture_close();
    stage_close(&stage);
}

/* ---- many threads ----------------------------------------------------------------------------------------- */

#define ALIVE (STAGE_SANITIZED ? 300 : 10000)

static pthread_barrier_t all_are_there;

static void *call_and_wait(void *data)
{
    call();
    pthread_barrier_wait(&all_are_there);
    call();
    return data;
}

static void all_at_once(struct stage *stage)
{
    static pthread_t threads[ALIVE];
    pthread_attr_t small;
    (void)stage;
    start();
    pthread_barrier_init(&all_are_there, NULL, ALIVE);
    pthread_attr_init(&small);
    if (!STAGE_SANITIZED)
        pthread_attr_setstacksize(&small, 65536);
    for (int i = 0; i < ALIVE; i++)
        STAGE_CHECK(pthread_create(&threads[i], &small, call_and_wait, NULL) == 0);
    for (int i = 0; i < ALIVE; i++)
        pthread_join(threads[i], NULL);
    VT_finalize();
}

TEST(many_threads_record_concurrently)
{
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error;
    uint64_t counts[QP_EVENT_KINDS + 1] = {0};
    stage_play(&stage, all_at_once);
    assert_int_equal(stage_calls(picture_profile(&stage), QP_VT, 0), 2 * ALIVE);
    expect_kinds(&stage, "");
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)picture_profile(&stage), &error), 0);
    while (qp_events_next(&events, &event))
        counts[event.kind]++;
    assert_int_equal(counts[QP_EVENT_ENTER], 2 * ALIVE);
    assert_int_equal(counts[QP_EVENT_LEAVE], 2 * ALIVE);
    assert_int_equal(counts[QP_EVENT_THREAD], ALIVE + 1);
    assert_int_equal(counts[QP_EVENT_END], ALIVE);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}

/* ---- while others begin and end the run --------------------------------------------------------------------- */

static void *call_always(void *data)
{
    uint64_t *stop = data;
    while (!__atomic_load_n(stop, __ATOMIC_RELAXED)) {
        int result = VT_enter(f, VT_NOSCL);
        STAGE_CHECK(result == VT_OK || result == VT_ERR_NOTINITIALIZED);
        result = VT_leave(VT_NOSCL);
        STAGE_CHECK(result == VT_OK || result == VT_ERR_NOTINITIALIZED || result == VT_ERR_BADREQUEST);
    }
    return NULL;
}

static void begin_and_end_among_threads(struct stage *stage)
{
    pthread_t threads[4];
    VT_funcdef("f", VT_NOCLASS, &f);
    for (int i = 0; i < 4; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, call_always, &stage->numbers[0]) == 0);
    picture_start("-max-data-size=2G");
    for (int i = 0; i < 1000; i++)
        call();
    VT_finalize();
    __atomic_store_n(&stage->numbers[0], 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

TEST(run_begins_and_ends_while_threads_call)
{
    struct stage stage;
    stage_play(&stage, begin_and_end_among_threads);
    assert_true(stage_calls(picture_profile(&stage), QP_VT, 0) >= 1000);
    picture_close();
    stage_close(&stage);
}
