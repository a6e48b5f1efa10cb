/* export.c - exports that cannot be written, code without a file, and the limit of collapsed stacks. */
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

static bool on_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    fprintf(export->out, "file %u: %u lines\n", file, lines->count);
    return true;
}

static bool write_files(struct qp_export *export)
{
    return qp_export_files(export, on_file);
}

TEST(write_error_is_reported)
{
    struct qp_error error = {0};
    static const struct qp_exporter lines = {.write = write_files};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(write_sample(&lines, full, &error), QP_ERR_WRITE);
    assert_non_null(strstr(error.text, strerror(ENOSPC)));
    fclose(full);
}

static const struct qp_exporter *exporter_named(const char *name)
{
    const struct qp_exporter *const *it = qp_exporters;
    while (strcmp((*it)->name, name) != 0)
        it++;
    return *it;
}

static char reported[200];

static void report(const char *note)
{
    snprintf(reported, sizeof reported, "%s", note);
}

/* Return the export of a run's coverage; the last note that is not in it is in `reported`. */
static char *exported(struct builder *builder, const char *format, size_t *size)
{
    struct qp_profile profile;
    struct qp_error error = {0};
    char *text = NULL;
    int fd = test_open_builder(&profile, builder);
    assert_true(fd >= 0);
    FILE *out = open_memstream(&text, size);
    reported[0] = '\0';
    const struct qp_export_request request = {
        .exporter = exporter_named(format), .selection = qp_selection_of(QP_CPROF), .report = report, .out = out};
    assert_int_equal(qp_export_write(&profile, &request, &error), 0);
    fclose(out);
    qp_profile_close(&profile);
    close(fd);
    return text;
}

/* Return the export of a run that has a file with two lines and a loaded chunk with three lines. */
static char *exported_lines(const char *format)
{
    static const int lines[] = {1, 2, 3};
    struct builder builder;
    size_t size;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    builder_method(&builder, QP_CPROF, 1, "f", "a.lua", lines, 2);
    builder_method(&builder, QP_CPROF, 2, "g", "[string \"x = 1\"] 0123456789abcdef", lines, 3);
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    builder_node(&builder, root, 1, 1, 0);
    builder_node(&builder, root, 2, 1, 0);
    builder_blocks(&builder, root, 1, 0, (const uint64_t[]){1, 0}, 2);
    return exported(&builder, format, &size);
}

TEST(code_without_a_file_is_omitted_from_formats_of_files)
{
    static const char *const formats[] = {"lcov", "cobertura", "jacoco", "sonarqube"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = exported_lines(formats[i]);
        assert_non_null(strstr(text, "a.lua"));
        assert_null(strstr(text, "[string"));
        const char *notes = i == 0 ? reported : text; /* lcov has no comments */
        assert_non_null(strstr(notes, "such as code loaded from strings, is omitted: 3 lines of 1 text."));
        free(text);
    }
    char *text = exported_lines("markdown");
    assert_non_null(strstr(text, "[string"));
    free(text);
}

/* ---- recordings of Flight Recorder ------------------------------------------------------------------------------- */

TEST(recording_has_no_more_events_if_the_sum_of_calls_overflows)
{
    struct builder builder;
    size_t size;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (uint64_t i = 1; i <= 2; i++) {
        builder_method(&builder, QP_CPROF, i, "f", NULL, NULL, 0);
        builder_node(&builder, root, i, UINT64_C(1) << 63, 0);
    }
    free(exported(&builder, "jfr", &size));
    assert_in_range(size, 1000000, 100000000);
}

/* ---- stacks ------------------------------------------------------------------------------------------------------ */

#define FAN 330 /* number of callers, and of methods that each caller calls; FAN * FAN paths exceed the limit */

/* Build FAN * FAN paths, half with one tick of time and half with two. A dozen paths below one caller have nearly all
 * of the time. */
static void build_bush(struct builder *builder)
{
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    for (uint64_t i = 1; i <= FAN; i++)
        builder_method(builder, QP_QPROF, i, "f", NULL, NULL, 0);
    uint32_t root = builder_root(builder, QP_QPROF, builder_thread(builder, 1, NULL), 0, 0);
    for (uint64_t i = 1; i <= FAN; i++) {
        uint32_t caller = builder_node(builder, root, i, 1, 0);
        for (uint64_t k = 1; k <= FAN; k++)
            builder_node(builder, caller, k, 1, i == FAN && k <= 12 ? 10000000 : 1 + k % 2);
    }
    builder_balance(builder);
}

/* Return the number of emitted stacks. Set `sum` to the sum of their values. */
static uint32_t count_stacks(const uint32_t *most, uint64_t *sum)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_error error = {0};
    char *text = NULL, *rest = NULL;
    size_t size;
    uint32_t count = 0;
    build_bush(&builder);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    FILE *out = open_memstream(&text, &size);
    const struct qp_export_request request = {.exporter = exporter_named("collapsed"),
                                              .selection = qp_selection_of(QP_QPROF),
                                              .most_paths = most,
                                              .out = out};
    assert_int_equal(qp_export_write(&profile, &request, &error), 0);
    fclose(out);
    *sum = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), count++)
        *sum += strtoull(strrchr(line, ' ') + 1, NULL, 10);
    free(text);
    qp_profile_close(&profile);
    close(fd);
    return count;
}

TEST(many_paths_become_stacks_with_enough_time_and_no_time_is_lost)
{
    static const uint32_t all = 0, costliest = 60000;
    uint64_t sum, expected;
    assert_int_equal(count_stacks(&all, &expected), FAN * FAN);
    assert_in_range(count_stacks(NULL, &sum), 12, 3 * FAN);
    assert_int_equal(sum, expected);
    assert_in_range(count_stacks(&costliest, &sum), FAN * FAN / 2, costliest);
    assert_int_equal(sum, expected);
}

static bool take_stack(void *data, const struct qp_stacks_path *stack)
{
    (void)data;
    return stack->depth > 0;
}

/* Each frame of a deep recursion is a path of its own. To limit the size of the output, the limit on the number of
 * stacks counts a stack as one, plus one for each 100 of its frames. */
TEST(deep_stacks_are_limited_to_fewer)
{
    struct test_query opened;
    struct builder builder;
    struct qp_stacks stacks;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_method(&builder, QP_QPROF, 1, "f", NULL, NULL, 0);
    uint32_t node = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (int i = 0; i < 900; i++)
        node = builder_node(&builder, node, 1, 1, 1000000);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_true(qp_stacks_open(&stacks, &opened.query, (struct qp_stacks_limit){.most = 800}));
    assert_true(qp_stacks_walk(&stacks, 0, take_stack, NULL));
    assert_int_equal(stacks.emitted + stacks.folded, 901);
    assert_in_range(stacks.emitted, 340, 350); /* a stack uses 1 of the limit, plus 1 for each 100 frames, so 800 allow
                                                * 350 stacks: 100 + 100 * 2 + 100 * 3 + 50 * 4. A few less are emitted,
                                                * because stacks of one bucket are emitted all or not at all */
    qp_stacks_close(&stacks);
    test_close_query(&opened);
}
