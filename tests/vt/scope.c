/* Scopes: regions of time that may overlap. */
#include "tests/vt/picture.h"

#include "VT.h"
#include "profile/log/events.h"

#include <pthread.h>

static int scopedef(const char *name, int class_handle, int begin, int end)
{
    int handle = -1;
    STAGE_CHECK(VT_scopedef(name, class_handle, begin, end, &handle) == VT_OK && handle > 0x30000000);
    return handle;
}

static int begin(int handle, int location)
{
    int number = 0;
    STAGE_CHECK(VT_scopebegin(handle, location, &number) == VT_OK && number > 0);
    return number;
}

/* ---- begin and end ---------------------------------------------------------------------------------------- */

static void overlap(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = 0;
    VT_funcdef("f", VT_NOCLASS, &f);
    int a = scopedef("a", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    int b = scopedef("Class:b", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    int first = begin(a, VT_NOSCL);
    VT_enter(f, VT_NOSCL);
    int second = begin(b, VT_NOSCL);
    int third = begin(a, VT_NOSCL);
    STAGE_CHECK(VT_scopeend(a, first, VT_NOSCL) == VT_OK);
    VT_leave(VT_NOSCL);
    STAGE_CHECK(VT_scopeend(a, third, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_scopeend(b, second, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_scopebegin(b, VT_NOSCL, NULL) == VT_OK);
    STAGE_CHECK(first != second && second != third && first != third);
    VT_finalize();
}

TEST(scopes_may_overlap_states_and_each_other)
{
    expect_scene(overlap,
                 "1 thread\n"
                 "1 begin Application:a 1\n"
                 "1 enter Application:f\n"
                 "1 begin Class:b 2\n"
                 "1 begin Application:a 3\n"
                 "1 finish Application:a 1\n"
                 "1 leave Application:f\n"
                 "1 finish Application:a 3\n"
                 "1 finish Class:b 2\n"
                 "1 begin Class:b 4\n",
                 "");
}

static void places(struct stage *stage)
{
    int scl = 0;
    (void)stage;
    picture_start("");
    for (int line = 1; line <= 5; line++)
        VT_scldef("toy.c", line, &scl);
    int a = scopedef("a", VT_NOCLASS, 4, 5);
    int number = begin(a, 1);
    VT_scopeend(a, number, 2);
    VT_thisloc(3);
    number = begin(a, VT_NOSCL);
    VT_scopeend(a, number, VT_NOSCL);
    VT_finalize();
}

TEST(scope_has_its_locations_and_each_instance_its_own)
{
    struct stage stage;
    struct qp_events events;
    struct qp_error error;
    stage_play(&stage, places);
    expect_log(&stage, "1 thread\n"
                       "1 begin Application:a 1 @1\n"
                       "1 finish Application:a 1 @2\n"
                       "1 begin Application:a 2 @3\n"
                       "1 finish Application:a 2\n");
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)picture_profile(&stage), &error), 0);
    assert_int_equal(qp_event_definitions_scope(&events.definitions, 1)->begin, 4);
    assert_int_equal(qp_event_definitions_scope(&events.definitions, 1)->end, 5);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}

/* ---- definitions ------------------------------------------------------------------------------------------ */

static void definitions(struct stage *stage)
{
    int class_handle = 0;
    int state = 0;
    (void)stage;
    int early = scopedef("A:s", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    picture_start("");
    VT_classdef("A", &class_handle);
    VT_funcdef("A:s", VT_NOCLASS, &state);
    STAGE_CHECK(scopedef("s", class_handle, VT_NOSCL, VT_NOSCL) == early && state != early);
    STAGE_CHECK(scopedef(":A::s:", VT_NOCLASS, VT_NOSCL, VT_NOSCL) == early);
    STAGE_CHECK(scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL) != early);
    STAGE_CHECK(VT_scldef("toy.c", 1, &state) == VT_OK);
    STAGE_CHECK(scopedef("s", class_handle, state, VT_NOSCL) == early);
    begin(early, VT_NOSCL);
    VT_finalize();
    STAGE_CHECK(scopedef("s", class_handle, VT_NOSCL, VT_NOSCL) == early);
}

TEST(same_name_and_class_give_the_same_handle_at_any_time)
{
    expect_scene(definitions, "1 thread\n1 begin A:s 1\n", "other-definition 1\n");
}

static void bad_definitions(struct stage *stage)
{
    int handle = 1;
    (void)stage;
    picture_start("");
    STAGE_CHECK(VT_scopedef(NULL, VT_NOCLASS, VT_NOSCL, VT_NOSCL, &handle) == VT_ERR_BADARG && handle == 0);
    handle = 1;
    STAGE_CHECK(VT_scopedef("::", VT_NOCLASS, VT_NOSCL, VT_NOSCL, &handle) == VT_ERR_BADFORMAT && handle == 0);
    handle = 1;
    STAGE_CHECK(VT_scopedef("s", 77, VT_NOSCL, VT_NOSCL, &handle) == VT_ERR_BADSYMBOLID && handle == 0);
    handle = 1;
    STAGE_CHECK(VT_scopedef("s", VT_NOCLASS, 5, VT_NOSCL, &handle) == VT_ERR_BADSCLID && handle == 0);
    handle = 1;
    STAGE_CHECK(VT_scopedef("s", VT_NOCLASS, VT_NOSCL, -1, &handle) == VT_ERR_BADSCLID && handle == 0);
    STAGE_CHECK(VT_scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL, NULL) == VT_OK);
    VT_finalize();
}

