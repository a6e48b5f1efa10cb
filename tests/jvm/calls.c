/* Tests of inserted calls of enter, leave and caught, in methods built for the test. */
#include <stdlib.h>
#include <string.h>

#include "tests/jvm/asked.h"
#include "tests/support/test.h"

enum {
    ACONST_NULL = 1,
    ICONST_0 = 3,
    ICONST_1 = 4,
    ALOAD_0 = 42,
    ALOAD_1 = 43,
    ASTORE_1 = 76,
    POP = 87,
    DUP = 89,
    IFEQ = 153,
    GOTO = 167,
    TABLESWITCH = 170,
    LOOKUPSWITCH = 171,
    IRETURN = 172,
    RETURN = 177,
    INVOKESPECIAL = 183,
    NEW = 187,
    ATHROW = 191
};

static const char *describe_with_calls(struct built *built, uint32_t id, struct built_code code)
{
    struct asked asked = {.answer = {.insertion = QJVM_CALLS, .id = id}};
    code.name = code.name ? code.name : "run";
    built_add(built, &code);
    const char *description = asked_describe(&asked, built, code.name);
    built_fini(built);
    return description;
}

TEST(enters_leaves_and_guards)
{
    assert_string_equal(asked_with_calls(52, 9, (struct built_code){.stack = 1, CODE(ICONST_1, IRETURN)}),
                        "stack 3: 0:push 9 2:enter 5:54 7:4 8:21 10:push 9 12:leave 15:172 16:21 18:push 9 "
                        "20:leave 23:191; catch 7-16>16; frame 16");
}

TEST(numbers_are_pushed_by_the_shortest_instruction)
{
    const struct built_code code = {.stack = 0, CODE(ACONST_NULL, ATHROW)};
    struct built built;
    assert_string_equal(asked_with_calls(49, 0, code),
                        "stack 3: 0:3 1:enter 4:54 6:1 7:191 8:21 10:3 11:leave 14:191; catch 6-8>8");
    assert_string_equal(asked_with_calls(49, 127, code),
                        "stack 3: 0:push 127 2:enter 5:54 7:1 8:191 9:21 11:push 127 13:leave 16:191; catch 7-9>9");
    assert_string_equal(asked_with_calls(49, 128, code),
                        "stack 3: 0:push 128 3:enter 6:54 8:1 9:191 10:21 12:push 128 15:leave 18:191; catch "
                        "8-10>10");
    assert_string_equal(asked_with_calls(49, 32768, code),
                        "stack 3: 0:ldc 32768 2:enter 5:54 7:1 8:191 9:21 11:ldc 32768 13:leave 16:191; catch "
                        "7-9>9");
    assert_string_equal(asked_with_calls(49, UINT32_MAX - 1000, code),
                        "stack 3: 0:push -1001 3:enter 6:54 8:1 9:191 10:21 12:push -1001 15:leave 18:191; catch "
                        "8-10>10");
    built_init(&built, 49);
    built_fill(&built, 256);
    assert_string_equal(describe_with_calls(&built, 32768, code),
                        "stack 3: 0:ldc_w 32768 3:enter 6:54 8:1 9:191 10:21 12:ldc_w 32768 15:leave 18:191; "
                        "catch 8-10>10");
}

TEST(classes_before_version_50_get_no_frames)
{
    const struct built_code code = {.stack = 0, CODE(RETURN)};
    assert_string_equal(asked_with_calls(49, 1, code),
                        "stack 3: 0:4 1:enter 4:54 6:21 8:4 9:leave 12:177 13:21 15:4 16:leave 19:191; catch "
                        "6-13>13");
    assert_string_equal(asked_with_calls(50, 1, code),
                        "stack 3: 0:4 1:enter 4:54 6:21 8:4 9:leave 12:177 13:21 15:4 16:leave 19:191; catch "
                        "6-13>13; frame 13");
}

TEST(jump_to_the_first_instruction_does_not_enter_again)
{
    assert_string_equal(
        asked_with_calls(
            52, 6, (struct built_code){CODE(ICONST_0, IFEQ, U2(-1), RETURN), ATTRIBUTE("StackMapTable", U2(1), 0)}),
        "stack 3: 0:push 6 2:enter 5:54 7:3 8:153>7 11:21 13:push 6 15:leave 18:177 19:21 21:push "
        "6 23:leave 26:191; catch 7-19>19; frame 7; frame 19");
}

TEST(jump_to_a_return_leaves)
{
    assert_string_equal(asked_with_calls(52, 6,
                                         (struct built_code){CODE(ICONST_0, IFEQ, U2(4), ACONST_NULL, RETURN),
                                                             ATTRIBUTE("StackMapTable", U2(1), 5)}),
                        "stack 3: 0:push 6 2:enter 5:54 7:3 8:153>12 11:1 12:21 14:push 6 16:leave 19:177 20:21 "
                        "22:push 6 24:leave 27:191; catch 7-20>20; frame 12; frame 20");
}

