/* A test in which one thread excludes lines from coverage while another opens and closes data files. Each exclusion
 * is recorded in one file or in none. */
#include "tests/support/stage.h"

#include "base/atomic.h"
#include "qprof.h"

#include <pthread.h>

/* ThreadSanitizer reports a race even if the race has no effect, so fewer runs suffice. */
#define RUNS (STAGE_THREAD_SANITIZED ? 20 : 120)

/* Number of times that each exclusion is given, and number of exclusions that are new in a run. Only the first call is
 * recorded, but each locks. Each file repeats all exclusions: without these limits there would be hundreds of
 * thousands, and the more the slower the machine is, so that the runs would take minutes. */
#define REPEATS 20
#define NEW     100

static uint32_t over;
static uint32_t runs = 1;

static void *define(void *data)
{
    unsigned *rounds = data;
    char file[32];
    for (; !qp_load_acquire(&over); *rounds += *rounds < REPEATS * NEW * qp_load_relaxed(&runs)) {
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
        qp_store_relaxed(&runs, (uint32_t)i + 1);
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
