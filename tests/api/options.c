/* Options: their syntax, their precedence, and the results of get_option. */
#include "tests/support/run.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *environment(void)
{
    return run_is_qprof() ? "QPROF_OPTIONS" : "CPROF_OPTIONS";
}

static const char *text_of(const char *name)
{
    const char *text = qii.get_option(name);
    return text != NULL ? text : "NULL";
}

static unsigned long number_of(const char *name)
{
    return (unsigned long)(uintptr_t)qii.get_option(name);
}

static void every_kind(void)
{
    report("%s", text_of("data-file")); /* before the first start */
    qii.initialize("-data-file=" RUN_FILE
                   " -quiet -max-data-size=2m -log-file=\"a b.txt\" -measure-timed-calls=user+system",
                   NULL);
    report("%s", text_of("data-file"));
    report("%s", text_of("log-file"));
    report("%s", text_of("measure-timed-calls"));
    report("%lu", number_of("quiet"));
    report("%lu", number_of("record-data"));
    report("%lu", number_of("append-logfile"));
    report("%lu", number_of("max-data-size"));
    report("%s", text_of("run-at-exit"));
    report("%s", text_of("no-such-option"));
    report("%s", text_of(""));
    report("%s", text_of(NULL));
    qii.shutdown();
    report("%s", text_of("log-file"));
}

TEST(get_option_gives_the_text_or_the_number_itself)
{
    run_client(every_kind);
    expect_messages("NULL\n" RUN_FILE "\na b.txt\nuser+system\n1\n1\n0\n2097152\n\nNULL\nNULL\nNULL\na b.txt\n");
}

static void written_freely(void)
{
    qii.initialize("  -DATA_FILE=" RUN_FILE "\t--Quiet -recordminmax=on -default_source-path='x y':z", NULL);
    report("%s", text_of("DataFile"));
    report("%lu", number_of("--quiet"));
    report("%lu", number_of("RECORD-MIN_MAX"));
    report("%s", text_of("default-source-path"));
    qii.shutdown();
}

TEST(option_names_ignore_case_hyphens_and_underscores)
{
    run_client(written_freely);
    expect_messages(RUN_FILE "\n1\n1\nx y:z\n");
    assert_string_equal(run_errors(), "");
    expect_diagnostics("");
}

static void from_the_environment(void)
{
    setenv(environment(), "-data-file=" RUN_FILE " -program-name=environment -quiet", 1);
    qii.initialize("-data-file=other.qii -program-name=initial -log-file=kept.txt", NULL);
    report("%s %s", text_of("program-name"), text_of("log-file"));
    qii.shutdown();
}

TEST(environment_wins_over_the_initial_options)
{
    run_client(from_the_environment);
    expect_messages("environment kept.txt\n");
    assert_false(run_has_file("other.qii"));
    assert_true(qp_text_equal(run_profile()->program, qp_text_of("environment")));
}

static void given_twice(void)
{
    qii.initialize("-data-file=a.qii -quiet -data-file=" RUN_FILE, NULL);
    qii.shutdown();
}

TEST(later_option_wins)
{
    run_client(given_twice);
    assert_false(run_has_file("a.qii"));
    assert_true(run_has_file(RUN_FILE));
}

static void wrong(void)
{
    report("%d", qii.initialize("-data-file=" RUN_FILE " -quiet -no-such=1 word -append-logfile=perhaps "
                                "-max-data-size=-1 -granularity=atoms -log-file",
                                NULL) > 0);
    qii.shutdown();
}

TEST(unknown_or_bad_option_prints_one_line_and_is_no_failure)
{
    char expected[1024];
    const char *name = run_is_qprof() ? "libqprof" : "libcprof";
    run_client(wrong);
    snprintf(expected, sizeof expected,
             "%s: unknown option -no-such=1\n"
             "%s: unknown option word\n"
             "%s: bad value in option -append-logfile=perhaps; expected yes or no\n"
             "%s: bad value in option -max-data-size=-1; expected a size such as 64M\n"
             "%s: bad value in option -granularity=atoms; expected function|line|block\n"
             "%s: bad value in option -log-file; expected a text\n",
             name, name, name, name, name, name);
    assert_string_equal(run_errors(), expected);
    expect_messages("1\n");
    expect_diagnostics("bad-option 6 -no-such=1\n");
}

