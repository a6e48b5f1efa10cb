/* States that are entered by unregistered threads: those of the thread pool of an OpenMP program. */
#include "tests/vt/picture.h"

#include "VT.h"

#include <omp.h>

#define THREADS 4
#define ROUNDS  2000

/* Enter and leave states in parallel regions. numbers[0] counts the calls of all threads. */
static void regions(struct stage *stage)
{
    int step = 0;
    int part = 0;
    uint64_t calls = 0;
    picture_start("");
    VT_funcdef("OpenMP:step", VT_NOCLASS, &step);
    VT_funcdef("OpenMP:part", VT_NOCLASS, &part);
    for (int round = 0; round < 10; round++) {
        VT_begin(step);
#pragma omp parallel for num_threads(THREADS) reduction(+ : calls)
        for (int i = 0; i < ROUNDS; i++) {
            STAGE_CHECK(VT_enter(part, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
            calls++;
        }
        VT_end(step);
    }
    stage->numbers[0] = calls;
    VT_finalize();
}

TEST(unregistered_threads_of_a_pool_record)
{
    struct stage stage;
    stage_play(&stage, regions);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_int_equal(stage.numbers[0], 10 * ROUNDS);
    assert_int_equal(stage_calls(profile, QP_VT, 0), 10 + 10 * ROUNDS);
    assert_int_equal(profile->carrier_count, THREADS);
    expect_kinds(&stage, "");
    picture_close();
    stage_close(&stage);
}
