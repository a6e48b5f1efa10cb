/* The disk is full, a file may not grow, or -max-data-size is reached: what is known goes on counting. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
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

/* Only the last test has threads, so that it alone is one for the thread sanitizer. */
#define KNOWN  20
#define OTHERS 50000 /* with a node or two of 48 bytes: more than any limit here has room for */
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

/* A few methods are known before the file is full, many appear then; the first ones are called until the end. */
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

/* All calls are there, known ones under their names and at their place; what found no room is counted and told in one
 * line. */
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
    assert_int_equal(stage_lines(stage, "err", "found no room"), 1);
    assert_int_equal(stage_lines(stage, "err", "libqprof:"), 0);
}

static void at_max_data_size(struct stage *stage)
{
    (void)stage;
    record("-data-file=run.qii -max-data-size=2M");
}

TEST_IF(!STAGE_THREAD_SANITIZED, max_data_size_keeps_what_is_known)
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

TEST_IF(!STAGE_THREAD_SANITIZED, file_limit_keeps_what_is_known)
{
    struct stage stage;
    stage_play(&stage, at_file_limit);
    check(&stage, "run.qii");
    stage_close(&stage);
}

/* The host's own handler is not called for the recorder's sake. */
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

/* The host's own signal, pending while it is blocked, stays so. */
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

TEST_IF(!STAGE_THREAD_SANITIZED, file_limit_leaves_the_hosts_signal_alone)
{
    struct stage stage;
    stage_play(&stage, at_file_limit_with_handler);
    check(&stage, "run.qii");
    stage_close(&stage);
    stage_play(&stage, at_file_limit_with_pending);
    check(&stage, "run.qii");
    stage_close(&stage);
}

/* Not even the first extents fit: no run, one line, no file, and a program that lives. */
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

TEST_IF(!STAGE_THREAD_SANITIZED, small_file_limit_is_told_in_one_line)
{
    struct stage stage;
    stage_play(&stage, at_small_file_limit);
    assert_int_equal(stage_lines(&stage, "err", ""), 1);
    assert_int_equal(stage_lines(&stage, "err", "run.qii"), 1);
    stage_close(&stage);
}

/* The summary does not fit its log file either: neither does that kill the program. */
static void with_log_at_file_limit(struct stage *stage)
{
    (void)stage;
    int fd = open("log", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    STAGE_CHECK(fd >= 0 && ftruncate(fd, LIMIT) == 0);
    close(fd);
    limit_files(LIMIT);
    record("-data-file=run.qii -log-file=log -append-logfile");
}

TEST_IF(!STAGE_THREAD_SANITIZED, a_full_log_file_does_no_harm)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, with_log_at_file_limit);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), 1 + AGAIN);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Nor does an stderr that is a file at its limit. */
static void with_stderr_at_file_limit(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(ftruncate(STDERR_FILENO, LIMIT) == 0 && lseek(STDERR_FILENO, 0, SEEK_END) == LIMIT);
    limit_files(LIMIT);
    record("-data-file=run.qii -nonsense");
}

TEST_IF(!STAGE_THREAD_SANITIZED, a_full_stderr_does_no_harm)
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

/* In a mount namespace of the scene's own; the data file is copied out at the end. */
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

TEST_IF(!STAGE_THREAD_SANITIZED, full_disk_keeps_what_is_known)
{
    struct stage stage;
    stage_play(&stage, on_full_disk);
    int refused = stage.numbers[0] != 0;
    if (!refused)
        check(&stage, "run.qii");
    stage_close(&stage);
    if (refused)
        skip(); /* no right to mount: the file limit above stands in for it */
}

/* ---- a file system without fallocate ----------------------------------------------------------------------------- */

/* The kernel answers for it: what of the system call is asked is only its number. */
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
        skip(); /* no seccomp, or no right to mount: tests/unit/extent.c stands in for it */
}

