/* Frames for which there is no memory are lost and counted. An exit that unwinds the whole stack ends the lost
 * frames as well. */
#include "tests/fail/failing.h"

#include "qprof.h"

#define DEEP  100
#define AGAIN 10

static void lose_frames(struct stage *stage)
{
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    qprof_record_fn_entry(1, 1);
    stage->numbers[FAILING_AT] = 1;
    stage->numbers[FAILING_AFTER] = 1;
    failing_begin(stage);
    for (unsigned long depth = 2; depth <= DEEP; depth++)
        qprof_record_fn_entry(2, depth);
    failing_end(stage);
}

static void call_again(void)
{
    for (int i = 0; i < AGAIN; i++) {
        qprof_record_fn_entry(1, 1);
        qprof_record_fn_exit(0);
    }
    qprof_shutdown();
}

static void unrolled_by_an_exit(struct stage *stage)
{
    lose_frames(stage);
    qprof_record_fn_exit(0);
    call_again();
}

static void unrolled_by_an_end(struct stage *stage)
{
    lose_frames(stage);
    qprof_thread_destroy(0);
    call_again();
}

static void left_one_by_one(struct stage *stage)
{
    lose_frames(stage);
    for (unsigned long depth = DEEP; depth > 1; depth--)
        qprof_verify_fn_exit(2);
    qprof_record_fn_exit(0);
    call_again();
}

static void expect_calls_again(void (*scene)(struct stage *stage))
{
    struct stage stage;
    struct qp_profile profile;
    stage_begin(&stage, scene);
    stage_add(&stage.numbers[FAILING_GO], 1);
    assert_int_equal(stage_wait(&stage), 0);
    stage_read(&stage, "run.qii", &profile);
    assert_true(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_NO_ROOM) > 0);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_WRONG_METHOD), 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 1 + AGAIN);
    qp_profile_close(&profile);
    stage_close(&stage);
}

TEST(exit_from_everything_ends_lost_frames)
{
    expect_calls_again(unrolled_by_an_exit);
}

TEST(end_of_a_thread_ends_lost_frames)
{
    expect_calls_again(unrolled_by_an_end);
}

TEST(verified_exit_ends_one_lost_frame)
{
    expect_calls_again(left_one_by_one);
}
