/* Line tables, which map code offsets to lines. */
#include "tests/support/run.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Clients declare this struct themselves, with this layout. */
_Static_assert(sizeof(qprof_LineInfo) == 8 && sizeof(((qprof_LineInfo *)0)->code_offset) == 4, "two ints, no more");

static void register_lines(qprof_MethodID method, const char *name, const qprof_LineInfo *lines, int count)
{
    qii.register_method_id(method, name, NULL, 0, "lines.toy", lines, count);
}

static void offsets(qprof_MethodID method, const int *list, int count)
{
    enter(method, 1);
    for (int i = 0; i < count; i++)
        qii.execute_byte_code(method, NULL, list[i]);
    leave(0);
}

static void example(void)
{
    static const int at[] = {0, 1, 6, 7, 11, 12, 13, INT_MAX};
    run_start("");
    define_with_lines(1, "f");
    offsets(1, at, 8);
    end_run();
}

TEST(offset_belongs_to_the_entry_before_it)
{
    run_client(example);
    expect_lines("f 15:3 16:2 19:3\n");
    expect_diagnostics("");
}

static void starting_late(void)
{
    static const qprof_LineInfo lines[] = {{10, 1}, {20, 2}};
    static const int at[] = {0, 9, 10, 20};
    run_start("");
    register_lines(1, "f", lines, 2);
    offsets(1, at, 4);
    end_run();
}

TEST(offset_below_the_first_entry_belongs_to_the_first_line)
{
    run_client(starting_late);
    expect_lines("f 1:3 2:1\n");
    expect_diagnostics("");
}

static void repeating(void)
{
    static const qprof_LineInfo lines[] = {{0, 9}, {4, 3}, {8, 9}, {12, 1}};
    static const int at[] = {0, 5, 9, 12, 13};
    run_start("");
    register_lines(1, "f", lines, 4);
    offsets(1, at, 5);
    end_run();
}

TEST(lines_may_repeat_and_go_down)
{
    run_client(repeating);
    expect_lines("f 1:2 3:1 9:2\n");
    expect_diagnostics("");
}

static void unsorted(void)
{
    static const qprof_LineInfo lines[] = {{12, 19}, {0, 15}, {7, 16}};
    static const int at[] = {0, 6, 7, 12};
    run_start("");
    register_lines(1, "f", lines, 3);
    offsets(1, at, 4);
    end_run();
}

TEST(unsorted_table_is_counted_and_works_like_a_sorted_one)
{
    run_client(unsorted);
    expect_lines("f 15:2 16:1 19:1\n");
    expect_diagnostics("bad-line-table 1 method 0x1, entry 1 is out of order\n");
}

static void bad_tables(void)
{
    static const qprof_LineInfo lines[] = {{0, 15}};
    run_start("");
    register_lines(1, "null", NULL, 3);
    register_lines(2, "negative", lines, -1);
    register_lines(3, "smallest", lines, INT_MIN);
    register_lines(4, "huge", lines, INT_MAX);
    register_lines(5, "none", NULL, 0);
    register_lines(6, "empty", lines, 0);
    for (qprof_MethodID method = 1; method <= 6; method++) {
        enter(method, 1);
        leave(0);
    }
    end_run();
}

TEST(bad_table_is_counted_and_the_method_works_without_it)
{
    run_client(bad_tables);
    expect_lines("");
    expect_tree("null 1\n"
                "negative 1\n"
                "smallest 1\n"
                "huge 1\n"
                "none 1\n"
                "empty 1\n");
    expect_kinds("bad-line-table 4\n");
}

static void odd_numbers(void)
{
    static const qprof_LineInfo lines[] = {{-5, -1}, {0, 0}, {5, 7}};
    static const int at[] = {0, 5};
    run_start("");
    register_lines(1, "f", lines, 3);
    offsets(1, at, 2);
    end_run();
}

TEST(nonpositive_lines_are_no_lines)
{
    run_client(odd_numbers);
    expect_lines("f 7:1\n");
    expect_blocks("f 1:1 2:1\n");
}

static void freed(void)
{
    qprof_LineInfo *lines = malloc(2 * sizeof *lines);
    char *name = strdup("name");
    char *class_name = strdup("Class");
    char *file = strdup("gone.toy");
    run_start("");
    lines[0] = (qprof_LineInfo){0, 1};
    lines[1] = (qprof_LineInfo){5, 2};
    qii.register_method_id(1, name, class_name, 0, file, lines, 2);
    memset(lines, 0xff, 2 * sizeof *lines);
    memset(name, 'x', 4);
    memset(class_name, 'x', 5);
    memset(file, 'x', 8);
    free(lines);
    free(name);
    free(class_name);
    free(file);
    enter(1, 1);
    qii.execute_byte_code(1, NULL, 5);
    leave(0);
    end_run();
}

TEST(table_and_names_are_copied)
{
    run_client(freed);
    expect_lines("Class.name 1:0 2:1\n");
    assert_true(qp_text_equal(run_profile()->files[0].name, qp_text_of("gone.toy")));
}

static void blocks_do_not_care(void)
{
    static const qprof_LineInfo lines[] = {{0, 4}, {0, 5}, {0, 6}};
    run_start("");
    register_lines(1, "f", lines, 3);
    enter(1, 1);
    count_block(1, 3);
    count_block(2, 1);
    leave(0);
    end_run();
}

TEST(offsets_do_not_matter_for_blocks)
{
    run_client(blocks_do_not_care);
    expect_lines("f 4:0 5:3 6:1\n");
    expect_diagnostics("");
}

static void large(void)
{
    enum { COUNT = 100000 };
    qprof_LineInfo *lines = malloc(COUNT * sizeof *lines);
    static const int at[] = {0, 4 * 77777, 4 * (COUNT - 1)};
    run_start("");
    for (int i = 0; i < COUNT; i++)
        lines[i] = (qprof_LineInfo){4 * i, i + 1};
    register_lines(1, "f", lines, COUNT);
    free(lines);
    offsets(1, at, 3);
    end_run();
}

TEST(table_of_100000_entries_works)
{
    run_client(large);
    expect_blocks("f 0:1 77777:1 99999:1\n");
    expect_diagnostics("");
}
