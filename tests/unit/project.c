/* project.c - the file .qiirc: which one applies, its sections and keys, and each mistake in it. */
#include "tests/support/folder.h"
#include "tests/support/test.h"
#include "tools/project/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool parse_bytes(struct qii_project *project, const char *bytes, size_t size, struct qp_error *error)
{
    *error = (struct qp_error){0};
    return qii_project_parse(project, ".qiirc", "../", (struct qp_text){bytes, (uint32_t)size}, error);
}

static struct qii_project parsed(const char *text)
{
    struct qii_project project;
    struct qp_error error;
    if (!parse_bytes(&project, text, strlen(text), &error))
        fail_msg("%s", error.text);
    return project;
}

static void refused_bytes(const char *bytes, size_t size, const char *message)
{
    struct qii_project project;
    struct qp_error error;
    assert_false(parse_bytes(&project, bytes, size, &error));
    assert_string_equal(error.text, message);
}

static void refused(const char *text, const char *message)
{
    refused_bytes(text, strlen(text), message);
}

/* ---- keys -------------------------------------------------------------------------------------------------------- */

TEST(each_key_has_its_value)
{
    struct qii_project project = parsed("# comment\n"
                                        "; comment\n"
                                        "[files]\n"
                                        "sources = src, lib/**/*.lua\n"
                                        "include = src/*   ; comment\n"
                                        "exclude = src/vendor/*\n"
                                        "    *_spec.lua, x\n"
                                        "[exclude_lines]\n"
                                        "only for debugging = if DEBUG\n"
                                        "cannot happen =\n"
                                        "    error(\"a = b: c\n"
                                        "    assert(false*\n"
                                        "[paths]\n"
                                        "/build/src/ = ./src/\n"
                                        "/ci/*/lib: .\n"
                                        "[fail_under]\n"
                                        "lines = 80\n"
                                        "[fail_under_file]\n"
                                        "branches = 62.5\n"
                                        "[fail_under_folder]\n"
                                        "functions = 100\n");
    assert_int_equal(project.sources.count, 2);
    assert_string_equal(project.sources.items[0], "../src");
    assert_string_equal(project.sources.items[1], "../lib/**/*.lua");
    assert_int_equal(project.files.only.count, 1);
    assert_string_equal(project.files.only.items[0], "src/*");
    assert_int_equal(project.files.except.count, 3);
    assert_string_equal(project.files.except.items[1], "*_spec.lua");
    assert_int_equal(project.lines.count, 3);
    assert_string_equal(project.lines.items[0].pattern, "if DEBUG");
    assert_string_equal(project.lines.items[0].reason, "only for debugging");
    assert_string_equal(project.lines.items[1].pattern, "error(\"a = b: c");
    assert_string_equal(project.lines.items[2].reason, "cannot happen");
    assert_int_equal(project.lines.items[2].line, 12);
    assert_int_equal(project.paths.count, 2);
    assert_string_equal(project.paths.items[0].from, "/build/src");
    assert_string_equal(project.paths.items[0].to, "src");
    assert_string_equal(project.paths.items[1].from, "/ci/*/lib");
    const struct qp_gate(*limits)[QP_GATE_KINDS] = project.limits.limits;
    assert_true(limits[QP_GATE_TOTAL][QP_GATE_LINES].set && !limits[QP_GATE_TOTAL][QP_GATE_BRANCHES].set);
    assert_int_equal(limits[QP_GATE_TOTAL][QP_GATE_LINES].least, 80000000);
    assert_int_equal(limits[QP_GATE_FILE][QP_GATE_BRANCHES].least, 62500000);
    assert_int_equal(limits[QP_GATE_FOLDER][QP_GATE_FUNCTIONS].least, 100000000);
    qii_project_close(&project);
}

TEST(reason_may_be_longer_than_the_names_of_inih)
{
    struct qii_project project = parsed("[exclude_lines]\n"
                                        "a reason of more than fifty characters, which inih cuts in further lines =\n"
                                        "    first\n"
                                        "    second\n");
    assert_int_equal(project.lines.count, 2);
    assert_string_equal(project.lines.items[1].reason,
                        "a reason of more than fifty characters, which inih cuts in further lines");
    qii_project_close(&project);
}

TEST(mapped_paths_stay_relative_without_their_beginning)
{
    struct qii_project project = parsed("[paths]\n/a = .//etc\n/b = ./\n/c = ././/x//\n");
    assert_string_equal(project.paths.items[0].to, "etc");
    assert_string_equal(project.paths.items[1].to, ".");
    assert_string_equal(project.paths.items[2].to, "x");
    qii_project_close(&project);
}

TEST(windows_line_ends_and_a_byte_order_mark_are_accepted)
{
    struct qii_project project = parsed("\xef\xbb\xbf[files]\r\ninclude = a\r\n\r\n  b\r\n[fail_under]\r\nlines = 5");
    assert_int_equal(project.files.only.count, 2);
    assert_string_equal(project.files.only.items[1], "b");
    assert_int_equal(project.limits.limits[QP_GATE_TOTAL][QP_GATE_LINES].least, 5000000);
    qii_project_close(&project);
}