static void misspelt(void)
{
    report("%d", qii.initialize("-data-file=" RUN_FILE " -quiet -granularty=line -Program_Nmae=a quiet", NULL) > 0);
    qii.shutdown();
}

TEST(misspelt_option_is_reported_with_the_nearest_one)
{
    char expected[512];
    const char *name = run_is_qprof() ? "libqprof" : "libcprof";
    run_client(misspelt);
    snprintf(expected, sizeof expected,
             "%s: unknown option -granularty=line; did you mean -granularity?\n"
             "%s: unknown option -Program_Nmae=a; did you mean -program-name?\n"
             "%s: unknown option quiet; did you mean -quiet?\n",
             name, name, name);
    assert_string_equal(run_errors(), expected);
    expect_messages("1\n");
    expect_diagnostics("bad-option 3 -granularty=line\n");
}

static void sampled(void)
{
    report("%d", qii.initialize("-data-file=" RUN_FILE " -quiet -sample=no -sample=50 -alloc=exact", NULL) > 0);
    qii.shutdown();
}

TEST(library_that_counts_reports_a_request_for_samples_or_allocations)
{
    run_client(sampled);
    bool counts = !run_is_qprof();
    assert_string_equal(
        run_errors(), counts
                          ? "libcprof: -sample is ignored: libcprof counts lines and takes no samples; libqprof does\n"
                            "libcprof: -alloc is ignored: libcprof counts lines and records no allocations; libqprof "
                            "does\n"
                          : "");
    expect_messages("1\n");
    expect_diagnostics(counts ? "bad-option 2 -sample\n" : "");
}

static void granularities(void)
{
    static const char *const words[] = {"function", "line", "block"};
    report("%d", qii.initialize("-data-file=" RUN_FILE " -quiet", NULL));
    qii.shutdown();
    for (int i = 0; i < 3; i++) {
        char options[100];
        snprintf(options, sizeof options, "-data-file=none -quiet -granularity=%s", words[i]);
        report("%d", qii.initialize(options, NULL));
        qii.shutdown();
    }
}

TEST(initialize_returns_2_for_methods_only_and_1_for_blocks)
{
    run_client(granularities);
    expect_messages(run_is_qprof() ? "2\n2\n1\n1\n" : "1\n2\n1\n1\n");
}

static void patterns(void)
{
    char name[64];
    qii.initialize("-quiet -program-name=/bin/some/app", NULL); /* without -data-file, the name is %v.%p.qii */
    qii.shutdown();
    snprintf(name, sizeof name, "_bin_some_app.%d.qii", (int)getpid());
    report("%d", access(name, F_OK));
    qii.initialize("-quiet -data-file=x%n.qii", NULL);
    qii.shutdown();
    qii.initialize("-quiet -data-file=x%n.qii", NULL);
    qii.shutdown();
    report("%d %d %d", access("x1.qii", F_OK), access("x2.qii", F_OK), access("x3.qii", F_OK));
    qii.initialize("-quiet -data-file=50%%.%q.qii", NULL);
    qii.shutdown();
    report("%d", access("50%.q.qii", F_OK));
    qii.initialize("-quiet -data-file=none", NULL);
    qii.record_fn_entry(1, 1);
    report("%lu", qii.current_method_id());
    qii.shutdown();
    report("%d", access("none", F_OK));
}

TEST(data_file_is_named_by_its_pattern)
{
    run_client(patterns);
    expect_messages("0\n0 0 -1\n0\n1\n-1\n");
}

static void logs(void)
{
    run_start("-quiet=no -log-file=summary.txt");
    qii.shutdown();
    run_start("-quiet=no -log-file=summary.txt -append-logfile");
    qii.shutdown();
    run_start("-quiet=no -data-file=none");
    qii.shutdown();
}

static size_t size_of(const char *name)
{
    FILE *file = fopen(run_path(name), "re");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return (size_t)size;
}

TEST(summary_goes_to_the_log_file_or_stderr_and_never_to_stdout)
{
    run_client(logs);
    assert_true(size_of("summary.txt") > 100);
    assert_true(strlen(run_errors()) > 50);
    assert_string_equal(run_output(), "");
}