TEST(bad_definitions_give_no_handle)
{
    expect_scene(bad_definitions, "1 thread\n", "");
}

/* ---- bad events ------------------------------------------------------------------------------------------- */

static void bad_events(struct stage *stage)
{
    static const int bad[] = {0, -1, 1, 32768, 0x30000000, 0x30000002, 0x7fffffff};
    int number = 5;
    (void)stage;
    picture_start("");
    int s = scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    STAGE_CHECK(VT_scopeend(s, 1, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(begin(s, VT_NOSCL) == 1);
    for (int i = 0; i < 7; i++) {
        number = 5;
        STAGE_CHECK(VT_scopebegin(bad[i], VT_NOSCL, &number) == VT_ERR_BADSYMBOLID && number == 0);
        STAGE_CHECK(VT_scopeend(bad[i], 1, VT_NOSCL) == VT_ERR_BADSYMBOLID);
    }
    static const int numbers[] = {0, -1, 2, 0x7fffffff};
    for (int i = 0; i < 4; i++)
        STAGE_CHECK(VT_scopeend(s, numbers[i], VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_scopebegin(s, 99, &number) == VT_ERR_BADSCLID && number == 0);
    STAGE_CHECK(VT_scopeend(s, 1, 99) == VT_ERR_BADSCLID);
    VT_finalize();
}

TEST(bad_handles_numbers_and_locations_log_nothing)
{
    expect_scene(bad_events, "1 thread\n1 begin Application:s 1\n", "bad-handle 16\nunpaired 5\n");
}

static void ends_twice(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int s = scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    int t = scopedef("t", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    STAGE_CHECK(begin(s, VT_NOSCL) == 1);
    STAGE_CHECK(begin(s, VT_NOSCL) == 2);
    STAGE_CHECK(VT_scopeend(s, 1, 99) == VT_ERR_BADSCLID); /* this scope is still open */
    STAGE_CHECK(VT_scopeend(s, 1, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_scopeend(s, 1, VT_NOSCL) == VT_ERR_BADARG && VT_scopeend(t, 1, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_scopeend(s, 2, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_scopeend(s, 2, VT_NOSCL) == VT_ERR_BADARG);
    for (int i = 3; i < 200000; i++)
        STAGE_CHECK(begin(t, VT_NOSCL) == i && VT_scopeend(t, i, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_scopeend(t, 65537, VT_NOSCL) == VT_ERR_BADARG && VT_scopeend(t, 199999, VT_NOSCL) == VT_ERR_BADARG);
    VT_finalize();
}

TEST(scope_that_ends_twice_is_counted_and_not_logged)
{
    struct stage stage;
    stage_play(&stage, ends_twice);
    expect_kinds(&stage, "bad-handle 1\nunpaired 5\n");
    picture_close();
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace --kind=finish run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", "  finish "), 199999);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " info run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", "VT_scopeend: number 1"), 1);
    stage_close(&stage);
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

#define THREADS 4
#define ROUNDS  1000

static int shared_scope;
static int open_numbers[THREADS * ROUNDS];
static uint64_t next;

static void *begin_many(void *data)
{
    (void)data;
    for (int i = 0; i < ROUNDS; i++)
        open_numbers[__atomic_fetch_add(&next, 1, __ATOMIC_RELAXED)] = begin(shared_scope, VT_NOSCL);
    return NULL;
}

static void on_threads(struct stage *stage)
{
    pthread_t threads[THREADS];
    (void)stage;
    picture_start("");
    shared_scope = scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, begin_many, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS * ROUNDS; i++)
        STAGE_CHECK(VT_scopeend(shared_scope, open_numbers[i], VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(instances_begin_and_end_on_any_threads_with_numbers_of_their_own)
{
    static unsigned char seen[THREADS * ROUNDS + 1];
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error;
    stage_play(&stage, on_threads);
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)picture_profile(&stage), &error), 0);
    while (qp_events_next(&events, &event)) {
        if (event.kind != QP_EVENT_SCOPE_BEGIN && event.kind != QP_EVENT_SCOPE_END)
            continue;
        assert_in_range(event.value, 1, THREADS * ROUNDS);
        seen[event.value] += event.kind == QP_EVENT_SCOPE_BEGIN ? 1 : 16;
    }
    for (int i = 1; i <= THREADS * ROUNDS; i++)
        assert_int_equal(seen[i], 17);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}
