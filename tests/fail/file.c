/* Directories in which no data file can be made, and existing files that it must not replace. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void call_once(void)
{
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_exit(0);
}

static void check_one_call(const struct stage *stage, const char *name)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 1);
    qp_profile_close(&profile);
}

static void write_text(const char *name, const char *text)
{
    FILE *out = fopen(name, "w");
    STAGE_CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

/* Use a path through a file that is no directory. Unlike missing permissions, this is an error even for root. */
static void in_no_directory(struct stage *stage)
{
    (void)stage;
    write_text("plain", "");
    STAGE_CHECK(qprof_initialize("-data-file=plain/run.qii", NULL) == QPROF_ERR_FILE);
    STAGE_CHECK(!qprof_is_running());
    call_once();
    qprof_shutdown();
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    call_once();
    qprof_shutdown();
}

TEST(unwritable_directory_is_reported_in_one_line)
{
    struct stage stage;
    stage_play(&stage, in_no_directory);
    assert_int_equal(stage_lines(&stage, "err", ""), 1);
    assert_int_equal(stage_lines(&stage, "err", "plain/run.qii"), 1);
    check_one_call(&stage, "run.qii");
    stage_close(&stage);
}

/* Give up the rights of root, to whom permissions do not apply. Skip this if other users have no access to the build
 * tree. */
static void in_read_only_directory(struct stage *stage)
{
    STAGE_CHECK(mkdir("closed", 0555) == 0);
    if (getuid() == 0)
        STAGE_CHECK(chmod(".", 0755) == 0 && setgid(65534) == 0 && setuid(65534) == 0);
    if (access("closed", X_OK) != 0) {
        stage->numbers[0] = 1;
        return;
    }
    STAGE_CHECK(qprof_initialize("-data-file=closed/run.qii", NULL) == QPROF_ERR_FILE);
    call_once();
}

TEST(read_only_directory_is_reported_in_one_line)
{
    struct stage stage;
    stage_play(&stage, in_read_only_directory);
    int refused = stage.numbers[0] != 0;
    if (!refused)
        assert_int_equal(stage_lines(&stage, "err", "Permission denied"), 1);
    stage_close(&stage);
    if (refused)
        skip();
}

static void record_one_run(const char *options)
{
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    call_once();
    qprof_shutdown();
}

static void beside_others(struct stage *stage)
{
    (void)stage;
    umask(0);
    write_text("run.qii", "mine");
    write_text("target", "mine too");
    STAGE_CHECK(symlink("target", "run.1.qii") == 0 && symlink("nowhere", "run.2.qii") == 0);
    record_one_run("-data-file=run.qii -quiet");
    record_one_run("-data-file=numbered.%n.qii -quiet");
    record_one_run("-data-file=numbered.%n.qii -quiet");
}

static void replace_earlier(struct stage *stage)
{
    const char options[] = "-data-file=run.qii -replace-data-file -quiet";
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    qprof_shutdown();
    int old = open("run.qii", O_RDONLY);
    record_one_run(options);
    STAGE_CHECK(mkdir("here", 0700) == 0);
    record_one_run("-data-file=copied.qii -quiet");
    STAGE_CHECK(qprof_initialize("-data-file=copied.qii -replace-data-file -record-in=here -quiet", NULL) > 0);
    STAGE_CHECK(access("copied.qii", F_OK) != 0); /* the data of the earlier run must not be copied as that of this
                                                   * run */
    call_once();
    qprof_shutdown();
    struct stat status;
    STAGE_CHECK(fstat(old, &status) == 0 && status.st_nlink == 0);
    stage->numbers[0] = 1;
}

TEST(data_file_of_an_earlier_run_is_replaced)
{
    struct stage stage;
    stage_play(&stage, replace_earlier);
    assert_int_equal(stage.numbers[0], 1);
    check_one_call(&stage, "run.qii");
    check_one_call(&stage, "copied.qii");
    assert_int_equal(stage_lines(&stage, "err", ""), 0);
    assert_int_equal(stage_run(&stage, "test \"$(ls -A | grep qii)\" = 'copied.qii\nrun.qii'"), 0);
    stage_close(&stage);
}

