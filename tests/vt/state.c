/* States (regions and functions): how their begins and ends pair, which events are logged, and with which location. */
#include "tests/vt/picture.h"

#include "VT.h"

static int defined(const char *name)
{
    int handle;
    STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handle) == VT_OK);
    return handle;
}

static int place(int line)
{
    int handle;
    STAGE_CHECK(VT_scldef("toy.c", line, &handle) == VT_OK);
    return handle;
}

/* ---- pairs ------------------------------------------------------------------------------------------------ */

static void pairs(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    int region = defined("Solver:region");
    for (int i = 0; i < 2; i++) {
        STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_begin(region) == VT_OK);
        STAGE_CHECK(VT_end(region) == VT_OK);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    VT_finalize();
}

TEST(states_are_logged_in_their_order_and_counted)
{
    struct stage stage;
    stage_play(&stage, pairs);
    expect_log(&stage, "1 thread\n"
                       "1 enter Application:f\n"
                       "1 enter Solver:region\n"
                       "1 leave Solver:region\n"
                       "1 leave Application:f\n"
                       "1 enter Application:f\n"
                       "1 enter Solver:region\n"
                       "1 leave Solver:region\n"
                       "1 leave Application:f\n");
    expect_tree(&stage, "Application:f 2\n"
                        "  Solver:region 2\n");
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

static void end_takes_anything(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    int g = defined("g");
    static const int anything[] = {0, -1, 12345678, 0x7fffffff};
    for (int i = 0; i < 4; i++) {
        VT_begin(f);
        STAGE_CHECK(VT_end(anything[i]) == VT_OK);
    }
    VT_begin(f);
    STAGE_CHECK(VT_end(g) == VT_OK);
    STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK && VT_leave(12345) == VT_OK && VT_leave(f) == VT_ERR_BADREQUEST);
    VT_finalize();
}

TEST(end_and_leave_accept_any_handle)
{
    expect_scene(end_takes_anything,
                 "1 thread\n"
                 "1 enter Application:f\n1 leave Application:f\n"
                 "1 enter Application:f\n1 leave Application:f\n"
                 "1 enter Application:f\n1 leave Application:f\n"
                 "1 enter Application:f\n1 leave Application:f\n"
                 "1 enter Application:f\n1 leave Application:f\n"
                 "1 enter Application:f\n1 leave Application:f\n",
                 "unpaired 1\n");
}

