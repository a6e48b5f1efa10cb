/* VT_initialize and VT_finalize: called twice, concurrently, never, in child processes, and beside libqprof. */
#include "tests/support/stage.h"
#include "tests/vt/one_state.h"

#include "VT.h"
#include "qprof.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define QPROF_METHOD 7

static void start(void)
{
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

static void expect(void (*scene)(struct stage *), uint64_t calls, unsigned lines)
{
    struct stage stage;
    stage_play(&stage, scene);
    expect_calls(&stage, "run.qii", calls);
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

/* Call VT_initialize on several threads at once. Because it reads a long configuration file, all threads have called
 * it before the first call returns. */
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

TEST(threads_may_start_concurrently)
{
    expect(at_once, THREADS, 1);
}

static void without_finalize(struct stage *stage)
{
    (void)stage;
    start();
    call_state();
}

TEST(exit_without_finalize_ends_the_run)
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

TEST(forked_child_may_start_a_run_of_its_own)
{
    struct stage stage;
    stage_play(&stage, with_children);
    expect_calls(&stage, "run.qii", 2);
    expect_calls(&stage, "finished.qii", 2);
    expect_calls(&stage, "left.qii", 2);
    expect_calls(&stage, "late.qii", 1);
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

TEST(followed_child_records_already)
{
    struct stage stage;
    stage_play(&stage, followed_child);
    expect_calls(&stage, "run.qii", 1);
    expect_calls(&stage, "run.1.qii", 2);
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

TEST(failed_start_may_be_repeated)
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

TEST(file_named_none_is_not_kept)
{
    struct stage stage;
    stage_play(&stage, in_memory);
    assert_int_equal(stage_run(&stage, "test \"$(echo *.qii)\" = '*.qii'"), 0);
    assert_int_equal(stage_lines(&stage, "err", "libvt: 3 events of 1 thread, not saved"), 1);
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

TEST(libqprof_and_libvt_share_a_file)
{
    expect_both(qprof_first, 10, QP_VT, 1);
    expect_both(qprof_first_and_no_name, 10, QP_VT, 0);
    expect_both(qprof_second, 11, QP_QPROF, 1);
}
