/* The imbalance that qii report shows for a job agrees with the sleeps of its ranks, which they measure themselves. */
#include "tests/support/stage.h"

#include "VT.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RANKS 4

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Sleep in a state, and write the lower and the upper bound of the state's duration to the file truth.RANK. */
static void record_rank(int rank)
{
    char text[20];
    int step;
    snprintf(text, sizeof text, "%d", rank);
    setenv("OMPI_COMM_WORLD_RANK", text, 1);
    setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
    setenv("OMPI_MCA_orte_precondition_transports", "1-2", 1);
    setenv("VT_LOGFILE_NAME", "job.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK && VT_funcdef("Work:step", VT_NOCLASS, &step) == VT_OK);
    double begin = now();
    STAGE_CHECK(VT_begin(step) == VT_OK);
    double inner = now();
    nanosleep(&(struct timespec){.tv_nsec = 50000000 * (rank + 1)}, NULL);
    inner = now() - inner;
    STAGE_CHECK(VT_end(step) == VT_OK);
    double outer = now() - begin;
    STAGE_CHECK(VT_finalize() == VT_OK);
    snprintf(text, sizeof text, "truth.%d", rank);
    FILE *file = fopen(text, "w");
    STAGE_CHECK(file && fprintf(file, "%.9f %.9f\n", inner, outer) > 0 && fclose(file) == 0);
}

static void record_job(struct stage *stage)
{
    (void)stage;
    for (int rank = 0; rank < RANKS; rank++) {
        if (fork() == 0) {
            record_rank(rank);
            _exit(0);
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        int status;
        STAGE_CHECK(wait(&status) > 0 && status == 0);
    }
}

TEST(imbalance_of_a_job_is_that_of_its_ranks_sleeps)
{
    struct stage stage;
    stage_play(&stage, record_job);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " report --format=tsv . >table 2>heading"), 0);
    assert_int_equal(stage_lines(&stage, "heading", "(4 ranks on "), 1);
    /* Columns: min_ns is 4, mean_ns 5, max_ns 6, max_rank 7, imbalance 8. The clocks may differ by 1 %. */
    assert_int_equal(stage_run(&stage, "cat truth.* table | awk '"
                                       "function within(ns, limits) { "
                                       "return 0.99e9 * limits[1] < ns && ns < 1.01e9 * limits[2] } "
                                       "NF == 2 { for (i = 1; i <= 2; i++) { sum[i] += $i; "
                                       "if (NR == 1 || $i < least[i]) least[i] = $i; "
                                       "if ($i > most[i]) { most[i] = $i; rank = NR - 1 } } } "
                                       "/Work:step/ { found = within($4, least) && within(4 * $5, sum) && "
                                       "within($6, most) && $7 == rank && ($8 - 1 + $5 / $6) ^ 2 < 1e-6 } "
                                       "END { exit !found }'"),
                     0);
    stage_close(&stage);
}
