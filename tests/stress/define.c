/* A test in which one thread excludes lines from coverage while another opens and closes data files. Each exclusion
 * is recorded in one file or in none. */
#include "tests/support/stage.h"

#include "base/atomic.h"
#include "qprof.h"

#include <pthread.h>

/* ThreadSanitizer reports a race even if the race has no effect, so fewer runs suffice. */
#define RUNS (STAGE_THREAD_SANITIZED ? 20 : 120)

/* An exclusion is given at least REPEATS times. Only the first call records it, but each takes the lock. At most NEW
 * exclusions are added in a run: each file repeats all earlier ones, so without this limit the runs would take minutes
 * on a slow machine. A lock that is given back for 250 us after the file is opened is found in 4 of 4 runs. */
#define REPEATS 20
#define NEW     100

static uint32_t over;
static uint32_t begun = 1; /* number of runs that have begun */

static void *define(void *data)
{
    unsigned *rounds = data;
    char file[32];
    for (; !qp_load_acquire(&over); *rounds += *rounds < REPEATS * NEW * qp_load_relaxed(&begun)) {
        snprintf(file, sizeof file, "file%u.toy", *rounds / REPEATS);
        qprof_exclude_lines(file, 1, 2, "a reason of some length");
    }
    return NULL;
}

static void run_many(struct stage *stage)
{
    pthread_t thread;
    unsigned rounds = 0;
    STAGE_CHECK(pthread_create(&thread, NULL, define, &rounds) == 0);
    for (int i = 0; i < RUNS; i++) {
        qp_store_relaxed(&begun, (uint32_t)i + 1);
        STAGE_CHECK(qprof_initialize("-data-file=run.%n.qii -quiet", NULL) > 0);
        qprof_record_fn_entry(1, 1);
        qprof_record_fn_exit(0);
        qprof_shutdown();
    }
    qp_store_release(&over, 1);
    pthread_join(thread, NULL);
    stage->numbers[0] = rounds;
}

/* If a definition comes after a new file is opened, but before the first record in it, the recorder must not write
 * the definition into its memory areas of the previous file. Otherwise texts would overwrite nodes. */
TEST(files_that_open_while_a_thread_defines_are_valid)
{
    struct stage stage;
    struct qp_profile profile;
    char name[32];
    stage_play(&stage, run_many);
    assert_true(stage.numbers[0] > 0);
    for (int i = 1; i <= RUNS; i++) {
        snprintf(name, sizeof name, "run.%d.qii", i);
        stage_read(&stage, name, &profile);
        assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 1);
        qp_profile_close(&profile);
    }
    stage_close(&stage);
}
