/* chain.c - chains of time segments: chains share a common beginning, and segments that belong to no chain any more
 * are reused. */
#include "profile/log/chain.h"
#include "tests/support/test.h"

static struct qp_chains chains;

static uint32_t add(uint32_t chain, uint64_t until)
{
    return qp_chains_add(&chains, chain, (struct qp_chain_segment){.until = until});
}

TEST(chains_share_their_beginning)
{
    qp_chains_init(&chains);
    uint32_t common = add(add(QP_NONE, 1), 2);
    uint32_t other = add(qp_chains_share(&chains, common), 4);
    uint32_t one = add(common, 3);
    qp_chains_drop(&chains, one);
    assert_int_equal(chains.segments[other].until, 4);
    assert_int_equal(chains.segments[chains.segments[other].before].until, 2);
    assert_int_equal(chains.segments[chains.segments[chains.segments[other].before].before].until, 1);
    assert_int_equal(chains.segments[common].references, 1);
    assert_int_equal(chains.free, one);
    qp_chains_drop(&chains, other);
    qp_chains_fini(&chains);
}

TEST(unreachable_segments_are_reused)
{
    qp_chains_init(&chains);
    uint32_t kept = add(QP_NONE, 1);
    for (uint64_t i = 0; i < 1000; i++) {
        uint32_t chain = qp_chains_share(&chains, kept);
        for (uint64_t k = 0; k < 5; k++)
            chain = add(chain, k);
        qp_chains_drop(&chains, chain);
    }
    assert_int_equal(chains.count, 6);
    assert_int_equal(chains.segments[kept].references, 1);
    qp_chains_drop(&chains, kept);
    qp_chains_fini(&chains);
}