/* Begin and end a run while another process records into the file of that name. */
static void beside_running(const char *options)
{
    int begun[2], done[2];
    char byte;
    STAGE_CHECK(pipe(begun) == 0 && pipe(done) == 0);
    pid_t child = fork();
    if (child == 0) {
        record_one_run("-data-file=none -quiet"); /* in a process of its own */
        STAGE_CHECK(qprof_initialize("-data-file=live.qii -quiet", NULL) > 0);
        call_once();
        STAGE_CHECK(write(begun[1], "", 1) == 1 && read(done[0], &byte, 1) == 1);
        qprof_shutdown();
        _exit(0);
    }
    STAGE_CHECK(read(begun[0], &byte, 1) == 1);
    record_one_run(options);
    STAGE_CHECK(write(done[1], "", 1) == 1 && waitpid(child, NULL, 0) == child);
}

static void replace_what_must_stay(struct stage *stage)
{
    (void)stage;
    write_text("text.qii", "mine");
    record_one_run("-data-file=target -quiet");
    STAGE_CHECK(symlink("target", "link.qii") == 0);
    record_one_run("-data-file=text.qii -replace-data-file -quiet");
    record_one_run("-data-file=link.qii -replace-data-file -quiet");
    beside_running("-data-file=live.qii -replace-data-file -quiet");
    record_one_run("-data-file=none -replace-data-file -quiet");
    record_one_run("-data-file=n.%n.qii -replace-data-file -quiet");
    record_one_run("-data-file=n.%n.qii -replace-data-file -quiet");
}

TEST(unfinished_data_file_is_not_replaced_and_the_other_name_is_reported)
{
    struct stage stage;
    static const char *const names[] = {"text.1.qii", "link.1.qii", "live.1.qii", "live.qii",
                                        "target",     "n.1.qii",    "n.2.qii"};
    stage_play(&stage, replace_what_must_stay);
    assert_int_equal(stage_lines(&stage, "text.qii", "mine"), 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_one_call(&stage, names[i]);
    assert_int_equal(stage_lines(&stage, "err", ""), 3);
    assert_int_equal(stage_lines(&stage, "err", "libqprof: text.qii exists already: the data file is text.1.qii"), 1);
    assert_int_equal(stage_lines(&stage, "err", "libqprof: link.qii exists already: the data file is link.1.qii"), 1);
    assert_int_equal(stage_lines(&stage, "err", "libqprof: live.qii exists already: the data file is live.1.qii"), 1);
    stage_close(&stage);
}

static void fork_from_replacing(struct stage *stage)
{
    (void)stage;
    record_one_run("-data-file=run.qii -quiet");
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -replace-data-file -follow-child-processes -quiet", NULL) > 0);
    pid_t child = fork();
    if (child == 0) {
        call_once();
        qprof_shutdown();
        _exit(0);
    }
    STAGE_CHECK(waitpid(child, NULL, 0) == child);
    call_once();
    qprof_shutdown();
}

TEST(forked_child_replaces_nothing)
{
    struct stage stage;
    stage_play(&stage, fork_from_replacing);
    check_one_call(&stage, "run.qii");
    check_one_call(&stage, "run.1.qii");
    assert_int_equal(stage_lines(&stage, "err", ""), 0);
    stage_close(&stage);
}

TEST(existing_files_and_links_are_not_touched)
{
    struct stage stage;
    struct stat status;
    stage_play(&stage, beside_others);
    assert_int_equal(stage_lines(&stage, "run.qii", "mine"), 1);
    assert_int_equal(stage_lines(&stage, "target", "mine too"), 1);
    assert_int_not_equal(stat(stage_path(&stage, "nowhere"), &status), 0);
    static const char *const names[] = {"run.3.qii", "numbered.1.qii", "numbered.2.qii"};
    for (int i = 0; i < 3; i++) {
        check_one_call(&stage, names[i]);
        assert_int_equal(stat(stage_path(&stage, names[i]), &status), 0);
        assert_int_equal(status.st_mode & 07777, 0600);
    }
    stage_close(&stage);
}

static void kept_nowhere(struct stage *stage)
{
    (void)stage;
    record_one_run("-data-file=none");
}

TEST(none_leaves_no_file_but_a_summary)
{
    struct stage stage;
    stage_play(&stage, kept_nowhere);
    assert_int_equal(stage_run(&stage, "test \"$(echo *)\" = \"err out tool\""), 0);
    assert_true(stage_lines(&stage, "err", " 0x1") > 0);
    stage_close(&stage);
}

/* First stderr is a pipe without a reader, then it is closed. The lines that the recorder prints must not kill the
 * program, and must not go into a file that got descriptor 2 by then. */
static void with_broken_stderr(struct stage *stage)
{
    int ends[2];
    (void)stage;
    signal(SIGPIPE, SIG_DFL);
    STAGE_CHECK(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0);
    close(ends[0]);
    close(ends[1]);
    record_one_run("-data-file=run.qii -nonsense");
    close(STDERR_FILENO);
    record_one_run("-data-file=run.qii -nonsense");
}

TEST(broken_stderr_is_harmless)
{
    struct stage stage;
    stage_play(&stage, with_broken_stderr);
    check_one_call(&stage, "run.qii");
    check_one_call(&stage, "run.1.qii");
    stage_close(&stage);
}

/* ---- a failed start leaves nothing ---------------------------------------------------------------------------- */

static int lowest_free_descriptor(void)
{
    int fd = dup(STDERR_FILENO);
    close(fd);
    return fd;
}

static void start_in_vain(struct stage *stage)
{
    static const char *const options[] = {
        "-data-file=run.qii -max-data-size=100K",
        "-data-file=run.qii -record-in=no/such/directory",
    };
    (void)stage;
    int before = lowest_free_descriptor();
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        STAGE_CHECK(qprof_initialize(options[i], NULL) == QPROF_ERR_FILE);
        STAGE_CHECK(lowest_free_descriptor() == before && access("run.qii", F_OK) != 0);
    }
    record_one_run("-data-file=run.qii -quiet");
}

