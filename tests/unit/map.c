/* map.h - a map from numbers to numbers. */
#include "base/map.h"
#include "tests/support/test.h"

TEST(keys_are_found_while_the_map_grows)
{
    struct qp_map map = {0};
    assert_int_equal(qp_map_get(&map, 0), 0);
    for (uint64_t key = 0; key < 5000; key++)
        assert_int_equal(qp_map_put(&map, key << 40, key + 1), 0);
    for (uint64_t key = 0; key < 5000; key++)
        assert_int_equal(qp_map_get(&map, key << 40), key + 1);
    assert_int_equal(qp_map_get(&map, 7), 0);
    assert_int_equal(map.count, 5000);
    qp_map_fini(&map);
}

TEST(value_put_again_replaces_the_first)
{
    struct qp_map map = {0};
    assert_int_equal(qp_map_put(&map, UINT64_MAX, 1), 0);
    assert_int_equal(qp_map_put(&map, UINT64_MAX, 2), 0);
    assert_int_equal(qp_map_get(&map, UINT64_MAX), 2);
    assert_int_equal(map.count, 1);
    qp_map_fini(&map);
}
