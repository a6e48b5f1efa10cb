/* export.c - how an export ends when it cannot be written. */
#include "export/export.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_sample(const struct qp_exporter *exporter, FILE *out, struct qp_error *error)
{
    struct builder builder;
    struct qp_profile profile;
    sample_build(&builder);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    const struct qp_export_request request = {
        .exporter = exporter, .selection = qp_selection_of(QP_QPROF), .every = false, .out = out};
    int code = qp_export_write(&profile, &request, error);
    qp_profile_close(&profile);
    close(fd);
    return code;
}

static bool on_line(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    fprintf(export->out, "file %u: %u lines\n", file, lines->count);
    return true;
}

TEST(what_cannot_be_written_is_told)
{
    struct qp_error error = {0};
    static const struct qp_exporter lines = {.file = on_line};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(write_sample(&lines, full, &error), QP_ERR_WRITE);
    assert_non_null(strstr(error.text, strerror(ENOSPC)));
    fclose(full);
}

/* A file with two lines, and a text with three that the program loaded. */
static char *exported(const char *format)
{
    static const int lines[] = {1, 2, 3};
    struct builder builder;
    struct qp_profile profile;
    struct qp_error error = {0};
    char *text = NULL;
    size_t size;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    builder_method(&builder, QP_CPROF, 1, "f", "a.lua", lines, 2);
    builder_method(&builder, QP_CPROF, 2, "g", "[string \"x = 1\"] 0123456789abcdef", lines, 3);
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    builder_node(&builder, root, 1, 1, 0);
    builder_node(&builder, root, 2, 1, 0);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    FILE *out = open_memstream(&text, &size);
    const struct qp_export_request request = {
        .exporter = qp_export_named(format), .selection = qp_selection_of(QP_CPROF), .out = out};
    assert_int_equal(qp_export_write(&profile, &request, &error), 0);
    fclose(out);
    qp_profile_close(&profile);
    close(fd);
    return text;
}

TEST(code_without_a_file_is_left_out_for_readers_of_files)
{
    static const char *const formats[] = {"lcov", "cobertura", "jacoco"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = exported(formats[i]);
        assert_non_null(strstr(text, "a.lua"));
        assert_null(strstr(text, "[string"));
        assert_non_null(strstr(text, "such as what the program loaded from strings: 3 lines of 1 text."));
        free(text);
    }
    char *text = exported("markdown");
    assert_non_null(strstr(text, "[string"));
    free(text);
}
