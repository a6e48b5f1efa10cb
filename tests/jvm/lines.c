/* Tests of inserted counts, in methods built for the test, and of the tables that are adjusted. */
#include <stdlib.h>
#include <string.h>

#include "tests/jvm/asked.h"
#include "tests/support/test.h"

enum { NOP = 0, ICONST_0 = 3, POP = 87, IFEQ = 153, GOTO = 167, TABLESWITCH = 170, RETURN = 177, NEW = 187 };

TEST(counts_the_entry_and_each_line)
{
    assert_string_equal(
        asked_with_lines(500, (struct built_code){CODE(ICONST_0, POP, RETURN),
                                                  ATTRIBUTE("LineNumberTable", U2(2), U2(0), U2(7), U2(2), U2(8))}),
        "stack 2: 0:ldc_w 500 3:count 6:ldc_w 1000 9:count 12:3 13:87 14:ldc_w 2000 17:count 20:177; line 0; line 14");
}

TEST(zero_means_no_counter)
{
    static const uint64_t counters[] = {0, 99};
    struct asked asked = {.answer = {.insertion = QJVM_LINES, .line_counters = counters}};
    struct built built;
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run",
                                           CODE(ICONST_0, POP, RETURN),
                                           ATTRIBUTE("LineNumberTable", U2(2), U2(0), U2(7), U2(2), U2(8))});
    assert_string_equal(asked_describe(&asked, &built, "run"),
                        "stack 2: 0:3 1:87 2:ldc_w 99 5:count 8:177; line 0; line 2");
    built_fini(&built);
}

/* If the table has several lines for an offset, the first one applies. A line that begins within an instruction is
 * ignored. */
TEST(line_is_counted_once_per_offset)
{
    struct asked asked = {.answer = {.insertion = QJVM_LINES, .line_counters = asked_thousands}};
    struct built built;
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run",
                                           CODE(GOTO, U2(3), RETURN),
                                           ATTRIBUTE("LineNumberTable", U2(4), U2(3), U2(7), U2(0), U2(8), U2(3), U2(9),
                                                     U2(2), U2(10))});
    assert_string_equal(asked_describe(&asked, &built, "run"),
                        "stack 2: 0:ldc_w 1000 3:count 6:167>9 9:ldc_w 2000 12:count 15:177; line 9; line 0; line 9; "
                        "line 9");
    assert_string_equal(asked.methods, "run()V 4 2 leaf");
    built_fini(&built);
}

TEST(jump_to_a_line_counts_it_and_not_the_entry)
{
    assert_string_equal(asked_with_lines(500, (struct built_code){CODE(ICONST_0, IFEQ, U2(-1), RETURN),
                                                                  ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(7))}),
                        "stack 2: 0:ldc_w 500 3:count 6:ldc_w 1000 9:count 12:3 13:153>6 16:177; line 0");
}

/* The `if` at offset 1 is on line 7 and jumps to offset 7. In the line table, line 8 begins with the goto at offset
 * 4, and also contains offset 7. But offset 7 is reached only from line 7. */
TEST(code_reached_only_from_other_lines_begins_its_line)
{
    assert_string_equal(
        asked_with_lines(500, (struct built_code){CODE(ICONST_0, IFEQ, U2(6), GOTO, U2(5), ICONST_0, POP, RETURN),
                                                  ATTRIBUTE("LineNumberTable", U2(2), U2(0), U2(7), U2(4), U2(8))}),
        "stack 2: 0:ldc_w 500 3:count 6:ldc_w 1000 9:count 12:3 13:153>25 16:ldc_w 2000 19:count 22:167>33 "
        "25:ldc_w 3000 28:count 31:3 32:87 33:177; line 0; line 16");
}

/* Offset 6 is on line 8. It is reached from line 7, and from line 8 itself. */
TEST(code_reached_from_its_own_line_does_not_begin_it)
{
    assert_string_equal(
        asked_with_lines(500, (struct built_code){CODE(ICONST_0, IFEQ, U2(5), ICONST_0, POP, ICONST_0, POP, RETURN),
                                                  ATTRIBUTE("LineNumberTable", U2(2), U2(0), U2(7), U2(4), U2(8))}),
        "stack 2: 0:ldc_w 500 3:count 6:ldc_w 1000 9:count 12:3 13:153>24 16:ldc_w 2000 19:count 22:3 23:87 24:3 "
        "25:87 26:177; line 0; line 16");
}

/* ---- outcomes of branches ---------------------------------------------------------------------------------------- */

#define U4(value) U2(0), U2(value)
#define ONE_LINE  ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(7))

