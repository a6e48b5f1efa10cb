/* Runs in which the data file cannot grow, because the disk is full, a limit of the process forbids it, or
 * -max-data-size is reached: calls on known paths are still counted. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KNOWN  20
#define OTHERS 50000 /* number of methods, with one or two nodes of 48 bytes each; more than the file can hold */
#define AGAIN  1000
#define BLOCKS 5

#define LIMIT  (2 << 20)

static const qprof_LineInfo lines[BLOCKS] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}};

static void call_known(unsigned long i)
{
    qprof_record_fn_entry(i, 2);
    qprof_record_bb_counts(1, 1);
    qprof_record_fn_exit(1);
}

/* Call a few methods before the file is full, then many new methods, and at the end the first methods again. */
static void record(const char *options)
{
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    qprof_record_fn_entry(500, 1);
    for (unsigned long i = 1; i <= KNOWN; i++) {
        qprof_register_method_id(i, "known", NULL, 0, "known.toy", lines, BLOCKS);
        call_known(i);
    }
    for (unsigned long i = 0; i < OTHERS; i++) {
        qprof_record_fn_entry(1000 + i, 2);
        qprof_record_fn_entry(1, 3);
        qprof_record_fn_exit(2);
        qprof_record_fn_exit(1);
    }
    for (unsigned again = 0; again < AGAIN; again++)
        for (unsigned long i = 1; i <= KNOWN; i++)
            call_known(i);
    STAGE_CHECK(qprof_current_method_id() == 500);
    qprof_record_fn_exit(0);
    qprof_shutdown();
}

/* Check that all calls of known methods have their names and paths, and that the calls without room are counted and
 * reported in one line. */
static void check(struct stage *stage, const char *name)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 1 + KNOWN + 2 * OTHERS + AGAIN * KNOWN);
    for (unsigned long i = 2; i <= KNOWN; i++) {
        assert_int_equal(stage_calls(&profile, QP_QPROF, i), 1 + AGAIN);
        assert_int_equal(stage_block(&profile, QP_QPROF, i, 1), 1 + AGAIN);
    }
    assert_true(profile.reader.header.folded > 0);
    assert_true(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_NO_ROOM) > 0);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_NO_ROOM), 0);
    assert_true(profile.reader.file_size <= LIMIT);
    assert_true(profile.reader.ending == QP_ENDING_NORMAL);
    qp_profile_close(&profile);
    assert_int_equal(stage_lines(stage, "err", "a record without space"), 1);
    assert_int_equal(stage_lines(stage, "err", "libqprof:"), 0);
}

static void at_max_data_size(struct stage *stage)
{
    (void)stage;
    record("-data-file=run.qii -max-data-size=2M");
}

TEST(max_data_size_keeps_known_paths)
{
    struct stage stage;
    stage_play(&stage, at_max_data_size);
    check(&stage, "run.qii");
    stage_close(&stage);
}

/* ---- RLIMIT_FSIZE ------------------------------------------------------------------------------------------------ */

static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

static void limit_files(uint64_t size)
{
    const struct rlimit limit = {size, size};
    STAGE_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static void at_file_limit(struct stage *stage)
{
    (void)stage;
    limit_files(LIMIT);
    record("-data-file=run.qii");
}

TEST(file_limit_keeps_known_paths)
{
    struct stage stage;
    stage_play(&stage, at_file_limit);
    check(&stage, "run.qii");
    stage_close(&stage);
}

/* The recorder's writes must not cause calls of the program's own SIGXFSZ handler. */
static void at_file_limit_with_handler(struct stage *stage)
{
    (void)stage;
    limit_files(LIMIT);
    signal(SIGXFSZ, handle);
    record("-data-file=run.qii");
    STAGE_CHECK(handled == 0);
    raise(SIGXFSZ);
    STAGE_CHECK(handled == 1);
}

/* A SIGXFSZ of the program, which is blocked and pending, must stay pending. */
static void at_file_limit_with_pending(struct stage *stage)
{
    sigset_t set, pending, mask;
    (void)stage;
    limit_files(LIMIT);
    signal(SIGXFSZ, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGXFSZ);
    record("-data-file=run.qii");
    STAGE_CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) && handled == 0);
    STAGE_CHECK(sigprocmask(SIG_SETMASK, NULL, &mask) == 0 && sigismember(&mask, SIGXFSZ));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    STAGE_CHECK(handled == 1);
}