TEST_IF(!STAGE_THREAD_SANITIZED, a_file_limit_is_told_where_fallocate_is_not_supported)
{
    check_or_skip(at_file_limit_without_fallocate);
}

TEST_IF(!STAGE_THREAD_SANITIZED, a_full_disk_is_told_where_fallocate_is_not_supported)
{
    check_or_skip(on_full_disk_without_fallocate);
}

/* ---- threads ------------------------------------------------------------------------------------------------- */

#define THREADS 20

static void *call_on_thread(void *data)
{
    (void)data;
    for (unsigned again = 0; again < AGAIN; again++) {
        qprof_record_fn_entry(1 + again % KNOWN, 1);
        qprof_record_fn_exit(0);
    }
    return NULL;
}

/* Threads that begin when the file is full find the reserve. */
static void new_threads(struct stage *stage)
{
    pthread_t threads[THREADS];
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -max-data-size=2M", NULL) > 0);
    for (unsigned long i = 0; i < OTHERS; i++) {
        qprof_record_fn_entry(1000 + i, 1);
        qprof_record_fn_exit(0);
    }
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, call_on_thread, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    qprof_shutdown();
}

TEST(new_threads_count_when_the_file_is_full)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, new_threads);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_THREAD_LOST), 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), OTHERS + THREADS * AGAIN);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 3), THREADS * AGAIN / KNOWN);
    qp_profile_close(&profile);
    stage_close(&stage);
}

#define NAMED 100 /* a thread with a name keeps what it has in the file when it ends */
#define NEW   300 /* call paths that each of them comes to */

static void *call_with_name(void *data)
{
    qprof_set_thread_name("one of many");
    for (unsigned long i = 0; i < NEW; i++) {
        qprof_record_fn_entry(50000 + i, 1);
        qprof_record_fn_exit(0);
    }
    return call_on_thread(data);
}

/* Each begins when the one before has ended, after `wide` times `wide` call paths. */
static void named_threads(const char *options, unsigned long wide)
{
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    for (unsigned long i = 0; i < wide; i++) {
        qprof_record_fn_entry(1000 + i, 1);
        for (unsigned long j = 0; j < wide; j++) {
            qprof_record_fn_entry(1000 + j, 2);
            qprof_record_fn_exit(1);
        }
        qprof_record_fn_exit(0);
    }
    for (int i = 0; i < NAMED; i++) {
        pthread_t thread;
        STAGE_CHECK(pthread_create(&thread, NULL, call_with_name, NULL) == 0);
        pthread_join(thread, NULL);
    }
    qprof_shutdown();
}

static void in_a_small_file(struct stage *stage)
{
    (void)stage;
    named_threads("-data-file=run.qii -max-data-size=2M", 300);
}

static void in_a_large_file(struct stage *stage)
{
    (void)stage;
    named_threads("-data-file=run.qii -max-data-size=64M", 1250);
}

/* Threads that found no room, by the events that are told as lost: each thread's name and calls. */
static uint64_t threads_lost(void (*scene)(struct stage *stage), unsigned long wide)
{
    struct stage stage;
    struct qp_profile profile;
    const uint64_t calls = AGAIN + NEW;
    stage_play(&stage, scene);
    stage_read(&stage, "run.qii", &profile);
    uint64_t lost = stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_THREAD_LOST);
    uint64_t threads = lost / (1 + 2 * calls);
    assert_true(profile.reader.header.folded > 0);
    assert_int_equal(lost % (1 + 2 * calls), 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), wide + wide * wide + (NAMED - threads) * calls);
    qp_profile_close(&profile);
    stage_close(&stage);
    return threads;
}

TEST(each_event_of_a_thread_that_finds_no_room_is_told)
{
    assert_true(threads_lost(in_a_small_file, 300) > 0);
}

TEST_IF(!STAGE_THREAD_SANITIZED, reserve_for_new_threads_grows_with_the_file)
{
    assert_int_equal(threads_lost(in_a_large_file, 1250), 0);
}
