/* The configuration of a whole program: its files, their effects, and files that cannot be read. */
#include "tests/support/stage.h"

#include "VT.h"
#include "core/log/symbol.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "we");
    STAGE_CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static int state(const char *name)
{
    int handle;
    STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handle) == VT_OK);
    return handle;
}

static void enter_and_leave(int handle)
{
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

static void run_two_states(struct stage *stage)
{
    int before = state("A:before");
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    int after = state("A:after");
    int on[2] = {-1, -1};
    STAGE_CHECK(VT_symstate(before, &on[0]) == VT_OK && VT_symstate(after, &on[1]) == VT_OK);
    enter_and_leave(before);
    enter_and_leave(after);
    stage->numbers[0] = (uint64_t)on[0];
    stage->numbers[1] = (uint64_t)on[1];
    STAGE_CHECK(VT_finalize() == VT_OK);
}

static uint64_t calls_of(const struct qp_profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->method_count; i++)
        if (qp_text_equal(profile->methods[i].name, qp_text_of(name)))
            return stage_calls(profile, QP_VT, profile->methods[i].recorded_id);
    return 0;
}

static void expect(void (*scene)(struct stage *), const char *file, uint64_t before, uint64_t after)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, scene);
    stage_read(&stage, file, &profile);
    assert_int_equal(calls_of(&profile, "before"), before);
    assert_int_equal(calls_of(&profile, "after"), after);
    assert_int_equal(stage.numbers[0], before);
    assert_int_equal(stage.numbers[1], after);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- files and variables --------------------------------------------------------------------------------- */

static void with_file(struct stage *stage)
{
    write_file("vt.conf", "LOGFILE-NAME run.qii\nSTATE **:b* off\n");
    setenv("VT_CONFIG", "vt.conf", 1);
    run_two_states(stage);
}

TEST(filters_of_the_file_apply_to_states_defined_before_and_after_the_start)
{
    expect(with_file, "run.qii", 0, 1);
}

static void with_file_and_variables(struct stage *stage)
{
    setenv("VT_STATE", "**:after off\n**:before on", 1);
    setenv("VT_LOGFILE_NAME", "with blank.qii", 1);
    with_file(stage);
}

TEST(variables_override_the_file)
{
    expect(with_file_and_variables, "with blank.qii", 1, 0);
}

static void without_any(struct stage *stage)
{
    setenv("VT_PROGNAME", "some/program", 1);
    run_two_states(stage);
}

TEST(data_file_is_named_after_the_program)
{
    expect(without_any, "some_program.qii", 1, 1);
}

static void in_directory(struct stage *stage)
{
    mkdir("dir \"1\"", 0700);
    setenv("VT_LOGFILE_PREFIX", "dir \"1\"", 1);
    setenv("VT_LOGFILE_NAME", "it's.qii", 1);
    run_two_states(stage);
}

TEST(logfile_prefix_is_the_directory_of_the_data_file)
{
    expect(in_directory, "dir \"1\"/it's.qii", 1, 1);
}

static void with_unknown_variables(struct stage *stage)
{
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    setenv("VT_OPTIONS", "-max-data-size=100M", 1);
    setenv("VT_CONFIG", "", 1);
    setenv("VT_API_KEY", "secret", 1);      /* VirusTotal's */
    setenv("VT_ROOT", "/opt/itac", 1);      /* directory of the old trace collector */
    setenv("VT_METRICS", "PAPI_FP_OPS", 1); /* VampirTrace's */
    setenv("VTE_VERSION", "7006", 1);
    if (stage->numbers[2]) {
        setenv("VT_PTRACE", "on", 1);
        setenv("VT_pctrace", "on", 1);
        setenv("VT_LOGFILE-NAME", "x", 1);
        setenv("VT_A\nB\x1b", "x", 1);
        setenv("VT_", "x", 1);
    }
    run_two_states(stage);
}

static void with_foreign_variables(struct stage *stage)
{
    stage->numbers[2] = 0;
    with_unknown_variables(stage);
}

static void with_wrong_variables(struct stage *stage)
{
    stage->numbers[2] = 1;
    with_unknown_variables(stage);
}

