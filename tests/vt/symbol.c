/* Classes and states by name, with handles that the library creates and handles that the program chooses. */
#include "tests/vt/picture.h"

#include "VT.h"

#include <string.h>

static int funcdef(const char *name, int class_handle)
{
    int handle = -1;
    STAGE_CHECK(VT_funcdef(name, class_handle, &handle) == VT_OK && handle > VT_MAX_USERCODE);
    return handle;
}

static int classdef(const char *name)
{
    int handle = -1;
    STAGE_CHECK(VT_classdef(name, &handle) == VT_OK && handle != VT_NOCLASS);
    return handle;
}

static void call(int handle)
{
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

/* ---- names ------------------------------------------------------------------------------------------------ */

static void names(struct stage *stage)
{
    (void)stage;
    picture_start("");
    call(funcdef("plain", VT_NOCLASS));
    call(funcdef("A:own", VT_NOCLASS));
    call(funcdef("::A:::B::deep::", VT_NOCLASS));
    call(funcdef("f", classdef(":A:B:")));
    call(funcdef(":C:f:", classdef("A:B")));
    call(funcdef("g", VT_NOCLASS));
    VT_finalize();
}

TEST(names_are_paths_of_classes)
{
    struct stage stage;
    stage_play(&stage, names);
    expect_tree(&stage, "Application:plain 1\n"
                        "A:own 1\n"
                        "A:B:deep 1\n"
                        "A:B:f 1\n"
                        "A:B:C:f 1\n"
                        "Application:g 1\n");
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

static void same_name(struct stage *stage)
{
    (void)stage;
    int early = funcdef("A:f", VT_NOCLASS);
    int class_handle = classdef("A");
    STAGE_CHECK(classdef(":A") == class_handle && classdef("A:B") != class_handle);
    picture_start("");
    STAGE_CHECK(funcdef("A:f", VT_NOCLASS) == early && funcdef("f", class_handle) == early);
    STAGE_CHECK(funcdef("::A::f:", VT_NOCLASS) == early);
    STAGE_CHECK(funcdef("f", VT_NOCLASS) != early && funcdef("F", class_handle) != early);
    STAGE_CHECK(funcdef("f", VT_NOCLASS) == funcdef("Application:f", VT_NOCLASS));
    call(early);
    VT_finalize();
    STAGE_CHECK(funcdef("f", class_handle) == early);
}

TEST(same_name_gives_the_same_handle_at_any_time)
{
    expect_scene(same_name, "1 thread\n1 enter A:f\n1 leave A:f\n", "");
}

static void bad_names(struct stage *stage)
{
    (void)stage;
    int handle = 1;
    picture_start("");
    STAGE_CHECK(VT_funcdef(NULL, VT_NOCLASS, &handle) == VT_ERR_BADARG && handle == 0);
    STAGE_CHECK(VT_classdef(NULL, &handle) == VT_ERR_BADARG && handle == 0);
    handle = 1;
    STAGE_CHECK(VT_funcdef("", VT_NOCLASS, &handle) == VT_ERR_BADFORMAT && handle == 0);
    handle = 1;
    STAGE_CHECK(VT_funcdef(":::", classdef("A"), &handle) == VT_ERR_BADFORMAT && handle == 0);
    STAGE_CHECK(VT_classdef(":", &handle) == VT_ERR_BADFORMAT && handle == 0);
    static const int bad[] = {-1, 1, 40000, 0x10000000 + 99, 0x7fffffff};
    for (int i = 0; i < 5; i++) {
        handle = 1;
        STAGE_CHECK(VT_funcdef("f", bad[i], &handle) == VT_ERR_BADSYMBOLID && handle == 0);
    }
    STAGE_CHECK(VT_funcdef("f", VT_NOCLASS, NULL) == VT_OK && VT_classdef("A", NULL) == VT_OK);
    VT_finalize();
}

TEST(bad_names_and_classes_give_no_handle)
{
    expect_scene(bad_names, "1 thread\n", "");
}

#define LONG 65536

/* Return a name of LONG characters. The last two returned names stay valid. */
static const char *long_name(char filling)
{
    static char names[2][LONG + 1];
    static unsigned next;
    char *name = names[next++ % 2];
    memset(name, filling, LONG);
    return name;
}

static void odd_names(struct stage *stage)
{
    (void)stage;
    picture_start("");
    call(funcdef(long_name('x'), VT_NOCLASS));
    call(funcdef(long_name('y'), classdef(long_name('z'))));
    char bytes[256];
    for (int i = 0; i < 255; i++)
        bytes[i] = (char)(i + 1);
    bytes[255] = '\0';
    call(funcdef(bytes, VT_NOCLASS));
    VT_finalize();
}

TEST(names_may_be_long_and_of_any_bytes)
{
    struct stage stage;
    stage_play(&stage, odd_names);
    const struct qp_profile *profile = picture_profile(&stage);
    uint32_t longest = 0;
    for (uint32_t i = 0; i < profile->method_count; i++)
        longest = profile->methods[i].name.length > longest ? profile->methods[i].name.length : longest;
    assert_int_equal(longest, LONG);
    assert_int_equal(stage_calls(profile, QP_VT, 0), 3);
    picture_close();
    stage_close(&stage);
}

#define MANY 100000

static void many_states(struct stage *stage)
{
    (void)stage;
    picture_start("-max-data-size=1G");
    char name[32];
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "Class%d:state%d", i / 100, i);
        call(funcdef(name, VT_NOCLASS));
    }
    VT_finalize();
}