TEST(fall_through_is_counted_after_its_jump_and_jumps_before_their_targets)
{
    /* The `if` at offset 1 jumps to offset 7. The code at offset 6 falls through to 7, so it must skip the count of
     * the jump. */
    assert_string_equal(
        asked_with_branches((struct built_code){CODE(ICONST_0, IFEQ, U2(6), ICONST_0, POP, NOP, RETURN), ONE_LINE}),
        "stack 2: 0:3 1:153>16 4:ldc_w 100 7:count 10:3 11:87 12:0 13:167>22 16:ldc_w 200 19:count 22:177; line 0");
}

/* The `if`s at offsets 1 and 5 both jump to offset 9. */
TEST(edges_to_one_target_follow_each_other)
{
    assert_string_equal(asked_with_branches((struct built_code){
                            CODE(ICONST_0, IFEQ, U2(8), ICONST_0, IFEQ, U2(4), NOP, RETURN), ONE_LINE}),
                        "stack 2: 0:3 1:153>24 4:ldc_w 100 7:count 10:3 11:153>33 14:ldc_w 300 17:count 20:0 21:167>39 "
                        "24:ldc_w 200 27:count 30:167>39 33:ldc_w 400 36:count 39:177; line 0");
}

TEST(jump_that_is_not_a_branch_skips_the_counts)
{
    assert_string_equal(
        asked_with_branches((struct built_code){CODE(ICONST_0, IFEQ, U2(7), GOTO, U2(4), NOP, RETURN), ONE_LINE}),
        "stack 2: 0:3 1:153>17 4:ldc_w 100 7:count 10:167>23 13:0 14:167>23 17:ldc_w 200 20:count 23:177; line 0");
}

TEST(if_with_an_empty_body_is_not_a_branch)
{
    assert_string_equal(asked_with_branches((struct built_code){CODE(ICONST_0, IFEQ, U2(3), RETURN), ONE_LINE}),
                        "stack 2: 0:3 1:153>4 4:177; line 0");
}

/* A loop with its test at the end jumps to the method's first instruction. Entering the method leads there as well,
 * but must not be counted as this jump. */
TEST(edge_back_to_the_beginning_is_not_the_entry)
{
    assert_string_equal(asked_with_branches((struct built_code){CODE(ICONST_0, IFEQ, U2(-1), RETURN), ONE_LINE}),
                        "stack 2: 0:167>9 3:ldc_w 100 6:count 9:3 10:153>3 13:ldc_w 200 16:count 19:177; line 0");
}

/* Offset 1 has a switch. Cases 0 and 2 lead to offset 28, case 1 and the default to offset 29. */
TEST(cases_with_one_target_are_one_edge)
{
    assert_string_equal(
        asked_with_branches((struct built_code){
            CODE(ICONST_0, TABLESWITCH, 0, 0, U4(28), U4(0), U4(2), U4(27), U4(28), U4(27), NOP, RETURN), ONE_LINE}),
        "stack 2: 0:3 1:170>38>28>38>28 28:ldc_w 100 31:count 34:0 35:167>44 38:ldc_w 200 41:count 44:177; line 0");
}

/* The instruction at offset 10 has a frame, and two jumps lead to it. The frame must appear at the instruction and
 * at the count of each jump. This is tested for each form that a frame can have. */
TEST(each_edge_has_the_frame_of_its_target)
{
    static const char same[] = "frame 25; frame 34; frame 40";
    static const char not_ready[] = "frame 25 new 0; frame 34 new 0; frame 40 new 0";
    const struct {
        struct built_code code;
        const char *frames;
    } cases[] = {
        {{FRAMES(U2(1), 10)}, same},
        {{FRAMES(U2(1), 64 + 10, 1)}, same},
        {{FRAMES(U2(1), 64 + 10, 8, U2(0))}, not_ready},
        {{FRAMES(U2(1), 247, U2(10), 7, U2(1))}, same},
        {{FRAMES(U2(1), 251, U2(10))}, same},
        /* This frame adds two locals. It must add them only once, so its two repetitions keep the locals. */
        {{FRAMES(U2(1), 253, U2(10), 1, 8, U2(0))}, "frame 25 new 0; frame 34; frame 40"},
        {{FRAMES(U2(1), 249, U2(10))}, same},
        {{FRAMES(U2(1), 255, U2(10), U2(1), 8, U2(0), U2(1), 1)}, not_ready},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct built_code code = {CODE(NEW, U2(1), IFEQ, U2(7), IFEQ, U2(4), NOP, RETURN), ONE_LINE};
        code.frames = cases[i].code.frames;
        code.frames_size = cases[i].code.frames_size;
        assert_string_equal(strstr(asked_with_branches(code), "frame"), cases[i].frames);
    }
}

