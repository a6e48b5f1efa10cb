/* Cache slots through which a thread state finds the lives record of a group (sums of its ended virtual threads). */
#include "core/tree/lives.h"
#include "tests/support/test.h"

TEST(neighbouring_groups_have_a_slot_each)
{
    static struct qp_carrier carrier;
    const uint32_t first = 0x6802, each = sizeof(struct qp_group_record) / QP_UNIT;
    for (uint32_t i = 0; i < QP_TSTATE_LIVES; i++) {
        uint32_t group = first + i * each;
        uint64_t *place = qp_lives_place(&carrier.tstates[QP_QPROF], QP_QPROF, group);
        assert_int_equal(*place, 0);
        *place = (uint64_t)group << 32;
    }
}

/* The test has no store, so an attempt to allocate a record would crash. */
TEST(threads_own_root_has_no_lives)
{
    struct qp_root root = {.product = QP_QPROF};
    assert_null(qp_lives_of(&root));
    assert_int_equal(root.lives, 0);
}
