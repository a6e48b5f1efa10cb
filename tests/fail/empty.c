/* The blocks that the data file of a run without events takes on disk. This test is built for libqprof and for libvt.
 */
#include "tests/support/stage.h"

#ifdef WITH_VT
#include "VT.h"
#else
#include "qprof.h"
#endif

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST        65536        /* bytes on disk after the run */
#define MOST_KILLED (512 * 1024) /* bytes on disk while the run records, and after a kill */

static void begin(const char *file)
{
#ifdef WITH_VT
    setenv("VT_LOGFILE_NAME", file, 1);
    setenv("VT_VERBOSE", "0", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
#else
    char options[300];
    snprintf(options, sizeof options, "-quiet -data-file=%s", file);
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
#endif
}

static void end(void)
{
#ifdef WITH_VT
    VT_finalize();
#else
    qprof_shutdown();
#endif
}

static uint64_t size_on_disk(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (uint64_t)status.st_blocks * 512;
}

static void empty(struct stage *stage)
{
    (void)stage;
    begin("run.qii");
    end();
}

TEST(file_of_an_empty_run_takes_at_most_64_kib)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, empty);
    assert_in_range(size_on_disk(stage_path(&stage, "run.qii")), 1, MOST);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* A copy of a file with holes has the same content, with holes or without. */
TEST(copies_of_the_file_are_equal)
{
    struct stage stage;
    stage_play(&stage, empty);
    assert_int_equal(stage_run(&stage, "cp --sparse=never run.qii full.qii && cp --sparse=always run.qii holes.qii"),
                     0);
    assert_int_equal(stage_run(&stage, "cmp run.qii full.qii && cmp run.qii holes.qii"), 0);
    stage_close(&stage);
}

/* tmpfs takes a page for each page of a hole that is read through a mapping. */
static void in_shared_memory(struct stage *stage)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/qii-empty-%d.qii", (int)getpid());
    begin(path);
    end();
    STAGE_CHECK(symlink(path, "run.qii") == 0);
    (void)stage;
}

TEST(file_in_shared_memory_takes_at_most_64_kib_also_after_it_was_read)
{
    struct stage stage;
    struct qp_profile profile;
    char path[256] = "";
    stage_play(&stage, in_shared_memory);
    assert_true(readlink(stage_path(&stage, "run.qii"), path, sizeof path - 1) > 0);
    uint64_t size = size_on_disk(path);
    assert_in_range(size, 1, MOST);
    stage_read(&stage, "run.qii", &profile);
    qp_profile_close(&profile);
    assert_int_equal(size_on_disk(path), size);
    unlink(path);
    stage_close(&stage);
}

static void killed(struct stage *stage)
{
    (void)stage;
    begin("run.qii");
    raise(SIGKILL);
}

TEST(file_of_an_empty_run_that_is_killed_takes_at_most_512_kib)
{
    struct stage stage;
    struct qp_profile profile;
    stage_begin(&stage, killed);
    stage_wait(&stage);
    assert_in_range(size_on_disk(stage_path(&stage, "run.qii")), 1, MOST_KILLED);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_KILLED);
    qp_profile_close(&profile);
    stage_close(&stage);
}
