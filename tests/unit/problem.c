/* problem.h - counts of misuse just below and just above a limit. Correct programs stay below the limit; counts
 * above it are reported as problems. */
#include "profile/query/problem.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

/* Numbers of a run of 1,000 calls and 900 ticks of running time. */
struct run {
    uint64_t tail_calls;
    uint64_t left;
    uint64_t shared;
    uint64_t waits;
    uint64_t runnable; /* runnable time */
    uint64_t waiting;  /* waiting time of virtual threads, in a flagged method */
    uint64_t blocked;  /* blocked time of a system thread */
};

static struct qp_profile profile;
static int file = -1;

static void close_run(void)
{
    if (file >= 0) {
        qp_profile_close(&profile);
        close(file);
    }
    file = -1;
}

static void open_run(const struct run *run)
{
    struct builder builder;
    close_run();
    test_at_end(close_run);
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_header(&builder)->state = QP_RUN_ENDED;
    struct qp_diagnostic *counted = builder_header(&builder)->diagnostics[QP_QPROF];
    counted[QP_DIAGNOSTIC_LEFT_FRAME].count = run->left;
    counted[QP_DIAGNOSTIC_SHARED_STACK_ID].count = run->shared;
    counted[QP_DIAGNOSTIC_UNREPORTED_WAIT].count = run->waits;
    counted[QP_DIAGNOSTIC_BAD_BLOCK].count = 3;
    builder_method(&builder, QP_QPROF, 1, "f", NULL, NULL, 0);
    uint32_t thread = builder_thread(&builder, 1, "main"), group = builder_group(&builder, QP_QPROF, "worker", 1);
    uint32_t own = builder_node(&builder, builder_root(&builder, QP_QPROF, thread, 0, 0), 1, 0, 0);
    uint32_t node = builder_node(&builder, builder_root(&builder, QP_QPROF, thread, group, 0), 1, 1000, 900);
    struct qp_node_extra_record *side = builder_side(&builder, node);
    side->tail_calls = run->tail_calls;
    side->runnable = run->runnable;
    side->waiting = run->waiting;
    builder_side(&builder, own)->blocked = run->blocked;
    file = test_open_builder(&profile, &builder);
    assert_true(file >= 0);
}

static bool is_reported(const struct run *run, enum qp_diagnostic_kind kind)
{
    open_run(run);
    return qp_problem_count(&profile, QP_QPROF, kind) != 0;
}

#define LEFT(...)   is_reported(&(struct run){__VA_ARGS__}, QP_DIAGNOSTIC_LEFT_FRAME)
#define SHARED(...) is_reported(&(struct run){__VA_ARGS__}, QP_DIAGNOSTIC_SHARED_STACK_ID)
#define WAITS(...)  is_reported(&(struct run){__VA_ARGS__}, QP_DIAGNOSTIC_UNREPORTED_WAIT)

TEST(exits_without_a_left_frame_are_reported_if_they_are_half_of_all_calls)
{
    assert_false(LEFT(.left = 0));
    assert_false(LEFT(.left = 499));
    assert_true(LEFT(.left = 500));
    assert_true(LEFT(.left = 1000));
    assert_false(LEFT(.left = 1001)); /* it is no mistake if exits that pop no frame outnumber the calls: one call
                                       * may catch errors in a loop */
}

TEST(fewer_exits_without_a_left_frame_are_reported_if_there_are_as_many_tail_calls)
{
    assert_true(LEFT(.left = 125, .tail_calls = 125));
    assert_false(LEFT(.left = 124, .tail_calls = 124));
    assert_true(LEFT(.left = 125, .tail_calls = 62));
    assert_false(LEFT(.left = 125, .tail_calls = 61));
    assert_false(LEFT(.left = 125, .tail_calls = 900)); /* in a language that loops by tail calls */
}

TEST(consecutive_exits_come_from_frames_that_share_an_id)
{
    assert_true(LEFT(.left = 800, .shared = 99));
    assert_false(SHARED(.left = 800, .shared = 99));
    assert_true(SHARED(.left = 800, .shared = 100));
    assert_false(LEFT(.left = 800, .shared = 100));
    assert_false(SHARED(.left = 100, .shared = 100));
}

TEST(unreported_waiting_is_reported_from_a_tenth_of_all_time_on)
{
    assert_false(WAITS(.waits = 1, .runnable = 100));
    assert_true(WAITS(.waits = 1, .runnable = 101));
    assert_false(WAITS(.waits = 0, .runnable = 5000)); /* the client reports waits, so runnable threads only waited
                                                        * for a carrier */
}

TEST(waiting_in_flagged_methods_counts_as_reported)
{
    assert_true(WAITS(.waits = 1, .runnable = 5000, .waiting = 499)); /* waiting in flagged methods took less than a
                                                                       * tenth of the runnable time */
    assert_false(WAITS(.waits = 1, .runnable = 5000, .waiting = 500));
    assert_true(
        WAITS(.waits = 1, .runnable = 5000, .blocked = 5000)); /* blocked time of a system thread does not count */
}

TEST(other_kinds_are_reported_as_counted)
{
    open_run(&(struct run){0});
    assert_int_equal(qp_problem_count(&profile, QP_QPROF, QP_DIAGNOSTIC_BAD_BLOCK), 3);
    assert_int_equal(qp_problem_count(&profile, QP_QPROF, QP_DIAGNOSTIC_NO_ROOM), 0);
    assert_int_equal(qp_problem_count(&profile, QP_CPROF, QP_DIAGNOSTIC_BAD_BLOCK), 0);
}
