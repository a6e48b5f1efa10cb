/* Tests of patterns of files: shell wildcards, ** for directories, and a directory that stands for the files below
 * it. */
#include "bindings/kit/globs.h"
#include "tests/support/folder.h"

#include <stdio.h>
#include <string.h>

static void make_tree(void)
{
    static const char *const files[] = {"top.toy",      "src/b.toy",      "src/a.toy",          "src/a.txt",
                                        "src/.hidden",  "src/deep/c.toy", "src/deep/er/d.toy",  ".git/e.toy",
                                        "src/.x/f.toy", "src/[g].toy",    "src/deep/er/ab.toy", "other/deep/h.toy"};
    folder_enter();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        folder_write(files[i], "");
}

/* Return "RESULT: FILE FILE ..." for a pattern: the result of kit_globs_add and the files. */
static const char *files_of(const char *pattern)
{
    static char text[1024];
    struct kit_globs globs = {0};
    int found = kit_globs_add(&globs, pattern, ".toy");
    snprintf(text, sizeof text, "%d:", found);
    for (int i = 0; i < globs.count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %s", globs.items[i]);
    kit_globs_fini(&globs);
    assert_null(globs.items);
    return text;
}

TEST(names_match_like_in_a_shell_and_are_sorted)
{
    make_tree();
    assert_string_equal(files_of("*.toy"), "1: top.toy");
    assert_string_equal(files_of("src/*.toy"), "3: src/[g].toy src/a.toy src/b.toy");
    assert_string_equal(files_of("src/?.t*"), "3: src/a.toy src/a.txt src/b.toy");
    assert_string_equal(files_of("src/[ab].toy"), "2: src/a.toy src/b.toy");
    assert_string_equal(files_of("*/deep/*.toy"), "2: other/deep/h.toy src/deep/c.toy");
    assert_string_equal(files_of("src/*"), "4: src/[g].toy src/a.toy src/a.txt src/b.toy");
}

TEST(two_stars_match_any_number_of_directories)
{
    make_tree();
    assert_string_equal(files_of("src/**/c.toy"), "1: src/deep/c.toy");
    assert_string_equal(files_of("src/**/b.toy"), "1: src/b.toy");
    assert_string_equal(files_of("**/d*.toy"), "1: src/deep/er/d.toy");
    assert_string_equal(files_of("**/deep/**/?b.toy"), "1: src/deep/er/ab.toy");
}

TEST(directory_means_the_source_files_below_it)
{
    make_tree();
    assert_string_equal(files_of("src/deep"), "3: src/deep/c.toy src/deep/er/ab.toy src/deep/er/d.toy");
    assert_string_equal(files_of("src/a.txt"), "1: src/a.txt");
}

TEST(hidden_and_missing_files_do_not_match)
{
    make_tree();
    assert_string_equal(files_of("**/e.toy"), "0:");
    assert_string_equal(files_of("src/**/f.toy"), "0:");
    assert_string_equal(files_of("missing"), "0:");
    assert_string_equal(files_of("missing/*"), "0:");
    assert_string_equal(files_of("src/*.none"), "0:");
}
