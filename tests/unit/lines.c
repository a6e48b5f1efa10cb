#include "profile/coverage/coverage.h"
#include "profile/coverage/lines.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

static void lines_of(uint32_t product, const char *file, char *text, size_t size, struct qp_lines *numbers)
{
    struct builder builder;
    struct test_query opened;
    struct qp_selection selection = qp_selection_of((enum qp_product)product);
    sample_build(&builder);
    test_open_query(&opened, &builder, &selection);
    const struct qp_profile *profile = &opened.profile;
    FILE *out = fmemopen(text, size, "w");
    for (uint32_t i = 0; i < profile->file_count; i++) {
        if (!qp_text_equal(profile->files[i].name, qp_text_of(file)))
            continue;
        assert_true(qp_lines_open(numbers, &opened.query, (struct qp_target){i, QP_NONE}));
        for (uint32_t k = 0; k < numbers->count; k++) {
            const struct qp_line *line = &numbers->items[k];
            fprintf(out, "%d:%d", line->number, (int)line->count);
            if (line->time)
                fprintf(out, "/%d", (int)line->time);
            fputs(line->excluded ? "x " : " ", out);
        }
        qp_lines_close(&(struct qp_lines){.items = numbers->items});
    }
    fclose(out);
    test_close_query(&opened);
}

/* Line 3 has two blocks with the counts 9 and 4. Line 9 is excluded from the totals. */
TEST(blocks_of_a_line_add_up)
{
    char text[500] = "";
    struct qp_lines numbers;
    lines_of(QP_CPROF, "src/main.lua", text, sizeof text, &numbers);
    assert_string_equal(text, "1:1 2:1 3:13 4:9 5:1 6:0 7:0 8:1 9:1x 10:1 ");
    assert_int_equal(numbers.total, 9);
    assert_int_equal(numbers.hit, 7);
    assert_false(numbers.timed);
}

TEST(descending_tables_are_sorted)
{
    char text[500] = "";
    struct qp_lines numbers;
    lines_of(QP_CPROF, SAMPLE_ODD_FILE, text, sizeof text, &numbers);
    assert_string_equal(text, "10:3 11:0 12:2 20:5 21:0 ");
    assert_int_equal(numbers.total, 5);
    assert_int_equal(numbers.hit, 3);
}

TEST(products_do_not_mix)
{
    char text[500] = "";
    struct qp_lines numbers;
    lines_of(QP_QPROF, "src/main.lua", text, sizeof text, &numbers);
    assert_string_equal(text, "1:1/100 2:1/100 3:0 4:0 5:1/100 6:0 7:0 8:1/4600 9:1/100x 10:0 ");
    assert_true(numbers.timed);
}

/* A client that reports only blocks has two functions, one of which ran. */
TEST(function_ran_if_one_of_its_lines_did)
{
    static const int lines[] = {1, 2};
    static const uint64_t counts[][2] = {{0, 3}, {0, 0}};
    struct builder builder;
    struct test_query opened;
    struct qp_selection selection = qp_selection_of(QP_CPROF);
    struct qp_coverage_files files;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    uint32_t root = builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    for (uint64_t i = 0; i < 2; i++) {
        builder_method(&builder, QP_CPROF, i + 1, i ? "b" : "a", "a.c", lines, 2);
        builder_blocks(&builder, root, i + 1, 0, counts[i], 2);
    }
    test_open_query(&opened, &builder, &selection);
    assert_int_equal(qp_coverage_calls(&opened.query, 0), 1);
    assert_int_equal(qp_coverage_calls(&opened.query, 1), 0);
    assert_true(qp_coverage_files_open(&files, &opened.query, NULL));
    assert_int_equal(files.total.functions, 2);
    assert_int_equal(files.total.functions_hit, 1);
    qp_coverage_files_close(&files);
    test_close_query(&opened);
}
