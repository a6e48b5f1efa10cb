/* VT_initialize and VT_finalize: twice, at once, not at all, in children, beside libqprof. */
#include "tests/support/stage.h"

#include "VT.h"
#include "qprof.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define QPROF_METHOD 7

static void call_state(void)
{
    int handle;
    STAGE_CHECK(VT_funcdef("A:x", VT_NOCLASS, &handle) == VT_OK);
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

static void start(void)
{
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

/* The data files that a scene may leave, by name, and the calls of states in each. */
static void expect_file(const struct stage *stage, const char *name, uint64_t calls)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), calls);
    assert_int_equal(stage_diagnostics_but(&profile, QP_VT, QP_DIAGNOSTIC_NOT_RUNNING), 0);
    qp_profile_close(&profile);
}

static void expect(void (*scene)(struct stage *), uint64_t calls, unsigned lines)
{
    struct stage stage;
    stage_play(&stage, scene);
    expect_file(&stage, "run.qii", calls);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "err", "libvt: "), lines);
    stage_close(&stage);
}

/* ---- twice ----------------------------------------------------------------------------------------------- */

static void twice(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(VT_finalize() == VT_OK);
    start();
    start();
    call_state();
    start();
    STAGE_CHECK(VT_finalize() == VT_OK && VT_finalize() == VT_OK);
    start();
    int handle;
    STAGE_CHECK(VT_funcdef("A:y", VT_NOCLASS, &handle) == VT_OK);
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
    STAGE_CHECK(VT_finalize() == VT_OK);
}

TEST(second_calls_are_harmless)
{
    expect(twice, 1, 1);
}

#define THREADS 8

static pthread_barrier_t barrier;

static void *start_and_call(void *unused)
{
    pthread_barrier_wait(&barrier);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    call_state();
    return unused;
}

