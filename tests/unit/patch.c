#include "profile/change/patch.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_bytes(struct qp_patch *patch, const char *text, size_t size)
{
    FILE *in = size ? fmemopen((void *)text, size, "r") : fopen("/dev/null", "r");
    *patch = (struct qp_patch){0};
    assert_non_null(in);
    assert_true(qp_patch_read(patch, in));
    fclose(in);
}

/* Write the patch as "old>new: old lines>new lines 'added line' ...; ...", with '-' for a missing name. */
static char *written(const struct qp_patch *patch)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (uint32_t i = 0; i < patch->count; i++) {
        const struct qp_patch_file *file = &patch->files[i];
        fprintf(out, "%s%s>%s%s%s", i ? "; " : "", file->old_name ? file->old_name : "-",
                file->new_name ? file->new_name : "-", file->binary ? " binary" : "", file->count ? ":" : "");
        for (uint32_t k = 0; k < file->count; k++) {
            const struct qp_patch_change *it = &file->changes[k];
            size_t offset = it->text;
            fprintf(out, " %d,%d>%d,%d", it->old_lines.first, it->old_lines.count, it->new_lines.first,
                    it->new_lines.count);
            for (int32_t line = 0; line < it->new_lines.count; line++) {
                struct qp_text added = qp_patch_line(patch, &offset);
                fprintf(out, " '%.*s'", (int)added.length, added.bytes);
            }
        }
    }
    fprintf(out, "%s", patch->cut ? " cut" : "");
    fclose(out);
    return text;
}

static void assert_patch(const char *text, const char *expected)
{
    struct qp_patch patch;
    read_bytes(&patch, text, strlen(text));
    char *found = written(&patch);
    assert_string_equal(found, expected);
    free(found);
    qp_patch_close(&patch);
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */

TEST(both_sides_of_a_change_have_ranges)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@ function f\n-one\n-two\n+1\n+2\n+3\n", "x>x: 3,2>3,3 '1' '2' '3'");
}

TEST(unchanged_lines_separate_changes)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -1,5 +1,6 @@\n a\n+b\n c\n-d\n e\n+f\n+g\n-h\n",
                 "x>x: 2,0>2,1 'b' 3,1>4,0 5,1>5,2 'f' 'g'");
}

TEST(range_without_lines_is_before_the_next_line)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -7,0 +8,2 @@\n+a\n+b\n@@ -20 +21,0 @@\n-c\n", "x>x: 8,0>8,2 'a' 'b' 20,1>22,0");
    assert_patch("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", "->x: 1,0>1,1 'a'");
}

TEST(lines_that_look_like_headers_belong_to_the_hunk)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n", "x>x: 1,1>1,1 '++ b/y' cut");
    assert_patch("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n @@ -1 +1 @@\n", "x>x: 1,1>1,1 '++ b/y'");
}

TEST(line_without_line_feed_is_a_line)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
                 "x>x: 1,1>1,1 'b'");
    assert_patch("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", "x>x: 1,1>1,1 'b'");
}

TEST(carriage_returns_at_line_ends_are_removed)
{
    assert_patch("--- a/x\r\n+++ b/x\r\n@@ -1 +1,2 @@\r\n-a\r\n+b\r\n+c\rd\r\n", "x>x: 1,1>1,2 'b' 'c\rd'");
}

TEST(empty_line_in_a_hunk_is_unchanged)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n\n+b\n\r\n", "x>x: 2,0>2,1 'b'");
}

TEST(hunk_with_too_few_lines_is_cut)
{
    assert_patch("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n+b\n", "x>x: 1,0>1,1 'b' cut");
    assert_patch("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n+b\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n",
                 "x>x: 1,0>1,1 'b'; y>y: 1,1>1,1 'b' cut");
    assert_patch("--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n+b\n+c\n", "x>x: 1,0>1,1 'b' cut");
}

