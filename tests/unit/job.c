/* Files of a job are chosen and ordered by their headers, and missing ranks are named. */
#include "profile/job/job.h"
#include "profile/job/ranks.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* Add a file of a rank, as if its header had been read. */
static void add(struct qp_job *job, const char *path, uint64_t id, uint32_t world, uint32_t rank, uint32_t ranks)
{
    struct qp_reader reader = {.header = {.job = id,
                                          .world = world,
                                          .rank = rank,
                                          .ranks = ranks,
                                          .start_realtime_ns = 1000 * id + rank,
                                          .clock_start = {.monotonic_ns = 50 + 10 * rank}}};
    assert_true(qp_job_add(job, path, &reader));
}

static void keep(void *text, const char *sentence)
{
    strcat(text, sentence);
    strcat(text, "\n");
}

TEST(newest_job_is_chosen_unless_one_is_named)
{
    struct qp_job job = {0};
    add(&job, "b", 7, 0, 1, 2);
    add(&job, "c", 8, 0, 0, 1);
    add(&job, "a", 7, 0, 0, 2);
    add(&job, "d", 0, 0, 0, 0);
    add(&job, "a", 7, 0, 0, 2); /* the same path */
    assert_true(qp_job_choose(&job, 0));
    assert_int_equal(job.id, 8);
    assert_int_equal(job.count, 4);
    assert_int_equal(job.rank_count, 1);
    assert_string_equal(job.files[0].path, "c");
    assert_int_equal(job.files[1].part, QP_JOB_OTHER);
    assert_int_equal(qp_job_end_of_part(&job, 1), 3);
    assert_int_equal(job.files[3].part, QP_JOB_ALONE);
    assert_true(qp_job_choose(&job, 7));
    assert_int_equal(job.rank_count, 2);
    assert_string_equal(job.files[0].path, "a");
    assert_int_equal(qp_job_offset_ns(&job, 0), 0);
    assert_int_equal(qp_job_offset_ns(&job, 1), 10);
    assert_true(qp_job_choose(&job, 9));
    assert_int_equal(job.id, 0);
    qp_job_close(&job);
}

TEST(ranks_without_a_file_are_named_as_ranges_of_each_world)
{
    struct qp_job job = {0};
    char text[1000] = "";
    add(&job, "a", 7, 0, 3, 4000000000);
    add(&job, "b", 7, 0, 5, 4000000000);
    add(&job, "c", 7, 1, 0, 3);
    assert_true(qp_job_choose(&job, 0));
    qp_job_note_missing(&job, keep, text);
    assert_string_equal(text, "ranks 0 to 2, 4, 6 to 3999999999, 1.1 to 1.2 have no files here\n");
    assert_int_equal(qp_job_size(&job), 4000000003);
    qp_job_close(&job);
}

TEST(long_lists_of_ranks_end_with_a_number)
{
    struct qp_job job = {0};
    char text[1000] = "", path[20];
    for (uint32_t rank = 0; rank < 40; rank += 2) {
        snprintf(path, sizeof path, "%u", rank);
        add(&job, path, 7, 0, rank, 40);
    }
    assert_true(qp_job_choose(&job, 0));
    qp_job_note_missing(&job, keep, text);
    assert_string_equal(text, "ranks 1, 3, 5, 7, 9, 11, 13, 15 and 12 more have no files here\n");
    qp_job_close(&job);
}

TEST(imbalance_is_the_excess_of_the_maximum_over_the_mean)
{
    assert_int_equal(qp_ranks_imbalance(500, 200, 4), 375000);
    assert_int_equal(qp_ranks_imbalance(400, 100, 4), 0);
    assert_int_equal(qp_ranks_imbalance(100, 100, 4), 750000);
    assert_int_equal(qp_ranks_imbalance(0, 0, 4), 0);
}