/* The method's own handlers come first in the exception table, and their ranges include the code inserted at the start
 * of the range. */
TEST(handlers_of_the_method_precede_the_added_one)
{
    assert_string_equal(
        asked_with_calls(49, 6,
                         (struct built_code){CODE(ACONST_NULL, RETURN, POP, RETURN),
                                             EXCEPTIONS(U2(0), U2(1), U2(2), U2(0), U2(1), U2(4), U2(2), U2(0))}),
        "stack 3: 0:push 6 2:enter 5:54 7:1 8:21 10:push 6 12:leave 15:177 16:21 18:push 6 "
        "20:caught 23:87 24:21 26:push 6 28:leave 31:177 32:21 34:push 6 36:leave 39:191; catch "
        "7-8>16; catch 8-32>16; catch 7-32>32");
}

TEST(switches_are_padded_for_their_new_places)
{
    assert_string_equal(
        asked_with_calls(49, 100,
                         (struct built_code){CODE(ICONST_0, TABLESWITCH, 0, 0, 0, 0, 0, 23, 0, 0, 0, 7, 0, 0, 0, 8, 0,
                                                  0, 0, 23, 0, 0, 0, 24, RETURN, RETURN)}),
        "stack 3: 0:push 100 2:enter 5:54 7:3 8:170>32>32>40 32:21 34:push 100 36:leave 39:177 "
        "40:21 42:push 100 44:leave 47:177 48:21 50:push 100 52:leave 55:191; catch 7-48>48");
    assert_string_equal(asked_with_calls(49, 5,
                                         (struct built_code){CODE(ICONST_0, LOOKUPSWITCH, 0, 0, 0, 0, 0, 19, 0, 0, 0, 1,
                                                                  255, 0, 0, 0, 255, 255, 255, 255, RETURN)}),
                        "stack 3: 0:8 1:enter 4:54 6:3 7:171>24>6 24:21 26:8 27:leave 30:177 31:21 33:8 34:leave "
                        "37:191; catch 6-31>31");
}

/* The second frame is 60 instructions after the first one. A call of four bytes is inserted between them, which makes
 * the distance too long for the short form. */
TEST(short_frames_become_long_if_necessary)
{
    const unsigned char code[63] = {[30] = RETURN, [62] = RETURN};
    struct built_code same = {.code = code, .size = sizeof code, ATTRIBUTE("StackMapTable", U2(2), 1, 60)};
    struct built_code one = {.code = code, .size = sizeof code, ATTRIBUTE("StackMapTable", U2(2), 1, 64 + 60, 1)};
    assert_string_equal(strstr(asked_with_calls(52, 1, same), "; frame"), "; frame 7; frame 74; frame 81");
    assert_string_equal(strstr(asked_with_calls(52, 1, one), "; frame"), "; frame 7; frame 74; frame 81");
}

/* ---- constructors ---------------------------------------------------------------------------------------- */

struct constructor {
    struct built built;
    unsigned super; /* index of the superclass's constructor */
    unsigned other;
    unsigned above; /* index of the superclass */
};

static struct constructor begin_constructor(void)
{
    struct constructor c = {0};
    built_init(&c.built, 49);
    c.built.super = "Above";
    c.super = built_method(&c.built, "Above", "<init>", "()V");
    c.other = built_method(&c.built, "Other", "<init>", "()V");
    c.above = built_class(&c.built, "Above");
    return c;
}

#define CALL(method) INVOKESPECIAL, U2(method)
#define INIT(...)    ((struct built_code){.name = "<init>", CODE(__VA_ARGS__)})

static const char *handler_of(const char *description)
{
    const char *handler = strstr(description, "; catch");
    return handler ? handler : "none";
}

TEST(handler_of_a_constructor_begins_after_super)
{
    struct constructor c = begin_constructor();
    assert_string_equal(describe_with_calls(&c.built, 9, INIT(ALOAD_0, CALL(c.super), ACONST_NULL, ATHROW)),
                        "stack 3: 0:push 9 2:enter 5:54 7:42 8:<init> 11:1 12:191 13:21 15:push 9 17:leave "
                        "20:191; catch 11-13>13");
}

TEST(another_object_of_the_superclass_is_not_taken_for_this)
{
    struct constructor c = begin_constructor();
    assert_string_equal(
        handler_of(describe_with_calls(
            &c.built, 9, INIT(ALOAD_0, NEW, U2(c.above), DUP, CALL(c.super), POP, CALL(c.super), ACONST_NULL, ATHROW))),
        "; catch 19-21>21");
}

