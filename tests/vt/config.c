/* The table of libvt's options, and the parsing of lines and values. */
#include "vt/config.h"
#include "tests/support/test.h"

#include "core/log/symbol.h"
#include "vt/config_value.h"
#include "vt/filter.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NUMBER(option) vt_config.number[VT_OPTION_##option]
#define TEXT(option)   vt_config.text[VT_OPTION_##option]

static char messages[65536];

/* Read configuration lines, and store what is printed on stderr in `messages`. */
static void read_lines(const char *text, size_t size)
{
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    assert_true(file != NULL && dup2(fileno(file), STDERR_FILENO) >= 0);
    vt_config_reset();
    vt_config_read_text("a.conf", text, size);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    messages[fread(messages, 1, sizeof messages - 1, file)] = '\0';
    fclose(file);
}

static void read_text(const char *text)
{
    read_lines(text, strlen(text));
}

static void expect_good(const char *text)
{
    read_text(text);
    assert_string_equal(messages, "");
    assert_int_equal(vt_config.bad, 0);
}

static void expect_messages(const char *text, const char *expected)
{
    read_text(text);
    assert_string_equal(messages, expected);
}

TEST(options_have_the_defaults_of_the_table)
{
    expect_good("");
    assert_int_equal(NUMBER(PCTRACE), 0);
    assert_int_equal(NUMBER(DETAILED_STATES), 0);
    assert_int_equal(NUMBER(OS_COUNTER_DELAY), 1000000);
    assert_null(TEXT(LOGFILE_NAME));
    assert_null(TEXT(LOGFILE_PREFIX));
    assert_int_equal(NUMBER(MEM_BLOCKSIZE), 65536);
    assert_int_equal(NUMBER(MEM_MAXBLOCKS), 0);
    assert_int_equal(NUMBER(MEM_OVERWRITE), 0);
    assert_int_equal(NUMBER(AUTOFLUSH), 1);
    assert_int_equal(NUMBER(STATISTICS), VT_STATISTICS_ON);
    assert_null(TEXT(PROGNAME));
    assert_int_equal(NUMBER(VERBOSE), 1);
    assert_int_equal(NUMBER(TIMER), 0);
    assert_int_equal(vt_filter_state("A:x"), QP_RULE_LOGGED);
    assert_true(vt_filter_counter("A:x", 1) && !vt_filter_counter("A:x", 0));
}

TEST(lines_are_options_in_order)
{
    expect_good("MEM-MAXBLOCKS 7\n\n   mem-Blocksize\t1MB  # more\r\n# PCTRACE x\nVERBOSE 2\nVERBOSE 0\n"
                "LOGFILE_NAME \"a b#\"c.qii\nPROGNAME \"\"");
    assert_int_equal(NUMBER(MEM_MAXBLOCKS), 7);
    assert_int_equal(NUMBER(MEM_BLOCKSIZE), 1 << 20);
    assert_int_equal(NUMBER(VERBOSE), 0);
    assert_string_equal(TEXT(LOGFILE_NAME), "a b#c.qii");
    assert_string_equal(TEXT(PROGNAME), "");
}

TEST(switch_or_range_alone_is_on)
{
    expect_good("MEM-OVERWRITE\nPCTRACE\nDETAILED-STATES\nAUTOFLUSH OFF\nSTATISTICS only\nSTATISTICS\n");
    assert_int_equal(NUMBER(STATISTICS), VT_STATISTICS_ON);
    assert_int_equal(NUMBER(MEM_OVERWRITE), 1);
    assert_int_equal(NUMBER(PCTRACE), QP_RULE_LOCATED | 1 << QP_RULE_TRACE_SHIFT);
    assert_int_equal(NUMBER(DETAILED_STATES), 1);
    assert_int_equal(NUMBER(AUTOFLUSH), 0);
}

