/* All processes that one launcher started have one job id in their files, in libvt without MPI, too. Processes that
 * MPI_Comm_spawn started share it, with a number of their MPI_COMM_WORLD. */
#include "tests/support/stage.h"
#include "tests/vt/one_state.h"

#include "VT.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_VARIABLES 8

/* Variables of all launchers. The test itself may run under one of them. */
static const char *const all[] = {
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_SIZE",
    "OMPI_MCA_orte_precondition_transports",
    "OMPI_PARENT_PORT",
    "PMIX_NAMESPACE",
    "PMI_RANK",
    "PMI_SIZE",
    "SLURM_CLUSTER_NAME",
    "SLURM_JOB_ID",
    "SLURM_JOB_START_TIME",
    "SLURM_PROCID",
    "SLURM_RESTART_COUNT",
    "SLURM_STEP_ID",
    "SLURM_STEP_NUM_TASKS",
};

static const char *const *given; /* "NAME=value" for each variable of the scene, then NULL */

static void record(void)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        unsetenv(all[i]);
    for (const char *const *it = given; *it; it++)
        STAGE_CHECK(putenv(strdup(*it)) == 0);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    call_state();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

static void record_here(struct stage *stage)
{
    (void)stage;
    setenv("VT_LOGFILE_NAME", "job.qii", 1);
    record();
}

/* Record in a child of the scene, whose starter is the scene and not the test. */
static void record_below(struct stage *stage)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        record_here(stage);
        _exit(0);
    }
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

static void record_by_pattern(struct stage *stage)
{
    (void)stage;
    setenv("VT_LOGFILE_NAME", "%r.of.qii", 1);
    record();
}

struct job {
    uint64_t id;
    uint32_t world;
};

/* Play a scene with these variables. Expect it to write this file, and return the file's job. */
static struct job job_of(void (*scene)(struct stage *), const char *const variables[], const char *file)
{
    struct stage stage;
    struct qp_profile profile;
    char host[HOST_NAME_MAX + 1];
    given = variables;
    stage_play(&stage, scene);
    stage_read(&stage, file, &profile);
    struct job job = {profile.reader.header.job, profile.reader.header.world};
    assert_int_equal(gethostname(host, sizeof host), 0);
    assert_true(qp_text_equal(profile.host, qp_text_of(host)));
    qp_profile_close(&profile);
    stage_close(&stage);
    return job;
}

#define JOB(scene, file, ...) job_of(scene, (const char *const[MOST_VARIABLES]){__VA_ARGS__}, file)

#define OPEN_MPI(rank, key, namespace)                                                                                 \
    "OMPI_COMM_WORLD_SIZE=2", "OMPI_COMM_WORLD_RANK=" rank, "OMPI_MCA_orte_precondition_transports=" key,              \
        "PMIX_NAMESPACE=" namespace

TEST(process_without_a_launcher_has_no_job)
{
    assert_int_equal(JOB(record_here, "job.qii", "PMIX_NAMESPACE=65537").id, 0);
}

/* The namespaces are 0x70001 and so on. */
TEST(processes_of_open_mpi_share_the_key_of_mpirun)
{
    struct job first = JOB(record_here, "job.0000.qii", OPEN_MPI("0", "1-2", "458753"));
    assert_true(first.id != 0 && first.world == 0);
    assert_int_equal(JOB(record_below, "job.0001.qii", OPEN_MPI("1", "1-2", "458753")).id, first.id);
    assert_int_not_equal(JOB(record_here, "job.0000.qii", OPEN_MPI("0", "1-3", "458753")).id, first.id);
    assert_int_not_equal(JOB(record_here, "job.0000.qii", OPEN_MPI("0", "1-2", "524289")).id, first.id);
}

TEST(spawned_processes_of_open_mpi_have_their_parents_job_and_files_of_their_own)
{
    struct job first = JOB(record_here, "job.0000.qii", OPEN_MPI("0", "1-2", "458753"));
    struct job spawned =
        JOB(record_here, "job.spawn2.0000.qii", OPEN_MPI("0", "1-2", "458755"), "OMPI_PARENT_PORT=458753.0:1");
    assert_true(spawned.id == first.id && spawned.world == 2);
    spawned =
        JOB(record_by_pattern, "spawn1.0001.of.qii", OPEN_MPI("1", "1-2", "458754"), "OMPI_PARENT_PORT=458753.0:1");
    assert_true(spawned.id == first.id && spawned.world == 1);
    /* A job that a persistent server started after others. */
    assert_int_equal(JOB(record_here, "job.0000.qii", OPEN_MPI("0", "1-2", "458755")).world, 0);
}

TEST(namespaces_of_open_mpi_5_are_names)
{
    struct job first = JOB(record_here, "job.0001.qii", OPEN_MPI("1", "", "prterun-node-12@1"));
    struct job spawned =
        JOB(record_here, "job.spawn1.0000.qii", OPEN_MPI("0", "", "prterun-node-12@2"), "OMPI_PARENT_PORT=x");
    assert_true(first.id != 0 && first.world == 0 && spawned.id == first.id && spawned.world == 1);
    assert_int_not_equal(JOB(record_here, "job.0001.qii", OPEN_MPI("1", "", "prterun-node-13@1")).id, first.id);
}

TEST(processes_of_an_unknown_pmi_launcher_share_their_parent)
{
    struct job first = JOB(record_here, "job.0000.qii", "PMI_RANK=0", "PMI_SIZE=2");
    assert_int_not_equal(first.id, 0);
    assert_int_equal(JOB(record_here, "job.0001.qii", "PMI_RANK=1", "PMI_SIZE=2").id, first.id);
    assert_int_not_equal(JOB(record_below, "job.0000.qii", "PMI_RANK=0", "PMI_SIZE=2").id, first.id);
}

#define SLURM(job, step) "SLURM_STEP_NUM_TASKS=2", "SLURM_PROCID=1", "SLURM_JOB_ID=" job, "SLURM_STEP_ID=" step

TEST(processes_of_slurm_share_the_step)
{
    struct job first = JOB(record_here, "job.0001.qii", SLURM("8", "1"));
    assert_int_not_equal(first.id, 0);
    assert_int_equal(JOB(record_below, "job.0001.qii", SLURM("8", "1")).id, first.id);
    assert_int_equal(JOB(record_below, "job.0000.qii", SLURM("8", "1"), "PMI_RANK=0", "PMI_SIZE=2").id, first.id);
    assert_int_not_equal(JOB(record_here, "job.0001.qii", SLURM("8", "2")).id, first.id);
    assert_int_not_equal(JOB(record_here, "job.0001.qii", SLURM("9", "1")).id, first.id);
}