static void leave_over_begin(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    int region = defined("region");
    VT_enter(f, VT_NOSCL);
    VT_begin(region);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    STAGE_CHECK(VT_end(region) == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(state_opened_by_begin_is_closed_only_by_end)
{
    expect_scene(leave_over_begin,
                 "1 thread\n"
                 "1 enter Application:f\n"
                 "1 enter Application:region\n"
                 "1 leave Application:region\n"
                 "1 leave Application:f\n",
                 "unpaired 2\n");
}

static void end_over_enter(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    VT_enter(f, VT_NOSCL);
    STAGE_CHECK(VT_end(f) == VT_OK);
    STAGE_CHECK(VT_end(f) == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    VT_finalize();
}

TEST(end_closes_an_entry_and_is_counted)
{
    expect_scene(end_over_enter, "1 thread\n1 enter Application:f\n1 leave Application:f\n", "unpaired 3\n");
}

static void open_at_the_end(struct stage *stage)
{
    (void)stage;
    picture_start("");
    VT_enter(defined("f"), VT_NOSCL);
    VT_begin(defined("g"));
    VT_finalize();
}

TEST(open_states_at_the_end_are_closed_and_counted)
{
    expect_scene(open_at_the_end,
                 "1 thread\n"
                 "1 enter Application:f\n"
                 "1 enter Application:g\n"
                 "1 leave Application:g\n"
                 "1 leave Application:f\n",
                 "open-state 2\n");
}

static void unknown_states(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    static const int unknown[] = {0, -1, 1, 32767, 32768 + 100, 1 << 24, 1 << 25, 0x7fffffff, (int)0x80000000u};
    for (int i = 0; i < 9; i++) {
        VT_enter(f, VT_NOSCL);
        STAGE_CHECK(VT_enter(unknown[i], VT_NOSCL) == VT_ERR_BADSYMBOLID);
        STAGE_CHECK(VT_begin(unknown[i]) == VT_ERR_BADSYMBOLID);
        STAGE_CHECK(VT_end(unknown[i]) == VT_OK && VT_leave(VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
    }
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    VT_finalize();
}

TEST(unknown_states_are_not_logged_but_paired)
{
    struct stage stage;
    stage_play(&stage, unknown_states);
    expect_tree(&stage, "Application:f 9\n");
    expect_kinds(&stage, "bad-handle 18\nunpaired 1\n");
    picture_close();
    stage_close(&stage);
}

/* ---- locations -------------------------------------------------------------------------------------------- */

static void given_places(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    for (int line = 1; line <= 9; line++)
        STAGE_CHECK(place(line) == line); /* handles equal lines here */
    VT_enter(f, 1);
    VT_beginl(f, 2);
    VT_endl(f, 3);
    VT_leave(4);
    VT_thisloc(5);
    VT_begin(f);
    VT_thisloc(6);
    VT_end(f);
    VT_thisloc(7);
    VT_enter(f, VT_NOSCL);
    VT_thisloc(8);
    VT_leave(9);
    VT_begin(f);
    VT_end(0);
    VT_finalize();
}

TEST(location_is_the_argument_or_the_pending_one)
{
    expect_scene(given_places,
                 "1 thread\n"
                 "1 enter Application:f @1\n"
                 "1 enter Application:f @2\n"
                 "1 leave Application:f @3\n"
                 "1 leave Application:f\n"
                 "1 enter Application:f @5\n"
                 "1 leave Application:f @6\n"
                 "1 enter Application:f @7\n"
                 "1 leave Application:f\n"
                 "1 enter Application:f @8\n"
                 "1 leave Application:f\n",
                 "");
}

static void explicit_over_pending(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    place(1), place(2), place(3);
    VT_thisloc(1);
    VT_beginl(f, 2);
    VT_end(f);
    VT_thisloc(1);
    VT_thisloc(3);
    VT_beginl(f, VT_NOSCL);
    VT_thisloc(1);
    VT_thisloc(VT_NOSCL);
    VT_end(f);
    VT_thisloc(1);
    VT_traceoff();
    VT_begin(f);
    VT_end(f);
    VT_traceon();
    VT_begin(f);
    VT_end(f);
    VT_finalize();
}

TEST(pending_location_serves_the_next_logged_event_or_none)
{
    expect_scene(explicit_over_pending,
                 "1 thread\n"
                 "1 enter Application:f @2\n"
                 "1 leave Application:f\n"
                 "1 enter Application:f @3\n"
                 "1 leave Application:f\n"
                 "1 off\n"
                 "1 on\n"
                 "1 enter Application:f @1\n"
                 "1 leave Application:f\n",
                 "");
}

static void bad_places(struct stage *stage)
{
    (void)stage;
    picture_start("");
    int f = defined("f");
    static const int bad[] = {-1, 1, 0x7fffffff};
    for (int i = 0; i < 3; i++) {
        STAGE_CHECK(VT_thisloc(bad[i]) == VT_ERR_BADSCLID);
        STAGE_CHECK(VT_enter(f, bad[i]) == VT_ERR_BADSCLID);
        STAGE_CHECK(VT_leave(bad[i]) == VT_OK);
        STAGE_CHECK(VT_beginl(f, bad[i]) == VT_ERR_BADSCLID);
        STAGE_CHECK(VT_endl(f, bad[i]) == VT_ERR_BADSCLID);
    }
    VT_finalize();
}

TEST(states_at_unknown_locations_are_logged_without_one)
{
    struct stage stage;
    stage_play(&stage, bad_places);
    expect_tree(&stage, "Application:f 6\n");
    picture_close();
    stage_close(&stage);
}

/* ---- texts of notes ---------------------------------------------------------------------------------------- */

static void misuse(int leaves)
{
    picture_start("");
    int f = defined("f");
    int g = defined("g");
    VT_begin(f);
    if (leaves)
        VT_leave(VT_NOSCL);
    VT_enter(g, VT_NOSCL);
    if (!leaves)
        VT_end(f);
    VT_enter(g, 99);
    VT_begin(777);
    VT_finalize();
}

static void left_where_it_began(struct stage *stage)
{
    (void)stage;
    misuse(1);
}

static void ended_where_it_was_entered(struct stage *stage)
{
    (void)stage;
    misuse(0);
}

static void ended_nothing(struct stage *stage)
{
    (void)stage;
    picture_start("");
    VT_end(99);
    VT_finalize();
}

static void expect_info(void (*scene)(struct stage *), const char *first, const char *second)
{
    struct stage stage;
    stage_play(&stage, scene);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " info " PICTURE_FILE), 0);
    assert_int_equal(stage_lines(&stage, "tool", first), 1);
    assert_int_equal(stage_lines(&stage, "tool", second), 1);
    stage_close(&stage);
}

TEST(notes_name_states)
{
    expect_info(left_where_it_began, "VT_leave in Application:f", "first Application:g");
    expect_info(left_where_it_began, "VT_enter: location 99", "VT_leave in");
    expect_info(ended_where_it_was_entered, "VT_end(Application:f) in Application:g", "VT_enter: location 99");
    expect_info(ended_nothing, "VT_end(99), no state open", "VT_end(99)");
}

/* ---- depth ------------------------------------------------------------------------------------------------ */

#define DEEP 100000

static void nest(struct stage *stage)
{
    (void)stage;
    picture_start("-max-data-size=1G");
    int handles[7];
    char name[8];
    for (int i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "f%d", i);
        handles[i] = defined(name);
    }
    for (int i = 0; i < DEEP; i++)
        STAGE_CHECK(VT_enter(handles[i % 7], VT_NOSCL) == VT_OK);
    for (int i = 0; i < DEEP; i++)
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    VT_finalize();
}

TEST(states_nest_to_any_depth)
{
    struct stage stage;
    stage_play(&stage, nest);
    assert_int_equal(stage_calls(picture_profile(&stage), QP_VT, 0), DEEP);
    expect_kinds(&stage, "unpaired 1\n");
    picture_close();
    stage_close(&stage);
}

/* ---- call paths without space ----------------------------------------------------------------------------- */

#define PATHS 200000

static void crowd(struct stage *stage)
{
    (void)stage;
    picture_start("-max-data-size=3M");
    int handles[100];
    char name[8];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "f%d", i);
        handles[i] = defined(name);
    }
    for (int i = 0; i < PATHS; i++) {
        int digits[] = {i % 100, i / 100 % 100, i / 10000};
        for (int k = 0; k < 3; k++)
            STAGE_CHECK(VT_enter(handles[digits[k]], VT_NOSCL) == VT_OK);
        for (int k = 0; k < 3; k++)
            STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    VT_finalize();
}

TEST(states_without_room_for_their_path_are_counted_elsewhere)
{
    struct stage stage;
    stage_play(&stage, crowd);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_int_equal(stage_calls(profile, QP_VT, 0), 3 * PATHS);
    assert_true(profile->reader.header.folded > 0);
    assert_true(stage_diagnostic(profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT) > 0);
    assert_int_equal(stage_diagnostic(profile, QP_VT, QP_DIAGNOSTIC_UNPAIRED), 0);
    picture_close();
    stage_close(&stage);
}