TEST(mistakes_are_reported_with_file_line_and_word)
{
    expect_messages("\nNO-SUCH 1\n", "libvt: a.conf:2: unknown option NO-SUCH\n");
    expect_messages("PCTRACE 16", "libvt: a.conf:1: bad value 16\n");
    expect_messages("MEM-BLOCKSIZE 4XB", "libvt: a.conf:1: bad value 4XB\n");
    expect_messages("MEM-BLOCKSIZE", "libvt: a.conf:1: no value for MEM-BLOCKSIZE\n");
    expect_messages("TIMER", "libvt: a.conf:1: no value for TIMER\n");
    expect_messages("AUTOFLUSH on off", "libvt: a.conf:1: bad value off\n");
    expect_messages("STATE A:* on 3 maybe", "libvt: a.conf:1: bad value maybe\n");
    expect_messages("STATE A:*", "libvt: a.conf:1: no value for STATE\n");
    expect_messages("STATE * off", "libvt: a.conf:1: bad value *\n");
    expect_messages("COUNTER x on on", "libvt: a.conf:1: bad value on\n");
    expect_messages("COUNTER x 3", "libvt: a.conf:1: bad value 3\n");
    expect_messages("STATISTICS perhaps", "libvt: a.conf:1: bad value perhaps\n");
    expect_messages("a\x1b[1m", "libvt: a.conf:1: unknown option a\\x1b[1m\n");
    expect_messages("STATE 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "libvt: a.conf:1: too many words for STATE\n");
}

TEST(bad_value_keeps_the_last_one)
{
    read_text("VERBOSE 2\nVERBOSE x\nMEM-BLOCKSIZE 5\nMEM-BLOCKSIZE 99999999999999999999\n");
    assert_int_equal(NUMBER(VERBOSE), 2);
    assert_int_equal(NUMBER(MEM_BLOCKSIZE), 5);
    assert_int_equal(vt_config.bad, 2);
}

TEST(file_of_another_kind_is_reported_in_at_most_twenty_lines)
{
    char text[4000] = "";
    for (int i = 0; i < 300; i++)
        strcat(text, "nonsense\n");
    read_text(text);
    unsigned lines = 0;
    for (const char *at = messages; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 20);
    assert_non_null(strstr(messages, "further messages are suppressed"));
    assert_int_equal(vt_config.bad, 300);
}

TEST(nul_byte_invalidates_only_its_own_line)
{
    static const char text[] = "VERBOSE 2\nPROG\0NAME x\nMEM-MAXBLOCKS 3";
    read_lines(text, sizeof text - 1);
    assert_string_equal(messages, "libvt: a.conf:2: a NUL after PROG\n");
    assert_int_equal(NUMBER(VERBOSE), 2);
    assert_int_equal(NUMBER(MEM_MAXBLOCKS), 3);
}

TEST(huge_line_is_a_line)
{
    static const char begin[] = "PROGNAME ";
    static const char end[] = "\nVERBOSE 2\n";
    size_t size = 1 << 20;
    char *text = malloc(size);
    memset(text, 'x', size);
    memcpy(text, begin, sizeof begin - 1);
    memcpy(text + size - sizeof end, end, sizeof end);
    read_lines(text, size - 1);
    assert_string_equal(messages, "");
    assert_int_equal(strlen(TEXT(PROGNAME)), size - 21);
    assert_int_equal(NUMBER(VERBOSE), 2);
    memset(text, 'y', size - sizeof end);
    read_lines(text, size - 1);
    assert_true(strlen(messages) < 200);
    assert_int_equal(NUMBER(VERBOSE), 2);
    free(text);
    vt_config_reset();
}

/* ---- values ---------------------------------------------------------------------------------------------- */

struct value {
    const char *word;
    uint64_t value;
};

static void check(int (*parse)(const char *, uint64_t *), const struct value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t value = 0;
        assert_int_equal(parse(values[i].word, &value), 0);
        assert_int_equal(value, values[i].value);
    }
}

static void check_bad(int (*parse)(const char *, uint64_t *), const char *const *words)
{
    for (; *words != NULL; words++) {
        uint64_t value = 77;
        assert_int_equal(parse(*words, &value), -1);
        assert_int_equal(value, 77);
    }
}

TEST(times_have_units)
{
    static const struct value good[] = {{"1s", 1000000},    {"250l", 250000},    {"7c", 7},      {"2m", 120000000},
                                        {"1h", 3600000000}, {"1m30S", 90000000}, {"3", 3000000}, {"0", 0},
                                        {"500us", 500},     {"2m3MS", 120003000}};
    static const char *const bad[] = {
        "", "s", "1x", "-1s", "1s2", "1.5s", "99999999999999999999c", "9999999999999999h", NULL};
    check(vt_value_time, good, sizeof good / sizeof *good);
    check_bad(vt_value_time, bad);
}

TEST(sizes_have_units)
{
    static const struct value good[] = {{"0", 0}, {"17", 17}, {"64KB", 65536}, {"2mb", 2 << 20}, {"1Gb", 1 << 30}};
    static const char *const bad[] = {
        "", "KB", "1K B", "1TB", "-1", "1.5MB", "18446744073709551616", "99999999999999GB", NULL};
    check(vt_value_size, good, sizeof good / sizeof *good);
    check_bad(vt_value_size, bad);
}

static uint64_t range(unsigned skip, unsigned trace)
{
    return skip << QP_RULE_SKIP_SHIFT | trace << QP_RULE_TRACE_SHIFT | (trace > 0 ? QP_RULE_LOCATED : 0);
}

TEST(ranges_are_skip_and_trace)
{
    const struct value good[] = {
        {"off", 0},           {"ON", range(0, 1)},  {"5", range(0, 5)},       {"0", 0},
        {"15", range(0, 15)}, {"2:3", range(2, 3)}, {"15:15", range(15, 15)}, {"3:0", range(3, 0)}};
    static const char *const bad[] = {"", ":", "1:", ":1", "16", "16:1", "1:16", "1:2:3", "-1", "x", "1 2", NULL};
    check(vt_value_range, good, sizeof good / sizeof *good);
    check_bad(vt_value_range, bad);
}

TEST(degrees_are_switches_or_numbers)
{
    static const struct value good[] = {{"off", 0}, {"On", 1}, {"0", 0}, {"1", 1}, {"27", 27}};
    static const char *const bad[] = {"", "yes", "-1", "1x", NULL};
    check(vt_value_degree, good, sizeof good / sizeof *good);
    check_bad(vt_value_degree, bad);
}

/* ---- options of the core --------------------------------------------------------------------------------- */

static void expect_core(const char *text, const char *expected)
{
    expect_good(text);
    char *options = vt_config_core_options(1);
    assert_string_equal(options, expected);
    free(options);
}

TEST(core_gets_its_options)
{
    expect_core("", ""); /* no default file name: it would differ from libqprof's, and be reported as unused */
    expect_core("LOGFILE-NAME a\nVERBOSE 0\nPROGNAME p", "-data-file=\"a\" -program-name=\"p\" -quiet");
    expect_core("LOGFILE-PREFIX d\nLOGFILE-NAME a", "-data-file=\"d\"/\"a\"");
    expect_core("LOGFILE-PREFIX d\nLOGFILE-NAME /a", "-data-file=\"/a\"");
    expect_core("LOGFILE-NAME 'b'", "-data-file=\"'b'\"");
    char *options = vt_config_core_options(0);
    assert_string_equal(options, "");
    free(options);
}

int main(int argc, char **argv)
{
    int failed = test_run(argc, argv);
    vt_config_reset();
    return failed;
}
