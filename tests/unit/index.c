/* index.h - the index grows in steps. During a step its entries are in two tables, and none may be lost or doubled. */
#include "core/thread/index.h"
#include "tests/support/test.h"

TEST(entries_are_found_at_every_step_of_growth)
{
    struct qp_index index = {0};
    for (uint32_t i = 1; i <= 20000; i++) {
        uint64_t method = (uint64_t)i << 33 | i % 7;
        assert_int_equal(qp_index_get(&index, i % 13 + 1, method), 0);
        assert_int_equal(qp_index_put(&index, i % 13 + 1, method, i), 0);
        assert_int_equal(qp_index_get(&index, i % 13 + 1, method), i);
        uint32_t earlier = i / 2 + 1; /* this entry may be in the old table, the new one, or both */
        assert_int_equal(qp_index_get(&index, earlier % 13 + 1, (uint64_t)earlier << 33 | earlier % 7), earlier);
    }
    for (uint32_t i = 1; i <= 20000; i++)
        assert_int_equal(qp_index_get(&index, i % 13 + 1, (uint64_t)i << 33 | i % 7), i);
    assert_int_equal(index.count, 20000);
    qp_index_fini(&index);
    assert_int_equal(qp_index_get(&index, 1, 1), 0);
}

TEST(key_put_again_has_the_newer_reference_at_every_step_of_growth)
{
    struct qp_index index = {0};
    for (uint32_t i = 1; i <= 5000; i++) {
        assert_int_equal(qp_index_put(&index, 1, i, i), 0);
        uint32_t earlier = i / 2 + 1;
        assert_int_equal(qp_index_put(&index, 1, earlier, i + 100000), 0);
        assert_int_equal(qp_index_get(&index, 1, earlier), i + 100000);
    }
    for (uint32_t i = 1; i <= 2500; i++)
        assert_in_range(qp_index_get(&index, 1, i), 100000 + 2 * i - 2, 100000 + 2 * i - 1);
    assert_in_range(index.count, 5000, 8000);
    qp_index_fini(&index);
}

TEST(same_method_below_other_parents_is_another_entry)
{
    struct qp_index index = {0};
    for (uint32_t from = 1; from <= 1000; from++)
        assert_int_equal(qp_index_put(&index, from, 42, from + 5), 0);
    for (uint32_t from = 1; from <= 1000; from++)
        assert_int_equal(qp_index_get(&index, from, 42), from + 5);
    assert_int_equal(qp_index_get(&index, 1001, 42), 0);
    assert_int_equal(qp_index_get(&index, 1, 43), 0);
    qp_index_fini(&index);
}
