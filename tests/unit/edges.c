/* edges.h - the index that grows in steps: nothing is lost or doubled while two tables hold it. */
#include "core/record/edges.h"
#include "tests/support/test.h"

TEST(entries_are_found_at_every_step_of_growth)
{
    struct qp_edges edges = {0};
    for (uint32_t i = 1; i <= 20000; i++) {
        uint64_t method = (uint64_t)i << 33 | i % 7;
        assert_int_equal(qp_edges_get(&edges, i % 13 + 1, method), 0);
        assert_int_equal(qp_edges_put(&edges, i % 13 + 1, method, i), 0);
        assert_int_equal(qp_edges_get(&edges, i % 13 + 1, method), i);
        uint32_t earlier = i / 2 + 1; /* in the old table, the new one, or both */
        assert_int_equal(qp_edges_get(&edges, earlier % 13 + 1, (uint64_t)earlier << 33 | earlier % 7), earlier);
    }
    for (uint32_t i = 1; i <= 20000; i++)
        assert_int_equal(qp_edges_get(&edges, i % 13 + 1, (uint64_t)i << 33 | i % 7), i);
    assert_int_equal(edges.count, 20000);
    qp_edges_fini(&edges);
    assert_int_equal(qp_edges_get(&edges, 1, 1), 0);
}

TEST(same_method_below_other_parents_is_another_entry)
{
    struct qp_edges edges = {0};
    for (uint32_t from = 1; from <= 1000; from++)
        assert_int_equal(qp_edges_put(&edges, from, 42, from + 5), 0);
    for (uint32_t from = 1; from <= 1000; from++)
        assert_int_equal(qp_edges_get(&edges, from, 42), from + 5);
    assert_int_equal(qp_edges_get(&edges, 1001, 42), 0);
    assert_int_equal(qp_edges_get(&edges, 1, 43), 0);
    qp_edges_fini(&edges);
}