TEST(failed_start_leaves_neither_file_nor_descriptor)
{
    struct stage stage;
    stage_play(&stage, start_in_vain);
    assert_int_equal(stage_lines(&stage, "err", ""), 2);
    assert_int_equal(stage_lines(&stage, "err", "run.qii"), 1);
    assert_int_equal(stage_lines(&stage, "err", "no/such/directory"), 1);
    check_one_call(&stage, "run.qii");
    stage_close(&stage);
}

/* After a failed start, the options of the previous run must not be used any more, including its source path. */
static void define_after_a_failure(struct stage *stage)
{
    (void)stage;
    record_one_run("-data-file=first.qii -quiet -default-source-path=here/and/there:nowhere/else/at/all");
    STAGE_CHECK(qprof_initialize("-data-file=no/such/run.qii", NULL) == QPROF_ERR_FILE);
    qprof_register_method_id(5, "late", NULL, 0, "late.toy", NULL, 0);
    STAGE_CHECK(qprof_register_source("later.toy", NULL, 0) == 0);
    STAGE_CHECK(qprof_register_source("negative.toy", "text", (size_t)-1) == -1);
    record_one_run("-data-file=run.qii -quiet");
}

TEST(definitions_after_a_failed_start_are_kept)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, define_after_a_failure);
    check_one_call(&stage, "run.qii");
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_BAD_ARGUMENT), 1);
    qp_profile_close(&profile);
    stage_close(&stage);
}

static void named_by_a_percent(struct stage *stage)
{
    (void)stage;
    record_one_run("-data-file=run%%n.qii -quiet");
    record_one_run("-data-file=run%%n.qii -quiet");
}

TEST(percent_sign_in_a_name_is_kept)
{
    struct stage stage;
    stage_play(&stage, named_by_a_percent);
    check_one_call(&stage, "run%n.qii");
    check_one_call(&stage, "run%n.1.qii");
    stage_close(&stage);
}