/* The handler covers offsets 2 to 9. The count on the edge that leaves this range must be outside of the range,
 * because locals may have other types at the target of the edge. */
TEST(range_ends_before_the_edges_that_leave_it)
{
    assert_string_equal(
        asked_with_branches((struct built_code){CODE(ICONST_0, NOP, ICONST_0, IFEQ, U2(6), NOP, RETURN, NOP, RETURN),
                                                EXCEPTIONS(U2(2), U2(9), U2(9), U2(0)), ONE_LINE}),
        "stack 2: 0:3 1:0 2:3 3:153>18 6:ldc_w 100 9:count 12:0 13:177 14:0 15:167>24 18:ldc_w 200 21:count 24:177; "
        "catch 2-15>24; line 0");
}

TEST(counts_before_new_move_the_offset_of_its_object)
{
    assert_string_equal(
        asked_with_lines(500, (struct built_code){CODE(ICONST_0, POP, NEW, U2(1), NOP, RETURN),
                                                  ATTRIBUTE("LineNumberTable", U2(2), U2(2), U2(7), U2(5), U2(8)),
                                                  FRAMES(U2(2), 2, 64 + 2, 8, U2(2))}),
        "stack 2: 0:ldc_w 500 3:count 6:3 7:87 8:ldc_w 1000 11:count 14:187 17:ldc_w 2000 20:count 23:0 24:177; line "
        "8; line 17; frame 8; frame 17 new 14");
}

/* ---- tables with offsets --------------------------------------------------------------------------------- */

TEST(frames_of_every_kind_move)
{
    /* The method has frames at the offsets 3 (one item), 4 (one item, extended), 5 (chop), 6 (same, extended), 7
     * (append of two), 71 (same) and 80 (full). Three of them contain the object that is created at offset 0. */
    unsigned char code[82] = {[0] = NEW, [81] = RETURN};
    struct built_code built_code = {.code = code,
                                    .size = sizeof code,
                                    ATTRIBUTE("StackMapTable", U2(7), 64 + 3, 8, U2(0), 247, U2(0), 7, U2(1), 250,
                                              U2(0), 251, U2(0), 253, U2(0), 1, 8, U2(0), 63, 255, U2(8), U2(2), 1, 8,
                                              U2(0), U2(1), 6)};
    struct built built;
    struct asked asked = {.answer = {.insertion = QJVM_CALLS, .id = 1000}};
    built_init(&built, 52);
    built_code.name = "run";
    built_add(&built, &built_code);
    const char *description = asked_describe(&asked, &built, "run");
    built_fini(&built);
    assert_string_equal(strstr(description, "; frame"),
                        "; frame 11 new 8; frame 12; frame 13; frame 14; frame 15 new 8; frame 79 new 8; frame 88 "
                        "new 8; frame 98");
}

TEST(variables_keep_their_instructions)
{
    assert_string_equal(
        asked_with_lines(
            500, (struct built_code){CODE(ICONST_0, POP, ICONST_0, POP, RETURN),
                                     ATTRIBUTE("LocalVariableTable", U2(3), U2(0), U2(5), U2(1), U2(1), U2(0), U2(1),
                                               U2(2), U2(1), U2(1), U2(1), U2(5), U2(0), U2(1), U2(1), U2(1))}),
        "stack 2: 0:ldc_w 500 3:count 6:3 7:87 8:3 9:87 10:177; variable 0-11; variable 7-9; variable 11-11");
}

TEST(calls_alone_are_counted_at_the_beginning_of_a_method)
{
    struct built built;
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run",
                                           CODE(ICONST_0, IFEQ, U2(4), 0 /* nop */, RETURN),
                                           ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(7))});
    struct asked asked = {.answer = {.insertion = QJVM_COUNTED, .entry_counter = 4096}};
    assert_string_equal(asked_describe(&asked, &built, "run"),
                        "stack 2: 0:ldc_w 4096 3:countCall 6:3 7:153>11 10:0 11:177; line 0");
    built_fini(&built);
}

TEST(attributes_that_may_contain_offsets_are_removed)
{
    static const char *const names[] = {"StackMap", "CharacterRangeTable", "RuntimeVisibleTypeAnnotations", "Unknown"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(asked_with_lines(500, (struct built_code){CODE(RETURN), ATTRIBUTE(names[i], U2(0))}),
                            "stack 2: 0:ldc_w 500 3:count 6:177");
}