TEST(constructors_of_other_classes_do_not_matter)
{
    struct constructor c = begin_constructor();
    assert_string_equal(
        handler_of(describe_with_calls(&c.built, 9, INIT(ALOAD_0, CALL(c.other), CALL(c.super), ACONST_NULL, ATHROW))),
        "; catch 14-16>16");
}

/* One path creates an object of the superclass, the other one does not. The next constructor call is attributed to that
 * object, so no call is certain to initialize `this`. */
TEST(constructor_has_no_handler_if_the_call_of_super_is_uncertain)
{
    struct constructor c = begin_constructor();
    assert_string_equal(
        handler_of(describe_with_calls(
            &c.built, 9, INIT(ICONST_0, IFEQ, U2(6), NEW, U2(c.above), ALOAD_0, CALL(c.super), ACONST_NULL, ATHROW))),
        "none");
}

/* Code by offset: 0 iconst_0; 1 ifeq 12; 4 aload_0; 5 super; 8 goto 16; 11 nop; 12 aload_0; 13 super; 16
 * aconst_null; 17 athrow. */
TEST(handler_begins_after_both_calls_of_super)
{
    struct constructor c = begin_constructor();
    assert_string_equal(handler_of(describe_with_calls(&c.built, 9,
                                                       INIT(ICONST_0, IFEQ, U2(11), ALOAD_0, CALL(c.super), GOTO, U2(8),
                                                            0, ALOAD_0, CALL(c.super), ACONST_NULL, ATHROW))),
                        "; catch 23-25>25");
}

/* Code by offset: 0 goto 6; 3 aconst_null; 4 athrow; 5 nop; 6 aload_0; 7 super; 10 goto 3. The code at 3 runs after
 * super, but the handler does not cover it, because its offset is lower than that of super. */
TEST(code_at_lower_offsets_than_super_is_not_covered)
{
    struct constructor c = begin_constructor();
    assert_string_equal(
        handler_of(describe_with_calls(
            &c.built, 9, INIT(GOTO, U2(6), ACONST_NULL, ATHROW, 0, ALOAD_0, CALL(c.super), GOTO, U2(-7)))),
        "; catch 17-20>20");
}

/* A loop before super() creates objects of the superclass and drops them. */
TEST(analysis_of_a_loop_that_creates_objects_ends)
{
    struct constructor c = begin_constructor();
    assert_string_equal(
        handler_of(describe_with_calls(
            &c.built, 9, INIT(NEW, U2(c.above), POP, ICONST_0, IFEQ, U2(-5), ALOAD_0, CALL(c.super), RETURN))),
        "none");
}

/* Code by offset: 0 aload_0; 1 super; 4 goto 8; 7 pop; 8 aconst_null; 9 athrow. The handler at 7 catches exceptions
 * of super. */
TEST(exception_of_super_is_a_path_to_its_handler)
{
    struct constructor c = begin_constructor();
    struct built_code code = INIT(ALOAD_0, CALL(c.super), GOTO, U2(4), POP, ACONST_NULL, ATHROW);
    code.exceptions = BUILT_BYTES(U2(0), U2(4), U2(7), U2(0));
    code.exception_count = 1;
    assert_string_equal(handler_of(describe_with_calls(&c.built, 9, code)), "; catch 7-11>14");
}

/* ---- unchanged methods ----------------------------------------------------------------------------------- */

TEST(empty_finalizer_is_unchanged)
{
    struct asked asked = {.answer = {.insertion = QJVM_CALLS, .id = 1}};
    struct built built;
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "finalize", CODE(RETURN)});
    built_add(&built, &(struct built_code){.name = "finalize", .descriptor = "(I)V", CODE(RETURN)});
    built_add(&built, &(struct built_code){.name = "finalize", CODE(0, RETURN)});
    built_done(&built);
    asked_rewrite(&asked, built.bytes.bytes, built.bytes.size);
    assert_string_equal(asked.unchanged, "Small.finalize: an empty finalizer");
    assert_string_equal(asked.methods, "finalize()V 1 0 leaf; finalize(I)V 1 0 leaf; finalize()V 2 0 leaf");
    assert_string_equal(asked.source_file, "Small.java");
    free(asked.bytes);
    built_fini(&built);
}

TEST(methods_without_code_are_skipped)
{
    struct asked asked = {.answer = {.insertion = QJVM_CALLS, .id = 1}};
    struct built built;
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.access = 0x100, .name = "native", CODE(RETURN)});
    built_add(&built, &(struct built_code){.access = 0x400, .name = "abstract", CODE(RETURN)});
    assert_string_equal(asked_describe(&asked, &built, "native"), "unchanged");
    assert_string_equal(asked.methods, "");
    built_fini(&built);
}
