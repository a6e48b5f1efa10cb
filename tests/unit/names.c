/* names.h - a map from names to numbers. */
#include "base/names.h"
#include "tests/support/test.h"

static const char *const all[] = {NULL, "red", "green", "blue"};

static const char *name_of(uint32_t number)
{
    return all[number];
}

TEST(names_have_the_numbers_that_were_put)
{
    struct qp_names names = {.name = name_of};
    uint64_t key;
    for (uint32_t number = 1; number <= 3; number++) {
        assert_int_equal(qp_names_find(&names, all[number], &key), 0);
        assert_int_equal(qp_names_put(&names, key, number), 0);
    }
    for (uint32_t number = 1; number <= 3; number++)
        assert_int_equal(qp_names_find(&names, all[number], &key), number);
    assert_int_equal(qp_names_find(&names, "white", &key), 0);
    qp_map_fini(&names.map);
}

TEST(names_of_one_hash_are_distinguished)
{
    struct qp_names names = {.name = name_of};
    uint64_t green, next;
    qp_names_find(&names, "green", &green);
    assert_int_equal(qp_names_put(&names, green, 1), 0); /* with the hash of red */
    assert_int_equal(qp_names_find(&names, "green", &next), 0);
    assert_int_equal(next, green + 1);
    assert_int_equal(qp_names_put(&names, next, 2), 0);
    assert_int_equal(qp_names_find(&names, "green", &next), 2);
    qp_map_fini(&names.map);
}