static void commands(void)
{
    run_start("-run-at-exit='echo \"done with %f\" >command.txt'");
    qii.shutdown();
    report("%d", access("command.txt", F_OK));
}

TEST(command_runs_after_the_end)
{
    char line[100] = "";
    run_client(commands);
    expect_messages("0\n");
    FILE *file = fopen(run_path("command.txt"), "re");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_string_equal(line, "done with " RUN_FILE "\n");
}

/* ---- the command's length limit ---------------------------------------------------------------------------------- */

#define COMMAND_ROOM 8192 /* size of the command line with its terminator (core/session/finish.c) */

/* Run with a command of `size` bytes, padded by a comment between `begin` and `end`. The command may contain %f. */
static void run_command_of(size_t size, const char *begin, const char *end)
{
    static char options[2 * COMMAND_ROOM];
    size_t pad = size - strlen(begin) - strlen(end);
    int length = snprintf(options, sizeof options, "-quiet -data-file=" RUN_FILE " -run-at-exit='%s", begin);
    memset(options + length, '#', pad);
    snprintf(options + length + pad, sizeof options - (size_t)length - pad, "%s'", end);
    qii.initialize(options, NULL);
    qii.shutdown();
}

static void command_lengths(void)
{
    const size_t more = strlen(RUN_FILE) - strlen("%f");
    run_command_of(COMMAND_ROOM - 1, "echo fits >fits; ", "");
    run_command_of(COMMAND_ROOM, "echo no >one_too_long; ", "");
    unlink(RUN_FILE);
    run_command_of(COMMAND_ROOM - 1 - more, "echo fits >path_fits; ", "%f");
    unlink(RUN_FILE);
    run_command_of(COMMAND_ROOM - more, "echo no >path_one_too_long; ", "%f");
    report("%d %d %d %d", access("fits", F_OK), access("one_too_long", F_OK), access("path_fits", F_OK),
           access("path_one_too_long", F_OK));
}

static unsigned errors_with(const char *text)
{
    unsigned found = 0;
    for (const char *at = run_errors(); (at = strstr(at, text)); at++)
        found++;
    return found;
}

TEST(command_shorter_than_8192_bytes_with_its_paths_runs)
{
    run_client(command_lengths);
    expect_messages("0 -1 0 -1\n");
    assert_int_equal(errors_with("cannot run echo no >one_too_long; ###"), 1);
    assert_int_equal(errors_with("cannot run echo no >path_one_too_long; ###"), 1);
    assert_int_equal(errors_with("cannot run"), 2);
    assert_int_equal(errors_with("###...: Argument list too long\n"), 2);
}

static void command_text(void)
{
    char line[100] = "";
    run_command_of(COMMAND_ROOM - 1, "true; ", ""); /* fill the buffer of the command line, whose old content must
                                                     * not be run later */
    unlink(RUN_FILE);
    run_start("-run-at-exit='echo %f%f %g f% >command.txt; echo end %'");
    qii.shutdown();
    FILE *file = fopen("command.txt", "re");
    if (file && fgets(line, sizeof line, file))
        report("%s", line);
    if (file)
        fclose(file);
}

TEST(command_has_the_path_for_each_percent_f_and_nothing_else_replaced)
{
    run_client(command_text);
    expect_messages(RUN_FILE RUN_FILE " %g f%\n\n");
    assert_string_equal(run_output(), "end %\n");
}

/* ---- where the summary goes ------------------------------------------------------------------------------------- */

static void no_log(void)
{
    int before = dup(STDERR_FILENO);
    close(before);
    run_start("-quiet=no -log-file=no/such/place");
    qii.shutdown();
    run_start("-quiet=no -log-file=summary.txt");
    qii.shutdown();
    run_start("-quiet=no -log-file=quiet.txt -quiet");
    qii.shutdown();
    int after = dup(STDERR_FILENO);
    report("%d %d", after - before, access("quiet.txt", F_OK));
    close(after);
}

TEST(summary_goes_to_stderr_when_the_log_file_cannot_be_opened)
{
    run_client(no_log);
    expect_messages("0 -1\n");
    assert_int_equal(errors_with("cannot write log file no/such/place: No such file or directory\n"), 1);
    assert_int_equal(errors_with("data: run.qii "), 1);
}
