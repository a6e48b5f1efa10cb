#include "profile/coverage/touched.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file with nested functions: main has the lines 2, 3, 10, 20 and 30, outer 4 to 9, and inner, which is in outer, 6
 * and 8. Two functions are on line 20. */
static void open_sample(struct test_query *opened)
{
    static const int main_lines[] = {2, 3, 10, 20, 30}, outer[] = {4, 5, 9}, inner[] = {6, 8}, single[] = {20};
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_CPROF);
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    builder_header(&builder)->directory = builder_string(&builder, "/nowhere/project");
    builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    builder_method(&builder, QP_CPROF, 1, "main", "src/a.lua", main_lines, 5);
    builder_method(&builder, QP_CPROF, 2, "outer", "src/a.lua", outer, 3);
    builder_method(&builder, QP_CPROF, 3, "inner", "src/a.lua", inner, 2);
    builder_method(&builder, QP_CPROF, 4, "one", "src/a.lua", single, 1);
    builder_method(&builder, QP_CPROF, 5, "other", "./src/a.lua", single, 1);
    builder_method(&builder, QP_CPROF, 6, "twin", "src/b.lua", outer, 3);
    builder_method(&builder, QP_CPROF, 7, "other twin", "src/b.lua", outer, 3);
    test_open_query(opened, &builder, &selection);
}

/* Write each change as "file:line,count lines; functions". */
static void assert_touched(const char *text, const char *expected)
{
    const struct qp_patch_folders folders = {{"/nowhere/project"}, 1};
    struct test_query opened;
    struct qp_patch patch = {0};
    struct qp_touched_changes touched;
    char found[2000] = "", name[40];
    FILE *in = fmemopen((void *)text, strlen(text), "r");
    open_sample(&opened);
    assert_true(qp_patch_read(&patch, in));
    assert_true(qp_touched_open(&touched, &opened.query, &patch, &folders));
    for (uint32_t i = 0; i < touched.count; i++) {
        const struct qp_touched *it = &touched.items[i];
        sprintf(found + strlen(found), "%s%s:%d,%d", i ? " | " : "", it->name, it->range.first, it->range.count);
        for (uint32_t k = 0; k < it->line_count; k++)
            sprintf(found + strlen(found), " %d", it->lines[k]);
        for (uint32_t k = 0; k < it->method_count; k++) {
            qp_profile_method_name(opened.query.profile, it->methods[k], name, sizeof name);
            sprintf(found + strlen(found), " %s", name);
        }
    }
    assert_string_equal(found, expected);
    qp_touched_close(&touched);
    qp_patch_close(&patch);
    fclose(in);
    test_close_query(&opened);
}

#define HEAD "--- a/src/a.lua\n+++ b/src/a.lua\n"

TEST(replaced_lines_with_code_are_touched)
{
    assert_touched(HEAD "@@ -5 +5 @@\n-a\n+b\n", "src/a.lua:5,1 5 outer");
    assert_touched(HEAD "@@ -5,4 +5 @@\n-a\n-b\n-c\n-d\n+e\n", "src/a.lua:5,4 5 6 8 outer inner");
    assert_touched(HEAD "@@ -20 +20 @@\n-a\n+b\n@@ -30 +30 @@\n-a\n+b\n",
                   "src/a.lua:20,1 20 main one other | src/a.lua:30,1 30 main");
}

TEST(added_lines_are_in_the_innermost_function)
{
    assert_touched(HEAD "@@ -6,0 +7 @@\n+a\n", "src/a.lua:7,0 inner");
    assert_touched(HEAD "@@ -5,0 +6 @@\n+a\n", "src/a.lua:6,0 outer");
    assert_touched(HEAD "@@ -8,0 +9 @@\n+a\n", "src/a.lua:9,0 outer");
    assert_touched(HEAD "@@ -9,0 +10 @@\n+a\n", "src/a.lua:10,0 main");
    assert_touched("--- a/src/b.lua\n+++ b/src/b.lua\n@@ -7,0 +8 @@\n+a\n", "src/b.lua:8,0 twin other twin");
}

TEST(lines_without_code_are_in_the_innermost_function)
{
    assert_touched(HEAD "@@ -7 +7 @@\n-a\n+b\n", "src/a.lua:7,1 inner");
    assert_touched(HEAD "@@ -11,5 +10,0 @@\n-a\n-b\n-c\n-d\n-e\n", "src/a.lua:11,5 main");
}

TEST(change_outside_of_functions_has_no_function)
{
    assert_touched(HEAD "@@ -0,0 +1 @@\n+a\n", "src/a.lua:1,0");
    assert_touched(HEAD "@@ -30,0 +31 @@\n+a\n", "src/a.lua:31,0");
    assert_touched(HEAD "@@ -1 +1 @@\n-a\n+b\n", "src/a.lua:1,1");
    assert_touched(HEAD "@@ -2147483600,20 +1,0 @@\n" /* no line */, "");
}

TEST(old_name_of_a_renamed_file_counts)
{
    assert_touched(
        "diff --git a/src/a.lua b/lib/b.lua\nrename from src/a.lua\nrename to lib/b.lua\n@@ -5 +5 @@\n-a\n+b\n",
        "src/a.lua:5,1 5 outer");
    assert_touched("diff --git a/src/a.lua b/src/a.lua\ndeleted file mode 100644\n--- a/src/a.lua\n+++ /dev/null\n"
                   "@@ -5,2 +0,0 @@\n-a\n-b\n",
                   "src/a.lua:5,2 5 6 outer inner");
    assert_touched("diff --git a/src/b.lua b/src/b.lua\nnew file mode 100644\n--- /dev/null\n+++ b/src/b.lua\n"
                   "@@ -0,0 +1 @@\n+a\n",
                   "");
    assert_touched("--- a/src/c.lua\n+++ b/src/c.lua\n@@ -5 +5 @@\n-a\n+b\n", "");
}