TEST(empty_texts_and_comments_set_nothing)
{
    static const char *const texts[] = {"", "\n", "[files]", "  # comment", "\xef\xbb\xbf", "[paths] ; comment\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct qii_project project = parsed(texts[i]);
        assert_int_equal(project.sources.count + project.lines.count + project.paths.count, 0);
        qii_project_close(&project);
    }
}

/* ---- mistakes ---------------------------------------------------------------------------------------------------- */

TEST(unknown_sections_and_keys_are_errors)
{
    refused("\n[file]\n", ".qiirc:2: unknown section 'file'");
    refused("[run]\ncommand = rm -rf /\n", ".qiirc:1: unknown section 'run'");
    refused("[files]\ninclude = a\nlibrary = evil.so\n",
            ".qiirc:3: [files] has sources, include and exclude, not 'library'");
    refused("[files]\ndata-file = /etc/passwd\n",
            ".qiirc:2: [files] has sources, include and exclude, not 'data-file'");
    refused("[fail_under]\nline = 3\n", ".qiirc:2: limits are lines, branches and functions, not 'line'");
    refused("lines = 3\n", ".qiirc:1: the key is in no section: 'lines'");
    refused("[files] x\n", ".qiirc:1: text after the section's name");
    refused("[files\n", ".qiirc:1: no ']' after the section's name");
    refused("[files]\ninclude\n", ".qiirc:2: neither a section nor a key with a value");
    refused("[files]\n= x\n", ".qiirc:2: there is no key before 'x'");
    refused("[files]\n[\x1b[31m]\n", ".qiirc:2: the line contains control characters");
    refused("[\xff\xe2\x80\xae]\n", ".qiirc:1: unknown section '\\xff\\xe2\\x80\\xae'");
}

TEST(invalid_values_are_errors)
{
    refused("[fail_under]\nlines = much\n", ".qiirc:2: a limit is a number from 0 to 100, not 'much'");
    refused("[fail_under]\nlines = 101\n", ".qiirc:2: a limit is a number from 0 to 100, not '101'");
    refused("[fail_under]\nlines = nan\n", ".qiirc:2: a limit is a number from 0 to 100, not 'nan'");
    refused("[fail_under]\nlines = -1\n", ".qiirc:2: a limit is a number from 0 to 100, not '-1'");
    refused("[fail_under]\nlines =\n", ".qiirc:2: a limit is a number from 0 to 100, not ''");
    refused("[fail_under]\nlines = 1.2.3\n", ".qiirc:2: a limit is a number from 0 to 100, not '1.2.3'");
    refused("[fail_under]\nlines = 1\nlines = 2\n", ".qiirc:3: given twice: 'lines'");
    refused("[fail_under]\nlines = 0\nlines = 2\n", ".qiirc:3: given twice: 'lines'");
    refused("[fail_under]\nlines = 1\n  2\n", ".qiirc:3: the value has a second line: '2'");
    refused("[files]\nsources = a, /usr\n", ".qiirc:2: sources are relative paths without '..', not '/usr'");
    refused("[files]\nsources = a/../../b\n", ".qiirc:2: sources are relative paths without '..', not 'a/../../b'");
    refused("[files]\nsources = a;b\n", ".qiirc:2: sources cannot contain ';': 'a;b'");
    refused("[paths]\n/a = /etc\n", ".qiirc:2: a path is mapped to a relative path without '..', not '/etc'");
    refused("[paths]\n/a = ../x\n", ".qiirc:2: a path is mapped to a relative path without '..', not '../x'");
    refused("[paths]\n/a =\n", ".qiirc:2: a path is mapped to a relative path without '..', not ''");
    refused("[paths]\na = b\n", ".qiirc:2: only absolute paths are mapped, not 'a'");
    refused("[paths]\n/**/a = b\n", ".qiirc:2: '**' is not supported in '/**/a'");
}

TEST(longer_lines_than_inih_reads_are_errors)
{
    char text[400] = "[files]\ninclude = ";
    struct qii_project project;
    struct qp_error error;
    size_t start = strlen(text), line = 8;
    memset(text + start, 'x', sizeof text - start);
    assert_true(parse_bytes(&project, text, line + 198, &error));
    assert_int_equal(strlen(project.files.only.items[0]), 198 - strlen("include = "));
    qii_project_close(&project);
    refused_bytes(text, line + 200, ".qiirc:2: the line has more than 198 bytes");
    text[line + 198] = '\n';
    assert_true(parse_bytes(&project, text, line + 199, &error));
    qii_project_close(&project);
    text[line + 199] = '\n';
    text[line + 198] = 'x';
    refused_bytes(text, line + 200, ".qiirc:2: the line has more than 198 bytes");
    memset(text, '#', sizeof text);
    refused_bytes(text, sizeof text, ".qiirc:1: the line has more than 198 bytes");
}

