/* The file names of clients and servers without MPI contain the rank of the process, even if the rank becomes known
 * late. */
#include "tests/support/stage.h"
#include "tests/vt/one_state.h"

#include "VT.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- clients and servers ----------------------------------------------------------------------------------- */

static void run_as_client(const char *contact)
{
    int parent = 0;
    int rank = 0;
    int state;
    STAGE_CHECK(VT_clientinit(-1, "nobody", &contact) == VT_ERR_BADARG);
    STAGE_CHECK(VT_clientinit(2, "worker", &contact) == VT_OK && contact[0] == 'S');
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    STAGE_CHECK(VT_get_parent(&parent) == VT_OK && parent == VT_COMM_INVALID && VT_COMM_INVALID != VT_COMM_WORLD);
    STAGE_CHECK(VT_getrank(&rank) == VT_OK && rank == 2);
    STAGE_CHECK(VT_funcdef("Job:work", VT_NOCLASS, &state) == VT_OK && VT_begin(state) == VT_OK);
    STAGE_CHECK(VT_end(state) == VT_OK && VT_finalize() == VT_OK);
    exit(0);
}

static void server_and_client(struct stage *stage)
{
    const char *contact = NULL;
    char copy[128];
    int rank = 1;
    int status;
    (void)stage;
    setenv("VT_LOGFILE_NAME", "job.qii", 1);
    STAGE_CHECK(VT_serverinit("master", -1, NULL, &contact) == VT_ERR_BADARG && contact == NULL);
    STAGE_CHECK(VT_serverinit("master", 2, NULL, NULL) == VT_OK);
    STAGE_CHECK(VT_serverinit("master", 2, NULL, &contact) == VT_OK && contact != NULL);
    snprintf(copy, sizeof copy, "S%s", contact);
    STAGE_CHECK(VT_get_parent(NULL) == VT_ERR_BADARG);
    pid_t child = fork();
    if (child == 0)
        run_as_client(copy);
    STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK && VT_getrank(&rank) == VT_OK && rank == 0);
    STAGE_CHECK(VT_finalize() == VT_OK);
}

TEST(clients_and_servers_without_mpi_have_ranks_and_files_of_their_own)
{
    struct stage stage;
    stage_play(&stage, server_and_client);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = 'job.0000.qii job.0002.qii'"), 0);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " report job.0002.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", "rank 2 of 3"), 1);
    assert_int_equal(stage_lines(&stage, "tool", "Job:work"), 1);
    stage_close(&stage);
}

/* ---- launchers ----------------------------------------------------------------------------------------------- */

static const struct launcher {
    const char *rank, *ranks; /* environment variables */
    const char *value;        /* value of the variable `rank`; `ranks` is always "8" */
    const char *file;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "3", "job.0003.qii"},
    {"PMI_RANK", "PMI_SIZE", "7", "job.0007.qii"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "0", "job.0000.qii"},
    {"SLURM_PROCID", "SLURM_NTASKS", "0", "job.qii"}, /* in a batch script */
    {"PMI_RANK", "PMI_SIZE", "8", "job.qii"},
    {"PMI_RANK", "PMI_SIZE", "-1", "job.qii"},
    {"PMI_RANK", "PMI_SIZE", "3x", "job.qii"},
};
static const struct launcher *launcher;

static void run_under_launcher(struct stage *stage)
{
    int rank = -1;
    (void)stage;
    setenv("VT_LOGFILE_NAME", "job.qii", 1);
    setenv(launcher->rank, launcher->value, 1);
    setenv(launcher->ranks, "8", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK && VT_getrank(&rank) == VT_OK);
    STAGE_CHECK(rank == (strlen(launcher->file) == 7 ? 0 : atoi(launcher->value)));
    call_state();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

TEST(rank_is_read_from_the_variables_of_a_launcher)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        struct stage stage;
        launcher = &launchers[i];
        stage_play(&stage, run_under_launcher);
        expect_calls(&stage, launcher->file, 1);
        stage_close(&stage);
    }
}

/* ---- a rank that is known late ----------------------------------------------------------------------------- */

static void write_mine(const char *path)
{
    FILE *file = fopen(path, "w");
    STAGE_CHECK(file && fputs("mine\n", file) >= 0 && fclose(file) == 0);
}

/* Make a system call fail with `error`, as on a file system that does not support it. */
static void refuse(long call, int error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    STAGE_CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

static void join_late(struct stage *stage)
{
    const char *contact = "server";
    (void)stage;
    write_mine("job.0002.qii");
    setenv("VT_LOGFILE_NAME", "job.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK && access("job.qii", F_OK) == 0);
    call_state();
    STAGE_CHECK(VT_clientinit(2, "worker", &contact) == VT_OK);
    STAGE_CHECK(access("job.qii", F_OK) != 0 && access("job.0002.1.qii", F_OK) == 0);
    for (int fd = 3; fd < 1024; fd++)
        close(fd); /* the library must open the file again by its new name */
    call_state();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

static struct refusal {
    int rename, link;
} refusal;

static void join_late_where_calls_are_refused(struct stage *stage)
{
    if (refusal.rename)
        refuse(SYS_renameat2, refusal.rename);
    if (refusal.link)
        refuse(SYS_link, refusal.link);
    join_late(stage);
}

TEST(file_gets_a_rank_that_is_known_late_and_replaces_no_other_file)
{
    static const struct refusal refusals[] = {{0, 0},          {EINVAL, 0},          {ENOSYS, 0},
                                              {EINVAL, EPERM}, {EINVAL, EOPNOTSUPP}, {ENOSYS, ENOSYS}};
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct stage stage;
        refusal = refusals[i];
        stage_play(&stage, join_late_where_calls_are_refused);
        assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = 'job.0002.1.qii job.0002.qii'"), 0);
        assert_int_equal(stage_lines(&stage, "job.0002.qii", "mine"), 1);
        assert_int_equal(stage_lines(&stage, "err", "closed"), 0);
        assert_int_equal(stage_lines(&stage, "err", "qii report job.0002.1.qii"), 1);
        expect_calls(&stage, "job.0002.1.qii", 2);
        stage_close(&stage);
    }
}

static void join_from_elsewhere(struct stage *stage)
{
    const char *contact = "server";
    (void)stage;
    setenv("VT_LOGFILE_NAME", "job.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    STAGE_CHECK(mkdir("other", 0700) == 0 && chdir("other") == 0);
    write_mine("job.qii");
    STAGE_CHECK(VT_clientinit(2, "worker", &contact) == VT_OK);
    STAGE_CHECK(access("job.qii", F_OK) == 0);
    call_state();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

TEST(file_keeps_its_name_after_a_chdir_and_so_does_another_file_of_that_name)
{
    struct stage stage;
    stage_play(&stage, join_from_elsewhere);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii other/*)\" = 'job.qii other/job.qii'"), 0);
    assert_int_equal(stage_lines(&stage, "other/job.qii", "mine"), 1);
    expect_calls(&stage, "job.qii", 1);
    stage_close(&stage);
}
