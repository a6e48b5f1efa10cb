#include "profile/source/function_key.h"
#include "profile/load/profile.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

struct run {
    struct builder builder;
    struct qp_profile profile;
    int fd;
};

static void begin(struct run *run)
{
    builder_begin(&run->builder);
    builder_header(&run->builder)->products = 1u << QP_QPROF;
}

static void define(struct run *run, uint64_t id, const char *class_name, const char *name, const char *file, int line)
{
    uint32_t method = builder_method(&run->builder, QP_QPROF, id, name, file, &line, line != 0);
    ((struct qp_method_record *)builder_at(&run->builder, method))->class_name =
        builder_string(&run->builder, class_name);
}

static void finish(struct run *run)
{
    run->fd = test_open_builder(&run->profile, &run->builder);
    assert_true(run->fd >= 0);
}

static void end(struct run *run)
{
    qp_profile_close(&run->profile);
    close(run->fd);
}

static uint32_t number(struct qp_function_keys *keys, const struct run *run, uint64_t id)
{
    uint64_t method = qp_map_get(&run->profile.method_map[QP_QPROF], id);
    assert_true(method != 0);
    struct qp_function_key key = qp_function_key_of(&run->profile, (uint32_t)method - 1);
    uint32_t found = qp_function_keys_add(keys, &key);
    assert_int_equal(qp_function_keys_find(keys, &key), found);
    return found;
}

TEST(functions_of_two_runs_with_different_ids_are_equal)
{
    struct run one, other;
    struct qp_function_keys keys = {0};
    begin(&one);
    define(&one, 1, NULL, "main", "app.lua", 1);
    define(&one, 2, "Math", "fib", "app.lua", 7);
    finish(&one);
    begin(&other);
    define(&other, 1, "Math", "fib", "app.lua", 7);
    define(&other, 77, NULL, "main", "app.lua", 1);
    finish(&other);
    assert_int_equal(number(&keys, &one, 1), 0);
    assert_int_equal(number(&keys, &one, 2), 1);
    assert_int_equal(number(&keys, &other, 77), 0);
    assert_int_equal(number(&keys, &other, 1), 1);
    assert_int_equal(keys.count, 2);
    qp_function_keys_fini(&keys);
    end(&one);
    end(&other);
}

TEST(functions_that_differ_in_one_part_are_different)
{
    struct run run;
    struct qp_function_keys keys = {0};
    begin(&run);
    define(&run, 1, "A", "read", "one.lua", 10);
    define(&run, 2, "A", "read", "two.lua", 10); /* two files */
    define(&run, 3, "A", "read", "one.lua", 20); /* lines apart */
    define(&run, 4, "B", "read", "one.lua", 10); /* two classes */
    define(&run, 5, "A", "write", "one.lua", 10);
    define(&run, 6, NULL, "A", "read", 10); /* texts are not simply concatenated */
    define(&run, 7, "A", "read", NULL, 0);
    finish(&run);
    for (uint32_t id = 1; id <= 7; id++)
        assert_int_equal(number(&keys, &run, id), id - 1);
    qp_function_keys_fini(&keys);
    end(&run);
}

TEST(function_registered_twice_is_one)
{
    struct run run;
    struct qp_function_keys keys = {0};
    begin(&run);
    define(&run, 1, NULL, "step", "app.lua", 3);
    define(&run, 2, NULL, "step", "app.lua", 3);
    finish(&run);
    assert_int_equal(number(&keys, &run, 1), number(&keys, &run, 2));
    qp_function_keys_fini(&keys);
    end(&run);
}

TEST(function_without_a_name_is_identified_by_its_id)
{
    struct run run;
    struct qp_function_keys keys = {0};
    begin(&run);
    define(&run, 0xabc, NULL, NULL, NULL, 0);
    define(&run, 0xdef, NULL, NULL, NULL, 0);
    finish(&run);
    assert_int_not_equal(number(&keys, &run, 0xabc), number(&keys, &run, 0xdef));
    struct qp_function_key absent = {.name = qp_text_of("absent")};
    assert_int_equal(qp_function_keys_find(&keys, &absent), QP_NONE);
    qp_function_keys_fini(&keys);
    end(&run);
}
