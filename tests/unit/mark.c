/* The recorded time between two ticks (mark.h). */
#include "core/thread/mark.h"
#include "tests/support/test.h"

static void add(enum qp_mark_kind kind, uint64_t tick)
{
    assert_int_equal(qp_mark_add(QP_QPROF, kind, tick, NULL), 0);
}

static uint64_t recorded(uint64_t from, uint64_t to)
{
    return qp_mark_recorded(QP_QPROF, from, to);
}

TEST(time_between_marks_is_recorded_without_a_pause)
{
    qp_mark_reset(QP_QPROF);
    assert_int_equal(recorded(5, 25), 20);
    add(QP_MARK_PAUSE, 10);
    assert_int_equal(recorded(5, 25), 5);
    assert_int_equal(recorded(12, 25), 0);
    add(QP_MARK_RESUME, 20);
    assert_int_equal(recorded(5, 25), 10);
    assert_int_equal(recorded(12, 15), 0);
    assert_int_equal(recorded(12, 22), 2);
    assert_int_equal(recorded(0, 8), 8);
    assert_int_equal(recorded(30, 40), 10);
    assert_int_equal(recorded(40, 30), 0);
}

TEST(time_before_a_clear_is_not_recorded_and_a_phase_changes_nothing)
{
    qp_mark_reset(QP_QPROF);
    add(QP_MARK_PHASE, 5);
    add(QP_MARK_PAUSE, 10);
    add(QP_MARK_CLEAR, 15);
    add(QP_MARK_RESUME, 20);
    add(QP_MARK_PHASE, 25);
    assert_int_equal(recorded(0, 30), 10);
    add(QP_MARK_CLEAR, 28);
    assert_int_equal(recorded(0, 30), 2);
    assert_int_equal(recorded(0, 27), 0);
}

TEST(marks_are_kept_in_order_past_their_first_piece)
{
    qp_mark_reset(QP_CPROF);
    for (uint64_t i = 0; i < 5000; i++)
        assert_int_equal(qp_mark_add(QP_CPROF, i % 2 ? QP_MARK_RESUME : QP_MARK_PAUSE, i, NULL), 0);
    assert_int_equal(qp_mark_count(QP_CPROF), 5000);
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(qp_mark_get(QP_CPROF, i).tick, i);
    assert_int_equal(qp_mark_recorded(QP_CPROF, 0, 5000), 2500);
}
