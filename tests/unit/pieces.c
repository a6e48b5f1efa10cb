/* Arrays whose elements never move. */
#include "base/pieces.h"
#include "tests/support/test.h"

static struct qp_pieces pieces = {.size = sizeof(uint64_t), .each = 8};

TEST(elements_are_zero_and_do_not_move)
{
    assert_null(qp_pieces_at(&pieces, 0));
    uint64_t *first = qp_pieces_make(&pieces, 3);
    assert_non_null(first);
    assert_int_equal(*first, 0);
    *first = 42;
    for (uint32_t i = 0; i < 100; i++)
        assert_non_null(qp_pieces_make(&pieces, i));
    assert_ptr_equal(qp_pieces_at(&pieces, 3), first);
    assert_int_equal(*first, 42);
    assert_ptr_equal(qp_pieces_at(&pieces, 4), first + 1);
    assert_null(qp_pieces_at(&pieces, 104));
}

TEST(no_element_exists_beyond_the_last_piece)
{
    assert_null(qp_pieces_make(&pieces, QP_PIECES_MOST * 8));
    assert_null(qp_pieces_at(&pieces, QP_PIECES_MOST * 8));
    assert_null(qp_pieces_at(&pieces, UINT32_MAX));
}
