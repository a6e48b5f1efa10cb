#include "show/summary.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <signal.h>
#include <string.h>

static void summarize(struct builder *builder, enum qp_product product, const char *path, char *text, size_t size)
{
    int data = test_write_builder(builder);
    int out = memfd_create("out", MFD_CLOEXEC);
    assert_int_equal(qp_summary_write(data, path, product, out), 0);
    ssize_t length = pread(out, text, size - 1, 0);
    assert_true(length > 0);
    text[length] = '\0';
    assert_int_equal(write(out, "", 0), 0); /* both descriptors are still open */
    close(out);
    assert_int_equal(close(data), 0);
}

static void write_summary(enum qp_product product, const char *path, char *text, size_t size)
{
    struct builder builder;
    sample_build(&builder);
    summarize(&builder, product, path, text, size);
}

/* Percentages refer to the whole run, so the time outside of functions is shown as well. */
TEST(time_in_no_function_is_shown)
{
    char text[8000];
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    uint32_t group = builder_group(&builder, QP_QPROF, "worker", 0);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), group, 0);
    ((struct qp_node *)builder_at(&builder, root))->self = 3000;
    builder_node(&builder, root, 1, 1, 1000);
    summarize(&builder, QP_QPROF, "a.qii", text, sizeof text);
    assert_non_null(strstr(text, "data: a.qii (qii report a.qii)\n")); /* no virtual thread was created */
    assert_non_null(strstr(text, "1.00 µs   25.0%"));
    assert_non_null(strstr(text, "3.00 µs, 75.0% of all time, in no function\n"));
    write_summary(QP_QPROF, NULL, text, sizeof text);
    assert_null(strstr(text, "in no function"));
}

TEST(qprof_shows_functions_problems_and_where)
{
    char text[8000];
    write_summary(QP_QPROF, "demo.4711.qii", text, sizeof text);
    assert_non_null(strstr(text, "demo app (pid 4711)  libqprof  1.50 ms  30 calls  ended\n"));
    assert_non_null(strstr(text, "74.0 µs   53.7%  74.0 µs"));
    assert_non_null(strstr(text, "note: 3 × unmatched-exit"));
    assert_non_null(strstr(text, "data: demo.4711.qii (qii report demo.4711.qii, qii threads demo.4711.qii)\n"));
    assert_null(strstr(text, "\033"));
}

TEST(cprof_shows_files)
{
    char text[8000];
    write_summary(QP_CPROF, NULL, text, sizeof text);
    assert_non_null(strstr(text, "7/9  77.8%       0/0      -        2/3   66.7%  src/main.lua\n"));
    assert_non_null(strstr(text, "10/14  71.4%"));
    assert_null(strstr(text, "data:"));
}

/* Writing to a pipe without a reader returns an error. The resulting SIGPIPE neither ends the process nor stays
 * pending. */
TEST(closed_pipe_is_an_error_and_no_signal)
{
    struct builder builder;
    sigset_t pending;
    int ends[2];
    sample_build(&builder);
    int data = test_write_builder(&builder);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(qp_summary_write(data, NULL, QP_QPROF, ends[1]), QP_ERR_WRITE);
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
    close(ends[1]);
    close(data);
}

TEST(bad_file_is_one_line)
{
    char text[500] = "";
    int data = memfd_create("bad", MFD_CLOEXEC), out = memfd_create("out", MFD_CLOEXEC);
    assert_int_equal(qp_summary_write(data, NULL, QP_QPROF, out), QP_ERR_FORMAT);
    assert_true(pread(out, text, sizeof text - 1, 0) > 0);
    assert_string_equal(text, "qprof: no summary: too short for a data file (0 bytes)\n");
    close(out);
    close(data);
}