/* A long configuration makes the start last until all others have come. */
static void at_once(struct stage *stage)
{
    pthread_t threads[THREADS];
    (void)stage;
    FILE *file = fopen("vt.conf", "we");
    for (int i = 0; i < 40000; i++)
        fputs("LOGFILE-NAME run.qii\n", file);
    fclose(file);
    setenv("VT_CONFIG", "vt.conf", 1);
    pthread_barrier_init(&barrier, NULL, THREADS);
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, start_and_call, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

TEST(threads_may_start_at_once)
{
    expect(at_once, THREADS, 1);
}

static void without_finalize(struct stage *stage)
{
    (void)stage;
    start();
    call_state();
}

TEST(an_exit_without_finalize_is_an_end)
{
    expect(without_finalize, 1, 1);
}

/* ---- children -------------------------------------------------------------------------------------------- */

static void with_children(struct stage *stage)
{
    (void)stage;
    start();
    call_state();
    for (int finishes = 0; finishes < 2; finishes++) {
        pid_t child = fork();
        if (child == 0) {
            STAGE_CHECK(VT_enter(1, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
            setenv("VT_LOGFILE_NAME", finishes ? "finished.qii" : "left.qii", 1);
            STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
            call_state();
            call_state();
            if (finishes)
                STAGE_CHECK(VT_finalize() == VT_OK && VT_initialize(NULL, NULL) == VT_OK);
            exit(0);
        }
        int status;
        STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
    }
    call_state();
    VT_finalize();
    pid_t late = fork();
    if (late == 0) {
        setenv("VT_LOGFILE_NAME", "late.qii", 1);
        STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
        call_state();
        exit(0);
    }
    int status;
    STAGE_CHECK(waitpid(late, &status, 0) == late && status == 0);
}

TEST(a_forked_child_may_start_a_run_of_its_own)
{
    struct stage stage;
    stage_play(&stage, with_children);
    expect_file(&stage, "run.qii", 2);
    expect_file(&stage, "finished.qii", 2);
    expect_file(&stage, "left.qii", 2);
    expect_file(&stage, "late.qii", 1);
    assert_int_equal(stage_lines(&stage, "err", "libvt: "), 4);
    stage_close(&stage);
}

static void followed_child(struct stage *stage)
{
    (void)stage;
    setenv("VT_OPTIONS", "-follow-child-processes", 1);
    start();
    call_state();
    pid_t child = fork();
    if (child == 0) {
        call_state();
        start();
        call_state();
        STAGE_CHECK(VT_finalize() == VT_OK);
        start();
        STAGE_CHECK(VT_enter(40000, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
        exit(0);
    }
    int status;
    STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
}

TEST(a_child_that_is_followed_records_already)
{
    struct stage stage;
    stage_play(&stage, followed_child);
    expect_file(&stage, "run.qii", 1);
    expect_file(&stage, "run.1.qii", 2);
    stage_close(&stage);
}

/* ---- no file --------------------------------------------------------------------------------------------- */

static void in_no_directory(struct stage *stage)
{
    (void)stage;
    setenv("VT_LOGFILE_PREFIX", "none such", 1);
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_ERR_BADFILE);
    STAGE_CHECK(VT_enter(40000, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
    STAGE_CHECK(VT_finalize() == VT_OK);
    unsetenv("VT_LOGFILE_PREFIX");
    start();
    call_state();
}

TEST(a_start_that_failed_may_be_tried_again)
{
    expect(in_no_directory, 1, 2);
}

static void in_memory(struct stage *stage)
{
    (void)stage;
    setenv("VT_LOGFILE_NAME", "none", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    call_state();
}

TEST(a_file_called_none_is_not_kept)
{
    struct stage stage;
    stage_play(&stage, in_memory);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = '*.qii'"), 0);
    assert_int_equal(stage_lines(&stage, "err", "libvt: 3 events of 1 thread, not kept"), 1);
    stage_close(&stage);
}

/* ---- beside libqprof ------------------------------------------------------------------------------------- */

struct qprof {
    int (*initialize)(const char *options, void (*callback)(qprof_MethodID));
    void (*enter)(qprof_MethodID method, qprof_StackID stack);
    void (*leave)(qprof_StackID stack);
    void (*shutdown)(void);
};

static struct qprof load_qprof(void)
{
    struct qprof qprof;
    void *library = dlopen(QPROF_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    STAGE_CHECK(library != NULL);
    *(void **)&qprof.initialize = dlsym(library, "qprof_initialize");
    *(void **)&qprof.enter = dlsym(library, "qprof_record_fn_entry");
    *(void **)&qprof.leave = dlsym(library, "qprof_record_fn_exit");
    *(void **)&qprof.shutdown = dlsym(library, "qprof_shutdown");
    return qprof;
}

static void record_with_both(const struct qprof *qprof)
{
    for (unsigned i = 0; i < 10; i++) {
        qprof->enter(QPROF_METHOD, 1);
        call_state();
        qprof->leave(0);
    }
}

static void qprof_first(struct stage *stage)
{
    (void)stage;
    struct qprof qprof = load_qprof();
    STAGE_CHECK(qprof.initialize("-quiet -data-file=run.qii", NULL) > 0);
    setenv("VT_LOGFILE_NAME", "other.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    record_with_both(&qprof);
    qprof.shutdown();
    call_state();
    VT_finalize();
}

static void qprof_first_and_no_name(struct stage *stage)
{
    (void)stage;
    struct qprof qprof = load_qprof();
    STAGE_CHECK(qprof.initialize("-quiet -data-file=run.qii", NULL) > 0);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    record_with_both(&qprof);
    qprof.shutdown();
    call_state();
    VT_finalize();
}

static void qprof_second(struct stage *stage)
{
    (void)stage;
    start();
    struct qprof qprof = load_qprof();
    STAGE_CHECK(qprof.initialize("-quiet -data-file=other.qii", NULL) > 0);
    record_with_both(&qprof);
    call_state();
    VT_finalize();
    qprof.enter(QPROF_METHOD, 1);
    qprof.leave(0);
    qprof.shutdown();
}

static void expect_both(void (*scene)(struct stage *), uint64_t methods, enum qp_product second, uint64_t named)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, scene);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = run.qii"), 0);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), 11);
    assert_int_equal(stage_calls(&profile, QP_QPROF, QPROF_METHOD), methods);
    assert_int_equal(stage_diagnostic(&profile, second, QP_DIAGNOSTIC_SECOND_FILE), named);
    assert_int_equal(profile.carrier_count, 1);
    qp_profile_close(&profile);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", " enter "), 11);
    stage_close(&stage);
}

TEST(beside_libqprof_there_is_one_file)
{
    expect_both(qprof_first, 10, QP_VT, 1);
    expect_both(qprof_first_and_no_name, 10, QP_VT, 0);
    expect_both(qprof_second, 11, QP_QPROF, 1);
}

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

/* ---- a rank that is learned late --------------------------------------------------------------------------- */

static void write_mine(const char *path)
{
    FILE *file = fopen(path, "w");
    STAGE_CHECK(file && fputs("mine\n", file) >= 0 && fclose(file) == 0);
}

/* Stands for file systems that cannot do this. */
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
        close(fd); /* the file is opened again by its new name */
    call_state();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

static void join_late_without_renameat2(struct stage *stage)
{
    refuse(SYS_renameat2, EINVAL);
    join_late(stage);
}

static void join_late_without_links(struct stage *stage)
{
    refuse(SYS_link, EPERM);
    join_late_without_renameat2(stage);
}

TEST(a_file_gets_the_rank_that_is_learned_late_and_replaces_none)
{
    static void (*const scenes[])(struct stage *) = {join_late, join_late_without_renameat2, join_late_without_links};
    for (int i = 0; i < 3; i++) {
        struct stage stage;
        stage_play(&stage, scenes[i]);
        assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = 'job.0002.1.qii job.0002.qii'"), 0);
        assert_int_equal(stage_lines(&stage, "job.0002.qii", "mine"), 1);
        assert_int_equal(stage_lines(&stage, "err", "closed"), 0);
        assert_int_equal(stage_lines(&stage, "err", "qii report job.0002.1.qii"), 1);
        expect_file(&stage, "job.0002.1.qii", 2);
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

TEST(a_file_in_another_directory_keeps_its_name_and_one_of_that_name_here_too)
{
    struct stage stage;
    stage_play(&stage, join_from_elsewhere);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii other/*)\" = 'job.qii other/job.qii'"), 0);
    assert_int_equal(stage_lines(&stage, "other/job.qii", "mine"), 1);
    expect_file(&stage, "job.qii", 1);
    stage_close(&stage);
}