TEST(invalid_hunk_headers_are_skipped)
{
    static const char *const headers[] = {
        "@@",
        "@@ @@",
        "@@ -1 @@",
        "@@ +1 -1 @@",
        "@@ -1 +1",
        "@@ -1,+1 @@",
        "@@ - + @@",
        "@@ -1 +99999999999 @@",
        "@@ -2147483647,9 +1 @@",
        "@@ -1 +2147483640,2147483640 @@",
        "@@ -1,-1 +1 @@",
        "@@@@@@@@@@@@@@@@@@@@@ -1 +1 @@",
    };
    char text[200];
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        snprintf(text, sizeof text, "--- a/x\n+++ b/x\n%s\n-a\n+b\n", headers[i]);
        assert_patch(text, "x>x");
    }
    assert_patch("@@ -1 +1 @@\n-a\n+b\n", ""); /* no file */
}

TEST(line_of_any_bytes_is_kept)
{
    static const char text[] = "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\0\377b\n";
    struct qp_patch patch;
    size_t offset = 0;
    read_bytes(&patch, text, sizeof text - 1);
    struct qp_text line = qp_patch_line(&patch, &offset);
    assert_int_equal(line.length, 4);
    assert_memory_equal(line.bytes, "a\0\377b", 4);
    qp_patch_close(&patch);
}

/* ---- merges ------------------------------------------------------------------------------------------------------ */

TEST(line_of_a_merge_is_added_if_no_parent_has_it)
{
    assert_patch("diff --cc src/x\nindex 1,2..3\n--- a/src/x\n+++ b/src/x\n@@@ -1,3 -1,2 +1,4 @@@\n  a\n- b\n "
                 "-c\n++d\n +e\n++f\n",
                 "src/x>src/x: 2,1>2,1 'd' 4,0>4,1 'f'");
}

