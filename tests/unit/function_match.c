#include "profile/compare/function_match.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    const char *class_name;
    const char *name;
    const char *file;
    int line;
    uint64_t id;
};

static void add(struct qp_function_keys *keys, const struct function *function)
{
    struct qp_function_key key = {.line = function->line, .id = function->id};
    if (function->class_name)
        key.class_name = qp_text_of(function->class_name);
    if (function->name)
        key.name = qp_text_of(function->name);
    if (function->file)
        key.file = qp_text_of(function->file);
    assert_int_not_equal(qp_function_keys_add(keys, &key), QP_NONE);
}

/* Assert the matches. `expected` has, for each function of the first side, the index of its match on the second side,
 * or "-". */
static void assert_match(const struct function *first, const struct function *second, const char *expected)
{
    struct qp_function_keys keys[2] = {{.count = 0}};
    char text[200] = "";
    for (; first->name || first->id; first++)
        add(&keys[0], first);
    for (; second->name || second->id; second++)
        add(&keys[1], second);
    uint32_t *match = qp_function_match(&keys[0], &keys[1]);
    assert_non_null(match);
    for (uint32_t i = 0; i < keys[0].count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), match[i] == QP_NONE ? "%s-" : "%s%u", i ? " " : "",
                 match[i]);
    assert_string_equal(text, expected);
    free(match);
    qp_function_keys_fini(&keys[0]);
    qp_function_keys_fini(&keys[1]);
}

#define SIDE(...)                                                                                                      \
    (const struct function[])                                                                                          \
    {                                                                                                                  \
        __VA_ARGS__,                                                                                                   \
        {                                                                                                              \
            .line = 0                                                                                                  \
        }                                                                                                              \
    }

TEST(moved_function_matches)
{
    assert_match(SIDE({NULL, "f", "a.lua", 10, 0}, {"C", "f", "a.lua", 20, 0}),
                 SIDE({"C", "f", "a.lua", 25, 0}, {NULL, "f", "a.lua", 8, 0}), "1 0");
}

TEST(other_class_name_or_file_does_not_match)
{
    assert_match(SIDE({"A", "f", "a.lua", 1, 0}, {NULL, "g", "a.lua", 2, 0}, {NULL, "h", "a.lua", 3, 0}),
                 SIDE({"B", "f", "a.lua", 1, 0}, {NULL, "gg", "a.lua", 2, 0}, {NULL, "h", "b.lua", 3, 0}), "- - -");
}

TEST(equal_lines_come_before_near_ones)
{
    assert_match(SIDE({NULL, "f", "a.lua", 10, 0}, {NULL, "f", "a.lua", 12, 0}),
                 SIDE({NULL, "f", "a.lua", 12, 0}, {NULL, "f", "a.lua", 30, 0}), "1 0");
}

TEST(nearest_line_is_taken_and_each_once)
{
    assert_match(SIDE({NULL, "f", "a.lua", 10, 0}, {NULL, "f", "a.lua", 17, 0}, {NULL, "f", "a.lua", 100, 0}),
                 SIDE({NULL, "f", "a.lua", 14, 0}, {NULL, "f", "a.lua", 98, 0}), "- 0 1");
}

/* Five lines were added before all functions, so the third function of A is now on the line where the first function
 * of B was. */
TEST(functions_of_one_name_move_with_their_file)
{
    assert_match(SIDE({NULL, "top", "a.lua", 3, 0}, {NULL, "f", "a.lua", 10, 0}, {NULL, "f", "a.lua", 15, 0},
                      {NULL, "f", "a.lua", 20, 0}),
                 SIDE({NULL, "top", "a.lua", 8, 0}, {NULL, "f", "a.lua", 15, 0}, {NULL, "f", "a.lua", 20, 0},
                      {NULL, "f", "a.lua", 25, 0}, {NULL, "f", "a.lua", 30, 0}),
                 "0 1 2 3");
}

TEST(line_in_a_name_is_ignored)
{
    assert_match(SIDE({NULL, "<anonymous at a.lua:7>", "a.lua", 7, 0}, {NULL, "<anonymous at a.lua:7>", "a.lua", 8, 0}),
                 SIDE({NULL, "<anonymous at a.lua:9>", "a.lua", 9, 0}), "0 -");
}

TEST(file_of_another_checkout_matches)
{
    assert_match(SIDE({NULL, "f", "/old/src/a.lua", 10, 0}, {NULL, "f", "/old/lib/a.lua", 10, 0}),
                 SIDE({NULL, "f", "/new/lib/a.lua", 11, 0}, {NULL, "f", "/new/src/a.lua", 12, 0}), "1 0");
}

TEST(nameless_functions_match_by_their_ids)
{
    assert_match(SIDE({.id = 0xfffffffe}, {.id = 0x1000}), SIDE({.id = 0x2000}, {.id = 0xfffffffe}), "1 -");
}

TEST(native_functions_match_without_a_file)
{
    assert_match(SIDE({NULL, "[C] print", NULL, 0, 0}),
                 SIDE({NULL, "[C] type", NULL, 0, 0}, {NULL, "[C] print", NULL, 0, 0}), "1");
}

/* All functions have one name, and all moved. */
TEST(many_functions_of_one_name_take_linear_time)
{
    enum { MANY = 50000 };
    struct qp_function_keys keys[2] = {{.count = 0}};
    for (int i = 0; i < MANY; i++) {
        add(&keys[0], &(struct function){NULL, "f", "a.lua", 1 + 2 * i, 0});
        add(&keys[1], &(struct function){NULL, "f", "a.lua", 2 + 2 * i, 0});
    }
    uint32_t *match = qp_function_match(&keys[0], &keys[1]);
    assert_non_null(match);
    assert_int_equal(match[0], 0);
    assert_int_equal(match[MANY - 1], MANY - 1);
    free(match);
    qp_function_keys_fini(&keys[0]);
    qp_function_keys_fini(&keys[1]);
}

TEST(equal_lines_of_many_functions_of_one_name_match)
{
    enum { MANY = 5000 };
    struct qp_function_keys keys[2] = {{.count = 0}};
    add(&keys[1], &(struct function){NULL, "f", "a.lua", 1, 0});
    for (int i = 0; i < MANY; i++) {
        add(&keys[0], &(struct function){NULL, "f", "a.lua", 10 + 2 * i, 0});
        add(&keys[1], &(struct function){NULL, "f", "a.lua", 10 + 2 * i, 0});
    }
    uint32_t *match = qp_function_match(&keys[0], &keys[1]);
    assert_non_null(match);
    assert_int_equal(match[0], 1);
    assert_int_equal(match[MANY - 1], MANY);
    free(match);
    qp_function_keys_fini(&keys[0]);
    qp_function_keys_fini(&keys[1]);
}