TEST(file_limit_does_not_affect_the_hosts_signal)
{
    struct stage stage;
    stage_play(&stage, at_file_limit_with_handler);
    check(&stage, "run.qii");
    stage_close(&stage);
    stage_play(&stage, at_file_limit_with_pending);
    check(&stage, "run.qii");
    stage_close(&stage);
}

/* If not even the first extents fit, no run begins, one line is printed, no file is left, and the program continues. */
static void at_small_file_limit(struct stage *stage)
{
    (void)stage;
    limit_files(100000);
    STAGE_CHECK(qprof_initialize("-data-file=run.qii", NULL) == QPROF_ERR_FILE);
    STAGE_CHECK(access("run.qii", F_OK) != 0);
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_exit(0);
    qprof_shutdown();
}

TEST(small_file_limit_is_reported_in_one_line)
{
    struct stage stage;
    stage_play(&stage, at_small_file_limit);
    assert_int_equal(stage_lines(&stage, "err", ""), 1);
    assert_int_equal(stage_lines(&stage, "err", "run.qii"), 1);
    stage_close(&stage);
}

/* If the summary does not fit into its log file either, that must not kill the program. */
static void with_log_at_file_limit(struct stage *stage)
{
    (void)stage;
    int fd = open("log", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    STAGE_CHECK(fd >= 0 && ftruncate(fd, LIMIT) == 0);
    close(fd);
    limit_files(LIMIT);
    record("-data-file=run.qii -log-file=log -append-logfile");
}

TEST(full_log_file_is_harmless)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, with_log_at_file_limit);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), 1 + AGAIN);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* The summary goes to stderr, which is a file at its size limit. That must not kill the program. */
static void with_stderr_at_file_limit(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(ftruncate(STDERR_FILENO, LIMIT) == 0 && lseek(STDERR_FILENO, 0, SEEK_END) == LIMIT);
    limit_files(LIMIT);
    record("-data-file=run.qii -nonsense");
}

TEST(full_stderr_is_harmless)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, with_stderr_at_file_limit);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), 1 + AGAIN);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- a full disk --------------------------------------------------------------------------------------------- */

/* Record on a small file system in a mount namespace of this process, and copy the data file out of it at the end. */
static void on_full_disk(struct stage *stage)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mkdir("disk", 0700) != 0 || mount("full", "disk", "tmpfs", 0, "size=2M") != 0) {
        stage->numbers[0] = 1;
        return;
    }
    record("-data-file=disk/run.qii");
    STAGE_CHECK(system("cp disk/run.qii run.qii") == 0);
}

TEST(full_disk_keeps_known_paths)
{
    struct stage stage;
    stage_play(&stage, on_full_disk);
    int refused = stage.numbers[0] != 0;
    if (!refused)
        check(&stage, "run.qii");
    stage_close(&stage);
    if (refused)
        skip(); /* mounting is not permitted here; the tests with a file size limit check the same */
}

/* ---- a file system without fallocate ----------------------------------------------------------------------------- */

/* Make each fallocate of this process fail with this error, by a seccomp filter. */
static bool refuse_fallocate(int error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
           syscall(SYS_fallocate, -1, 0, 0, 1) == -1 && errno == error;
}

static void at_file_limit_without_fallocate(struct stage *stage)
{
    if (!refuse_fallocate(EOPNOTSUPP)) {
        stage->numbers[0] = 1;
        return;
    }
    limit_files(LIMIT);
    record("-data-file=run.qii");
}

static void on_full_disk_without_fallocate(struct stage *stage)
{
    if (!refuse_fallocate(EOPNOTSUPP))
        stage->numbers[0] = 1;
    else
        on_full_disk(stage);
}

static void check_or_skip(void (*scene)(struct stage *stage))
{
    struct stage stage;
    stage_play(&stage, scene);
    int refused = stage.numbers[0] != 0;
    if (!refused)
        check(&stage, "run.qii");
    stage_close(&stage);
    if (refused)
        skip(); /* seccomp or mounting is not permitted here; tests/unit/extent.c checks the same */
}

TEST(file_limit_is_reported_without_fallocate)
{
    check_or_skip(at_file_limit_without_fallocate);
}

TEST(full_disk_is_reported_without_fallocate)
{
    check_or_skip(on_full_disk_without_fallocate);
}