TEST(variables_that_name_no_option_are_reported_in_one_line)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, with_foreign_variables);
    assert_int_equal(stage_lines(&stage, "err", ""), 1); /* the line about the recorded file */
    stage_close(&stage);
    stage_play(&stage, with_wrong_variables);
    assert_int_equal(stage_lines(&stage, "err", ""), 2);
    assert_int_equal(
        stage_lines(&stage, "err",
                    "libvt: unknown options: VT_PTRACE VT_pctrace VT_LOGFILE-NAME VT_A\\x0aB\\x1b (see doc/vt.md)"),
        1);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_diagnostic(&profile, QP_VT, QP_DIAGNOSTIC_BAD_OPTION), 4);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* ---- unreadable files ------------------------------------------------------------------------------------- */

static void run_with_config(struct stage *stage, const char *path)
{
    setenv("VT_CONFIG", path, 1);
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    setenv("VT_PCTRACE", "very", 1);
    run_two_states(stage);
}

static void with_no_file(struct stage *stage)
{
    run_with_config(stage, "no.conf");
}

static void with_directory(struct stage *stage)
{
    run_with_config(stage, ".");
}

static void with_fifo(struct stage *stage)
{
    STAGE_CHECK(mkfifo("fifo", 0600) == 0);
    run_with_config(stage, "fifo");
}

static void with_bytes(struct stage *stage)
{
    FILE *file = fopen("bytes", "we");
    for (unsigned i = 0; i < 100000; i++)
        fputc((int)(i * 2654435761u >> 13), file);
    fclose(file);
    run_with_config(stage, "bytes");
}

static void is_reported_and_the_run_continues(void (*scene)(struct stage *), const char *expected)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, scene);
    assert_int_equal(stage_lines(&stage, "err", expected), 1);
    assert_int_equal(stage_lines(&stage, "err", "libvt: VT_PCTRACE: bad value very"), 1);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), 2);
    assert_true(stage_diagnostic(&profile, QP_VT, QP_DIAGNOSTIC_BAD_OPTION) >= 2);
    qp_profile_close(&profile);
    stage_close(&stage);
}

TEST(unreadable_file_is_reported_and_the_run_continues)
{
    is_reported_and_the_run_continues(with_no_file, "libvt: cannot read VT_CONFIG no.conf: No such file or directory");
    is_reported_and_the_run_continues(with_directory, "libvt: cannot read VT_CONFIG .: Is a directory");
    is_reported_and_the_run_continues(with_fifo, "libvt: cannot read VT_CONFIG fifo: No such device or address");
}

TEST(any_bytes_are_tolerated)
{
    struct stage stage;
    stage_play(&stage, with_bytes);
    assert_in_range(stage_lines(&stage, "err", "libvt: bytes:"), 1, 20);
    stage_close(&stage);
}

/* ---- filters that alternate --------------------------------------------------------------------------------- */

#define TIMES 10

static void call_again(struct stage *stage)
{
    (void)stage;
    setenv("VT_STATE", "A:outer FOLD\nA:shown UNFOLD", 1);
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    int outer = state("A:outer"), hidden = state("A:hidden"), shown = state("A:shown");
    for (int i = 0; i < TIMES; i++) {
        STAGE_CHECK(VT_enter(outer, VT_NOSCL) == VT_OK);
        enter_and_leave(hidden);
        STAGE_CHECK(VT_enter(shown, VT_NOSCL) == VT_OK);
        enter_and_leave(hidden);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
        enter_and_leave(hidden);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    STAGE_CHECK(VT_finalize() == VT_OK);
}

/* Call paths that are known are entered on the fast path, which applies no filter rule. So the rules FOLD and UNFOLD
 * must also hold for repeated calls. */
TEST(path_folded_once_is_folded_again)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, call_again);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(calls_of(&profile, "outer"), TIMES);
    assert_int_equal(calls_of(&profile, "shown"), TIMES);
    assert_int_equal(calls_of(&profile, "hidden"), TIMES);
    qp_profile_close(&profile);
    stage_close(&stage);
}
