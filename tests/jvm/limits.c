/* Methods that stay unchanged because they are damaged, too long, or in a class file of an unsupported version. */
#include <stdlib.h>
#include <string.h>

#include "tests/jvm/asked.h"
#include "tests/support/test.h"

enum { ICONST_0 = 3, IFEQ = 153, GOTO = 167, RETURN = 177 };

TEST(method_with_damaged_tables_is_unchanged)
{
    assert_string_equal(
        asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("LineNumberTable", U2(1), U2(0))}),
        "damaged lines");
    assert_string_equal(
        asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("LineNumberTable", U2(1), U2(1), U2(1))}),
        "damaged lines");
    assert_string_equal(
        asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("LocalVariableTable", U2(1), U2(0), U2(2),
                                                                        U2(1), U2(1), U2(0))}),
        "damaged variables");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("StackMapTable", U2(1), 1)}),
                        "damaged frames");
    assert_string_equal(
        asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("StackMapTable", U2(1), 200, U2(0))}),
        "damaged frames");
    assert_string_equal(
        asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("StackMapTable", U2(1), 64, 9, U2(0))}),
        "damaged frames");
    assert_string_equal(
        asked_with_lines(1, (struct built_code){CODE(RETURN), ATTRIBUTE("StackMapTable", U2(1), 64, 8, U2(0))}),
        "damaged frames");
}

TEST(damaged_code_is_unchanged)
{
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(ICONST_0)}), "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(GOTO, U2(4), RETURN)}), "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(GOTO, U2(1), RETURN)}), "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(GOTO, U2(-1), RETURN)}), "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(202, RETURN)}), "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(RETURN), EXCEPTIONS(U2(0), U2(2), U2(0), U2(0))}),
                        "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(RETURN), EXCEPTIONS(U2(0), U2(0), U2(0), U2(0))}),
                        "damaged code");
    assert_string_equal(asked_with_lines(1, (struct built_code){CODE(RETURN), EXCEPTIONS(U2(0), U2(1), U2(1), U2(0))}),
                        "damaged code");
}

TEST(class_with_a_method_without_a_name_is_unchanged)
{
    struct built built;
    struct asked asked = {.answer = {.insertion = QJVM_CALLS}};
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run", .descriptor = "()V", CODE(RETURN)});
    built.methods.bytes[2] = 1; /* index of the method's name */
    assert_string_equal(asked_describe(&asked, &built, "run"), "unchanged");
    assert_string_equal(asked.unchanged, "Small.: damaged class file");
    built_fini(&built);
}

TEST(class_with_an_attribute_without_a_name_is_unchanged)
{
    struct built built;
    struct asked asked = {.answer = {.insertion = QJVM_CALLS}};
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run", .descriptor = "()V", CODE(RETURN)});
    built.methods.bytes[8] = 1; /* index of the name of the method's first attribute */
    assert_string_equal(asked_describe(&asked, &built, "run"), "unchanged");
    assert_string_equal(asked.unchanged, "Small.: damaged class file");
    built_fini(&built);
}

TEST(class_with_an_attribute_of_code_without_a_name_is_unchanged)
{
    struct built built;
    struct asked asked = {.answer = {.insertion = QJVM_CALLS}};
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run", .descriptor = "()V", CODE(RETURN)});
    built_add(&built,
              &(struct built_code){
                  .name = "bad", .descriptor = "()V", CODE(RETURN), ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(1))});
    built.methods.bytes[built.methods.size - 14] = 1; /* index of the attribute's name */
    assert_string_equal(asked_describe(&asked, &built, "run"), "unchanged");
    assert_string_equal(asked.unchanged, "Small.: damaged class file");
    built_fini(&built);
}

/* ---- limits ---------------------------------------------------------------------------------------------- */

static const char *with_long_code(size_t size, uint64_t entry, int distance)
{
    unsigned char *code = calloc(size, 1);
    assert_non_null(code);
    code[size - 4] = IFEQ;
    code[size - 3] = (unsigned char)(distance >> 8);
    code[size - 2] = (unsigned char)distance;
    code[size - 1] = RETURN;
    const char *description = asked_with_lines(
        entry, (struct built_code){.code = code, .size = size, ATTRIBUTE("LineNumberTable", U2(1), U2(1), U2(1))});
    free(code);
    return description;
}

TEST(code_grows_to_its_maximum_length_and_no_further)
{
    assert_non_null(strstr(with_long_code(65535 - 12, 1, -1), "65534:177"));
    assert_string_equal(with_long_code(65535 - 11, 1, -1), "too long");
}

/* A jump leads back to the line at offset 1. Six bytes that count the line are inserted between the two. */
TEST(jump_reaches_its_maximum_distance_and_no_further)
{
    assert_non_null(strstr(with_long_code(32767, 1, 1 - (32767 - 4)), "32775:153>7"));
    assert_string_equal(with_long_code(32768, 1, 1 - (32768 - 4)), "a jump is too far");
}

TEST(stacks_and_constants_have_limits)
{
    struct asked asked = {.answer = {.insertion = QJVM_LINES, .entry_counter = 1}};
    struct built built;
    assert_string_equal(asked_with_lines(1, (struct built_code){.stack = 65534, CODE(RETURN)}),
                        "too deep an operand stack");
    built_init(&built, 52);
    built_add(&built, &(struct built_code){.name = "run", CODE(RETURN)});
    built_fill(&built, 65535 - 6 - 7); /* room for 13 constants: the end of the class needs 6 of them, so the 8 of
                                        * the insertion do not fit */
    assert_string_equal(asked_describe(&asked, &built, "run"), "unchanged");
    assert_string_equal(asked.unchanged, "Small.run: too many constants");
    built_fini(&built);
}

/* The constants that were added for the first method are removed again, which makes room for those of the second
 * one. */
TEST(failed_method_leaves_no_constants)
{
    struct asked asked = {.answer = {.insertion = QJVM_LINES, .line_counters = asked_thousands}};
    struct built built;
    built_init(&built, 52);
    built_add(&built,
              &(struct built_code){.name = "first",
                                   CODE(0, 0, 0, RETURN),
                                   ATTRIBUTE("LineNumberTable", U2(3), U2(0), U2(1), U2(1), U2(1), U2(2), U2(1))});
    built_add(&built,
              &(struct built_code){.name = "second", CODE(RETURN), ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(1))});
    built_fill(&built, 65535 - 6 - 10);
    assert_string_equal(asked_describe(&asked, &built, "second"), "stack 2: 0:ldc_w 1000 3:count 6:177; line 0");
    assert_string_equal(asked.unchanged, "Small.first: too many constants");
    built_fini(&built);
}

TEST(unknown_versions_are_unchanged)
{
    static const struct {
        unsigned version;
        const char *unchanged;
    } cases[] = {{44, ".: damaged class file"}, {45, ""}, {70, ""}, {71, ".: unsupported class file version"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked asked = {.answer = {.insertion = QJVM_LINES, .entry_counter = 1}};
        struct built built;
        built_init(&built, cases[i].version);
        built_add(&built, &(struct built_code){.name = "run", CODE(RETURN)});
        asked_describe(&asked, &built, "run");
        assert_string_equal(asked.unchanged, cases[i].unchanged);
        built_fini(&built);
    }
}