TEST(merge_of_three_parents_is_read)
{
    assert_patch("diff --combined x\n@@@@ -1,2 -1 -1 +1,2 @@@@\n-  a\n+++b\n   c\n", "x>x: 1,1>1,1 'b'");
    assert_patch("diff --cc \"x\\ty\"\n@@@ -1 -1 +1 @@@\n--a\n++b\n", "x\ty>x\ty: 1,1>1,1 'b'");
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

TEST(quoted_names_are_decoded)
{
    assert_patch(
        "diff --git \"a/\\303\\244 \\\"\\\\\\t\\n.lua\" \"b/\\303\\244 \\\"\\\\\\t\\n.lua\"\n"
        "--- \"a/\\303\\244 \\\"\\\\\\t\\n.lua\"\n+++ \"b/\\303\\244 \\\"\\\\\\t\\n.lua\"\n@@ -1 +1 @@\n-a\n+b\n",
        "\303\244 \"\\\t\n.lua>\303\244 \"\\\t\n.lua: 1,1>1,1 'b'");
    assert_patch("--- \"a\\a\\b\\v\\f\\r\"\n+++ \"a\\a\\b\\v\\f\\r\"\n", "a\a\b\v\f\r>a\a\b\v\f\r");
    assert_patch("--- \"a\n+++ \"b\\x\"\n", "\"a>\"b\\x\""); /* no valid quotes: the name itself */
    assert_patch("--- \"a\\000b\"\n+++ \"a\\9\"\n", "\"a\\000b\">\"a\\9\"");
}

TEST(names_of_git_may_contain_blanks)
{
    assert_patch("diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n", "x y>x y");
    assert_patch("diff --git a/x y b/x y\n--- a/x y\t\n+++ b/x y\t\n@@ -1 +1 @@\n-a\n+b\n", "x y>x y: 1,1>1,1 'b'");
    assert_patch("diff --git a/x b/x b/x b/x\nold mode 100644\n", "x b/x>x b/x");
}

TEST(renamed_file_has_two_names)
{
    assert_patch(
        "diff --git a/x y b/z y\nsimilarity index 90%\nrename from x y\nrename to z y\n--- a/x y\t\n+++ b/z y\t\n"
        "@@ -1 +1 @@\n-a\n+b\n",
        "x y>z y: 1,1>1,1 'b'");
    assert_patch("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to \"\\ty\"\n", "x>\ty");
    assert_patch("diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "x>y");
}

TEST(new_and_deleted_files_have_one_name)
{
    assert_patch("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n",
                 "->x: 1,0>1,1 'a'");
    assert_patch("diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
                 "x>-: 1,1>1,0");
    assert_patch("diff --git a/x b/x\nnew file mode 100644\nindex 0..0\n", "->x");
}

TEST(binary_files_have_no_lines)
{
    assert_patch("diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n", "x>x binary");
    assert_patch("diff --git a/x b/x\nGIT binary patch\ndelta 10\nabc\n\n", "x>x binary");
    assert_patch("Index: x\n===\nCannot display: file marked as a binary type.\nsvn:mime-type = a\n", "x>x binary");
}

TEST(prefixes_of_git_are_removed)
{
    assert_patch("diff --git i/x w/x\n--- i/x\n+++ w/x\n", "x>x");
    assert_patch("diff --git c/x i/x\n--- c/x\n+++ i/x\n", "x>x");
    assert_patch("diff --git 1/x 2/x\n--- 1/x\n+++ 2/x\n", "x>x");
}

TEST(names_without_prefixes_stay)
{
    assert_patch("diff --git a/x a/x\n--- a/x\n+++ a/x\n@@ -1 +1 @@\n-a\n+b\n", "a/x>a/x: 1,1>1,1 'b'");
    assert_patch("diff --git b/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n", "->b/x");
    assert_patch("diff --git src/x src/x\n--- src/x\n+++ src/x\n", "src/x>src/x");
    assert_patch("diff --git x x\nold mode 100644\n", "x>x");
}

/* ---- other tools ------------------------------------------------------------------------------------------------- */

TEST(times_after_names_are_removed)
{
    assert_patch(
        "diff -ru old/x new/x\n--- old/x\t2024-01-31 12:00:00.000000000 +0100\n+++ new/x\t2024-02-01 12:00:00\n"
        "@@ -1 +1 @@\n-a\n+b\n",
        "old/x>new/x: 1,1>1,1 'b'");
    assert_patch("--- x y 2024-01-31 12:00:00\n+++ x y 2024-01-31 12:00\n", "x y>x y");
    assert_patch("--- a/x\tThu Jan 01 00:00:00 1970 +0000\n+++ b/x\tThu Jan 01 00:00:01 1970 +0000\n", "x>x"); /* hg */
}

TEST(patch_of_svn_is_read)
{
    assert_patch("Index: src/x\n=====\n--- src/x\t(revision 7)\n+++ src/x\t(working copy)\n@@ -1 +1 @@\n-a\n+b\n"
                 "\nProperty changes on: src/x\n____\nAdded: svn:executable\n## -0,0 +1 ##\n+*\n\\ No newline at end "
                 "of property\n"
                 "Index: y\n=====\n--- y\t(nonexistent)\n+++ y\t(working copy)\n@@ -0,0 +1 @@\n+c\n",
                 "src/x>src/x: 1,1>1,1 'b'; y>y: 1,0>1,1 'c'");
}

TEST(text_of_a_mail_is_skipped)
{
    assert_patch(
        "From 1 Mon Sep 17\nSubject: x\n--- not a name\n\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n"
        "@@ -1 +1 @@\n-a\n+b\n-- \n2.39.5\n\n",
        "x>x: 1,1>1,1 'b'");
}

TEST(text_without_a_patch_has_no_files)
{
    assert_patch("", "");
    assert_patch("hello\n+++ x\n--- y\n", "");
    assert_patch("Only in old: x\nBinary files old/y and new/y differ\n", "");
}
