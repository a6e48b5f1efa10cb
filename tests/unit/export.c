/* export.c - how an export ends when it cannot be written. */
#include "export/export.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
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