TEST(many_states_may_be_defined)
{
    struct stage stage;
    stage_play(&stage, many_states);
    assert_int_equal(stage_calls(picture_profile(&stage), QP_VT, 0), MANY);
    assert_int_equal(stage_calls(picture_profile(&stage), QP_VT, VT_MAX_USERCODE + MANY), 1);
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}

/* ---- VT_symdef ---------------------------------------------------------------------------------------------- */

static void picked(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(VT_MAX_USERCODE > 32500);
    STAGE_CHECK(VT_symdef(1, "f", "Activity") == VT_OK);
    picture_start("");
    STAGE_CHECK(VT_symdef(VT_MAX_USERCODE, "last", NULL) == VT_OK);
    STAGE_CHECK(VT_symdef(2, "A:g", "Activity") == VT_OK);
    STAGE_CHECK(VT_symdef(3, "B:h", "") == VT_OK);
    STAGE_CHECK(VT_symdef(1, "f", "Activity") == VT_OK);
    STAGE_CHECK(VT_symdef(1, ":f", ":Activity:") == VT_OK);
    STAGE_CHECK(VT_symdef(1, "other", "Activity") == VT_ERR_BADREQUEST);
    call(1), call(2), call(3), call(VT_MAX_USERCODE);
    VT_finalize();
}

TEST(program_may_choose_the_handles)
{
    struct stage stage;
    stage_play(&stage, picked);
    expect_tree(&stage, "Activity:f 1\n"
                        "Activity:A:g 1\n"
                        "B:h 1\n"
                        "Application:last 1\n");
    expect_kinds(&stage, "other-definition 1\n");
    picture_close();
    stage_close(&stage);
}

static void by_both_functions(struct stage *stage)
{
    int on = 0;
    (void)stage;
    picture_start("");
    int f = funcdef("A:f", VT_NOCLASS);
    STAGE_CHECK(VT_symdef(7, "f", "A") == VT_OK && VT_symdef(8, "f", "A") == VT_OK);
    STAGE_CHECK(VT_symdef(9, "g", "A") == VT_OK && VT_symdef(10, "g", "A") == VT_OK);
    int g = 0;
    STAGE_CHECK(VT_funcdef("A:g", VT_NOCLASS, &g) == VT_OK && g == 9);
    for (int i = 0; i < 2; i++) {
        call(f), call(7), call(8);
        call(9), call(10);
        VT_begin(8);
        VT_end(7);
    }
    STAGE_CHECK(VT_symstate(8, &on) == VT_OK && on == 1);
    STAGE_CHECK(VT_symstate(11, &on) == VT_ERR_BADSYMBOLID && on == 0);
    STAGE_CHECK(VT_symdef(7, "g", "A") == VT_ERR_BADREQUEST);
    VT_finalize();
}

TEST(chosen_handle_of_a_known_name_means_that_state)
{
    struct stage stage;
    stage_play(&stage, by_both_functions);
    expect_tree(&stage, "A:f 8\n"
                        "A:g 4\n");
    expect_kinds(&stage, "other-definition 1\n");
    picture_close();
    stage_close(&stage);
}

static void bad_picks(struct stage *stage)
{
    (void)stage;
    picture_start("");
    static const int bad[] = {0, -1, VT_MAX_USERCODE + 1, 0x7fffffff};
    for (int i = 0; i < 4; i++)
        STAGE_CHECK(VT_symdef(bad[i], "f", "A") == VT_ERR_BADSYMBOLID);
    STAGE_CHECK(VT_symdef(1, NULL, "A") == VT_ERR_BADARG);
    STAGE_CHECK(VT_symdef(1, "::", "A") == VT_ERR_BADFORMAT);
    STAGE_CHECK(VT_symdef(1, "", NULL) == VT_ERR_BADFORMAT);
    STAGE_CHECK(VT_enter(1, VT_NOSCL) == VT_ERR_BADSYMBOLID && VT_leave(VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(bad_choices_define_nothing)
{
    expect_scene(bad_picks, "1 thread\n", "bad-handle 1\n");
}
