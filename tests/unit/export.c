/* export.c - what an exporter is offered: call paths and edges of the sample, a directory of files, and how it ends. */
#include "export/export.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *name(const struct qp_export *export, uint32_t method)
{
    static char names[2][100];
    static int next;
    next = !next;
    snprintf(names[next], sizeof names[next], "-");
    if (method != QP_NONE)
        qp_profile_method_name(export->profile, method, names[next], sizeof names[next]);
    return names[next];
}

static bool on_section(struct qp_export *export, enum qp_section section)
{
    static const char *const titles[] = {
#define X(constant, title) title,
        QP_SECTION_LIST(X)
#undef X
    };
    if (section == QP_SECTION_PATHS || section == QP_SECTION_CALLS)
        fprintf(export->out, "%s of %s\n", titles[section], qp_profile_product_name(export->query->selection.product));
    return true;
}

static bool on_path(struct qp_export *export, uint32_t path)
{
    const struct qp_call_path *it = &export->tree->items[path];
    assert_true(it->parent == QP_NONE || it->parent < path);
    if (it->calls)
        fprintf(export->out, "%s from %s %d %d %d\n", name(export, it->method),
                name(export, export->tree->items[it->parent].method), (int)it->calls, (int)it->self, (int)it->total);
    return true;
}

static bool on_call(struct qp_export *export, const struct qp_call *call)
{
    fprintf(export->out, "%s > %s %d %d\n", name(export, call->caller), name(export, call->callee), (int)call->calls,
            (int)call->total);
    return true;
}

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

TEST(paths_and_calls_of_all_threads_come_together)
{
    static const struct qp_exporter exporter = {.section = on_section, .path = on_path, .call = on_call};
    struct qp_error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    struct qp_sink sink = qp_sink_stream(out);
    assert_int_equal(write_sample(&exporter, &sink, &error), 0);
    fclose(out);
    /* main on both threads and in both phases is one path: 5,000 + 1,000 + 30,000 of its own */
    assert_non_null(strstr(text, "paths of qprof\nmain from - 2 36000 "));
    assert_non_null(strstr(text, "\nMath.fib from Math.fib 6 20000 24000\n"));
    assert_non_null(strstr(text, "\ncalls of qprof\nmain > Math.fib 3 74000\n"));
    /* the recursive edge: 6 and 8 calls, its time once */
    assert_non_null(strstr(text, "\nMath.fib > Math.fib 14 24000\n"));
    assert_non_null(strstr(text, "\ntail > bad\\xffname 1 700\n"));
    /* those without a caller come thread by thread */
    assert_non_null(strstr(text, "\n- > main 1 90700\n- > main 1 36000\n"));
    free(text);
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

TEST(what_cannot_be_written_is_told)
{
    struct qp_error error = {0};
    struct qp_sink sink = qp_sink_directory("/dev/null/pages");
    assert_int_equal(write_sample(&several, &sink, &error), QP_ERR_WRITE);
    assert_non_null(strstr(error.text, strerror(ENOTDIR)));
    static const struct qp_exporter one = {.path = on_path};
    error = (struct qp_error){0};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    sink = qp_sink_stream(full);
    assert_int_equal(write_sample(&one, &sink, &error), QP_ERR_WRITE);
    assert_non_null(strstr(error.text, strerror(ENOSPC)));
    fclose(full);
}