TEST(nul_bytes_are_errors)
{
    refused_bytes("[files]\nincl\0ude = a\n", 21, ".qiirc:2: the line contains control characters");
    refused_bytes("\xff\xfe[\0f\0", 6, ".qiirc:1: the line contains control characters"); /* UTF-16 */
    refused("[files]\ninclude = a\rb\n", ".qiirc:2: the line contains control characters");
}

TEST(number_of_patterns_is_limited)
{
    char text[2000] = "[files]\ninclude = x\n";
    for (int i = 0; i < 31; i++)
        strcat(text, " y\n");
    struct qii_project project = parsed(text);
    assert_int_equal(project.files.only.count, QP_PATTERNS);
    qii_project_close(&project);
    refused(strcat(text, " z\n"), ".qiirc:34: more than 32 patterns: no room for 'z'");
    strcpy(text, "[exclude_lines]\nreason = x\n");
    for (int i = 0; i < 64; i++)
        strcat(text, " y\n");
    refused(text, ".qiirc:66: more than 64 patterns: no room for 'y'");
    strcpy(text, "[paths]\n");
    for (int i = 0; i < 33; i++)
        strcat(text, "/a = a\n");
    refused(text, ".qiirc:34: more than 32 paths: no room for '/a'");
}

/* ---- search ------------------------------------------------------------------------------------------------------ */

static const char valid[] = "[files]\nsources = src\n";

/* Return the name of the file that applies, "none", or the error; valid until the next call. */
static const char *found(void)
{
    static char text[400];
    struct qii_project project;
    struct qp_error error = {0};
    if (!qii_project_open(&project, NULL, &error))
        return strcpy(text, error.text);
    strcpy(text, project.file ? project.file : "none");
    qii_project_close(&project);
    return text;
}

static void enter(const char *folder)
{
    assert_int_equal(chdir(folder), 0);
}

TEST(nearest_file_applies_up_to_the_repository)
{
    folder_enter();
    folder_write(".qiirc", valid);
    folder_write("repository/.git/HEAD", "");
    folder_write("repository/a/b/x", "");
    assert_string_equal(found(), ".qiirc");
    enter("repository/a/b");
    assert_string_equal(found(), "none");
    folder_write("../../.qiirc", valid);
    assert_string_equal(found(), "../../.qiirc");
    folder_write("../.qiirc", valid);
    assert_string_equal(found(), "../.qiirc");
    folder_write(".qiirc", valid);
    assert_string_equal(found(), ".qiirc");
}

TEST(worktree_has_a_file_instead_of_the_directory)
{
    folder_enter();
    folder_write(".git/HEAD", "");
    folder_write(".qiirc", valid);
    folder_write("tree/.git", "gitdir: ../.git/worktrees/tree\n");
    folder_write("tree/a/x", "");
    enter("tree/a");
    assert_string_equal(found(), "none");
    folder_write("../.qiirc", valid);
    assert_string_equal(found(), "../.qiirc");
}

TEST(outside_of_a_repository_only_the_working_directory_counts)
{
    folder_enter();
    folder_write(".qiirc", valid);
    folder_write("a/x", "");
    assert_string_equal(found(), ".qiirc");
    enter("a");
    assert_string_equal(found(), "none");
}

TEST(what_is_no_regular_file_is_an_error)
{
    folder_enter();
    folder_write("real", valid);
    assert_int_equal(symlink("real", ".qiirc"), 0);
    assert_string_equal(found(), ".qiirc: a symbolic link, which is not followed");
    unlink(".qiirc");
    assert_int_equal(mkdir(".qiirc", 0700), 0);
    assert_string_equal(found(), ".qiirc: not a regular file");
    rmdir(".qiirc");
    assert_int_equal(mkfifo(".qiirc", 0600), 0);
    assert_string_equal(found(), ".qiirc: not a regular file");
    unlink(".qiirc");
    folder_write(".qiirc", "");
    assert_int_equal(truncate(".qiirc", (1 << 20) + 1), 0);
    assert_string_equal(found(), ".qiirc: larger than 1 MiB");
    unlink(".qiirc");
}

TEST_IF(geteuid() != 0, file_without_permission_is_an_error)
{
    folder_enter();
    folder_write(".qiirc", valid);
    assert_int_equal(chmod(".qiirc", 0), 0);
    assert_string_equal(found(), ".qiirc: Permission denied");
}

TEST(named_file_is_read_wherever_it_is)
{
    struct qii_project project;
    struct qp_error error = {0};
    folder_enter();
    folder_write("settings/ours.ini", valid);
    assert_int_equal(symlink("settings/ours.ini", "link"), 0);
    assert_true(qii_project_open(&project, "settings/ours.ini", &error));
    assert_string_equal(project.sources.items[0], "settings/src");
    qii_project_close(&project);
    assert_true(qii_project_open(&project, "link", &error));
    assert_string_equal(project.sources.items[0], "src");
    qii_project_close(&project);
    assert_false(qii_project_open(&project, "missing", &error));
    assert_string_equal(error.text, "missing: No such file or directory");
}
