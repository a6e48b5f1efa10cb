/* export.c - where an exporter writes: a directory of files, and how it ends when that fails. */
#include "export/export.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int write_sample(const struct qp_exporter *exporter, struct qp_sink *sink, struct qp_error *error)
{
    struct builder builder;
    struct qp_profile profile;
    sample_build(&builder);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    const struct qp_export_request request = {
        .exporter = exporter, .selection = qp_selection_of(QP_QPROF), .every = false, .sink = sink};
    int code = qp_export_write(&profile, &request, error);
    qp_profile_close(&profile);
    close(fd);
    return code;
}

static bool begin_files(struct qp_export *export)
{
    assert_null(export->out);
    if (!qp_export_open(export, "index.txt"))
        return false;
    fputs("index\n", export->out);
    return true;
}

static bool on_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    (void)lines;
    char title[32];
    snprintf(title, sizeof title, "file_%u.txt", file);
    if (!qp_export_open(export, title))
        return false;
    qp_text_print(export->out, export->profile->files[file].name);
    return true;
}

static const struct qp_exporter several = {.directory = true, .begin = begin_files, .file = on_file};

static void expect_file(const char *directory, const char *file, const char *expected)
{
    char path[128], found[100] = "";
    snprintf(path, sizeof path, "%s/%s", directory, file);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    size_t length = fread(found, 1, sizeof found - 1, in);
    found[length] = '\0';
    fclose(in);
    assert_string_equal(found, expected);
    unlink(path);
}

TEST(a_format_of_several_files_fills_a_directory)
{
    struct qp_error error = {0};
    char above[] = "/tmp/sink.XXXXXX", directory[64];
    assert_true(mkdtemp(above) != NULL);
    snprintf(directory, sizeof directory, "%s/pages", above);
    struct qp_sink sink = qp_sink_directory(directory);
    assert_int_equal(write_sample(&several, &sink, &error), 0);
    expect_file(directory, "index.txt", "index\n");
    expect_file(directory, "file_0.txt", "src/main.lua");
    expect_file(directory, "file_1.txt", SAMPLE_ODD_FILE);
    assert_int_equal(rmdir(directory), 0);
    assert_int_equal(rmdir(above), 0);
}

static bool on_line(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    fprintf(export->out, "file %u: %u lines\n", file, lines->count);
    return true;
}

TEST(what_cannot_be_written_is_told)
{
    struct qp_error error = {0};
    struct qp_sink sink = qp_sink_directory("/dev/null/pages");
    assert_int_equal(write_sample(&several, &sink, &error), QP_ERR_WRITE);
    assert_non_null(strstr(error.text, strerror(ENOTDIR)));
    static const struct qp_exporter one = {.file = on_line};
    error = (struct qp_error){0};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    sink = qp_sink_stream(full);
    assert_int_equal(write_sample(&one, &sink, &error), QP_ERR_WRITE);
    assert_non_null(strstr(error.text, strerror(ENOSPC)));
    fclose(full);
}
