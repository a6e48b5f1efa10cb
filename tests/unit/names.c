/* names.h - a map from names to numbers. */
#include "base/names.h"
#include "tests/support/test.h"

static const char *const all[] = {NULL, "red", "green", "blue"};

TEST(names_have_the_numbers_that_were_put)
{
    struct qp_names names = {.entries = {.size = sizeof(char *), .each = 2}};
    uint64_t key;
    for (uint32_t number = 1; number <= 3; number++) {
        assert_int_equal(qp_names_find(&names, all[number], &key), 0);
        assert_non_null(qp_names_add(&names, all[number], key, number));
    }
    for (uint32_t number = 1; number <= 3; number++)
        assert_int_equal(qp_names_find(&names, all[number], &key), number);
    assert_int_equal(qp_names_find(&names, "white", &key), 0);
    qp_map_fini(&names.map);
}

TEST(names_of_one_hash_are_distinguished)
{
    struct qp_names names = {.entries = {.size = sizeof(char *), .each = 2}};
    uint64_t green, next;
    qp_names_find(&names, "green", &green);
    assert_non_null(qp_names_add(&names, "red", green, 1)); /* with the hash of green */
    assert_int_equal(qp_names_find(&names, "green", &next), 0);
    assert_int_equal(next, green + 1);
    assert_non_null(qp_names_add(&names, "green", next, 2));
    assert_int_equal(qp_names_find(&names, "green", &next), 2);
    qp_map_fini(&names.map);
}
