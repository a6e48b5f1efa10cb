/* The Fortran interface: a program in Fortran runs, and its data file must equal that of a C program. */
#include "tests/vt/picture.h"

#include "VT.h"
#include "profile/log/counters.h"

#include <string.h>

/* defined in fortran_scene.f90 and fortran_fixed.f */
void play_states_(void);
void play_names_(void);
void play_notes_(void);
void play_pairs_(void);
int play_doubles_(void);
void play_control_(void);

/* ---- states ---------------------------------------------------------------------------------------------- */

static void states(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_states_();
    VT_finalize();
}

TEST(every_form_of_a_state_works_from_fortran)
{
    expect_scene(states,
                 "1 thread\n"
                 "1 enter Class:f @1\n"
                 "1 enter Class:old\n"
                 "1 leave Class:old\n"
                 "1 enter Class:old @1\n"
                 "1 leave Class:old @1\n"
                 "1 enter Class:old @1\n"
                 "1 leave Class:old\n"
                 "1 leave Class:f\n"
                 "1 enter Class:named\n"
                 "1 leave Class:named\n",
                 "bad-handle 1\n"
                 "unpaired 1\n");
}

static void names(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_names_();
    VT_finalize();
}

TEST(fortran_names_have_any_length_and_bytes)
{
    expect_scene(names,
                 "1 thread\n"
                 "1 enter Application:f\n"
                 "1 leave Application:f\n"
                 "1 enter Any:\\x01\\x09\\xc8/%s\n"
                 "1 leave Any:\\x01\\x09\\xc8/%s\n",
                 "");
}

/* ---- notes and counters ---------------------------------------------------------------------------------- */

static void notes(struct stage *stage)
{
    (void)stage;
    picture_start("");
    play_notes_();
    VT_finalize();
}

TEST(scopes_and_messages_work_from_fortran)
{
    expect_scene(notes,
                 "1 thread\n"
                 "1 begin Application:scope 1 @1\n"
                 "1 send 3 tag 5 in 0: 100 @1\n"
                 "1 receive 4 tag 6 in 1: 200\n"
                 "1 finish Application:scope 1\n"
                 "1 comment\n"
                 "1 sent @1\n"
                 "1 receive 2 tag 3 in 0: 300\n",
                 "bad-argument 1\n");
}

static void located_notes(struct stage *stage)
{
    setenv("VT_PCTRACE", "on", 1);
    notes(stage);
}

/* Events with no location of their own get the caller's: the received message, the end of the scope, the comment, the
 * transfer. */
TEST(notes_are_located_at_the_fortran_caller)
{
    struct stage stage;
    stage_play(&stage, located_notes);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace " PICTURE_FILE), 0);
    assert_int_equal(stage_lines(&stage, "tool", "  at play_notes (fortran_scene.f90:"), 4);
    stage_close(&stage);
}

static void counters(struct stage *stage)
{
    picture_start("");
    play_pairs_();
    stage->numbers[0] = (uint64_t)play_doubles_();
    VT_finalize();
}

static void expect_text(struct qp_text text, const char *expected)
{
    assert_int_equal(text.length, strlen(expected));
    assert_memory_equal(text.bytes, expected, text.length);
}

TEST(counters_of_pairs_and_doubles_work_from_fortran)
{
    struct stage stage;
    struct qp_profile profile;
    struct qp_counters found;
    struct qp_error error = {0};
    stage_play(&stage, counters);
    assert_int_equal(stage.numbers[0], 0);
    stage_read(&stage, PICTURE_FILE, &profile);
    assert_int_equal(qp_counters_open(&found, &profile, &error), 0);
    assert_int_equal(found.item_count, 2);

    const struct qp_counter_item *pair = &found.items[0];
    expect_text(pair->name, "pair");
    expect_text(pair->class_name, "Class");
    expect_text(pair->unit, "unit");
    assert_true(pair->bounded);
    assert_int_equal((int64_t)pair->lower, -1);
    assert_int_equal(pair->upper, 100);
    assert_int_equal(pair->totals.samples, 2);
    assert_int_equal(pair->totals.first, 4294967298);
    assert_int_equal((int64_t)pair->totals.last, -3);

    const struct qp_counter_item *real8 = &found.items[1];
    expect_text(real8->name, "real8");
    assert_int_equal(real8->unit.length, 0);
    assert_int_equal(real8->totals.samples, 1);
    assert_true(qp_counters_number(real8->genre, real8->totals.last) == 2.5);
    qp_counters_close(&found);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- control --------------------------------------------------------------------------------------------- */

static void control(struct stage *stage)
{
    (void)stage;
    setenv("VT_OPTIONS", "-data-file=" PICTURE_FILE " -quiet", 1);
    play_control_();
}

TEST(start_control_and_end_work_from_fortran)
{
    expect_scene(control,
                 "1 thread\n"
                 "1 off\n"
                 "1 on\n"
                 "1 enter Application:f\n"
                 "1 leave Application:f\n",
                 "not-running 1\n");
}
