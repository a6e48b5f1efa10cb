/* Entries and leaves in methods made by hand. */
#include "tests/jvm/asked.h"
#include "tests/support/test.h"

enum { ALOAD_0 = 42, POP = 87, DUP = 89 };

#define CODE(...) .code = (const unsigned char[]){__VA_ARGS__}, .size = sizeof((const unsigned char[]){__VA_ARGS__})
#define EXCEPTIONS(...)                                                                                                \
    .exceptions = (const unsigned char[]){__VA_ARGS__},                                                                \
    .exception_count = sizeof((const unsigned char[]){__VA_ARGS__}) / 8
#define FRAMES(...)                                                                                                    \
    .attribute = "StackMapTable", .content = (const unsigned char[]){__VA_ARGS__},                                     \
    .content_size = sizeof((const unsigned char[]){__VA_ARGS__})

/* The method alone in a class, then with calls. */
static const char *with_calls(unsigned version, uint32_t id, struct built_code code)
{
    struct built built;
    struct asked asked = {.answer = {.insertion = QJVM_CALLS, .id = id}};
    built_init(&built, version);
    code.name = code.name ? code.name : "run";
    built_add(&built, &code);
    const char *told = asked_told(&asked, &built, code.name);
    built_fini(&built);
    return told;
}

TEST(enters_leaves_and_guards)
{
    assert_string_equal(
        with_calls(52, 9, (struct built_code){.stack = 1, CODE(4, 172)}),
        "stack 2: 0:push 9 2:enter 5:4 6:push 9 8:leave 11:172 12:push 9 14:leave 17:191; catch 5-12>12; frame 12");
}

TEST(classes_before_version_50_get_no_frames)
{
    const struct built_code code = {.stack = 0, CODE(177)};
    assert_string_equal(with_calls(49, 1, code),
                        "stack 2: 0:4 1:enter 4:4 5:leave 8:177 9:4 10:leave 13:191; catch 4-9>9");
    assert_string_equal(with_calls(50, 1, code),
                        "stack 2: 0:4 1:enter 4:4 5:leave 8:177 9:4 10:leave 13:191; catch 4-9>9; frame 9");
}

TEST(a_jump_to_the_first_instruction_does_not_enter_again)
{
    assert_string_equal(with_calls(52, 6, (struct built_code){CODE(3, 153, 255, 255, 177), FRAMES(0, 1, 0)}),
                        "stack 2: 0:push 6 2:enter 5:3 6:153>5 9:push 6 11:leave 14:177 15:push 6 17:leave 20:191; "
                        "catch 5-15>15; frame 5; frame 15");
}

TEST(a_jump_to_a_return_leaves)
{
    assert_string_equal(with_calls(52, 6, (struct built_code){CODE(3, 153, 0, 4, 1, 177), FRAMES(0, 1, 5)}),
                        "stack 2: 0:push 6 2:enter 5:3 6:153>10 9:1 10:push 6 12:leave 15:177 16:push 6 18:leave "
                        "21:191; catch 5-16>16; frame 10; frame 16");
}
