/* map.h - from numbers to numbers. */
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void keys_are_found_while_the_map_grows(void **state)
{
    struct qp_map map = {0};
    (void)state;
    assert_int_equal(qp_map_get(&map, 0), 0);
    for (uint64_t key = 0; key < 5000; key++)
        assert_int_equal(qp_map_put(&map, key << 40, key + 1), 0);
    for (uint64_t key = 0; key < 5000; key++)
        assert_int_equal(qp_map_get(&map, key << 40), key + 1);
    assert_int_equal(qp_map_get(&map, 7), 0);
    assert_int_equal(map.count, 5000);
    qp_map_fini(&map);
}

static void value_that_is_put_again_replaces_the_first(void **state)
{
    struct qp_map map = {0};
    (void)state;
    assert_int_equal(qp_map_put(&map, UINT64_MAX, 1), 0);
    assert_int_equal(qp_map_put(&map, UINT64_MAX, 2), 0);
    assert_int_equal(qp_map_get(&map, UINT64_MAX), 2);
    assert_int_equal(map.count, 1);
    qp_map_fini(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_found_while_the_map_grows),
        cmocka_unit_test(value_that_is_put_again_replaces_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
