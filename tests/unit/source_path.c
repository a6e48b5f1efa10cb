/* source_path.c - search for the file on disk to which a name in a data file refers: the folders that are searched,
 * and the package to which the file must belong. */
#include "profile/source/source_path.h"
#include "tests/support/folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct qp_source_path path_of(const char *first, const char *second)
{
    struct qp_source_path path = {.folders = {first, second}, .count = second ? 2 : first != NULL};
    return path;
}

/* Assert the text that is read for a name, or "none". */
static void assert_read(const struct qp_source_path *path, const char *run_folder, const char *name,
                        const char *expected)
{
    struct qp_source_file file;
    assert_true(qp_source_path_read(path, qp_text_of(run_folder), qp_text_of(name), &file));
    assert_int_equal(file.bytes ? file.size : 4, strlen(expected));
    assert_memory_equal(file.bytes ? file.bytes : "none", expected, strlen(expected));
    free(file.bytes);
}

static void assert_searched(const char *first, const char *second, const char *name, const char *expected)
{
    struct qp_source_path path = path_of(first, second);
    struct qp_source_file file;
    assert_true(qp_source_path_search(&path, qp_text_of(name), &file));
    assert_int_equal(file.bytes ? file.size : 4, strlen(expected));
    assert_memory_equal(file.bytes ? file.bytes : "none", expected, strlen(expected));
    free(file.bytes);
    qp_source_path_close(&path);
}

TEST(name_is_searched_where_build_tools_keep_sources)
{
    folder_enter();
    folder_write("app/A.java", "here");
    folder_write("src/main/java/app/A.java", "hidden by the one above");
    folder_write("src/main/java/app/B.java", "main");
    folder_write("src/test/java/app/B.java", "hidden by the one above");
    folder_write("src/test/java/app/BTest.java", "test");
    folder_write("src/main/kotlin/app/C.kt", "kotlin");
    folder_write("src/test/kotlin/app/CTest.kt", "kotlin test");
    folder_write("src/main/webapp/d.jsp", "page");
    folder_write("src/app/E.java", "plain");
    const struct qp_source_path path = path_of(NULL, NULL);
    assert_read(&path, NULL, "app/A.java", "here");
    assert_read(&path, NULL, "app/B.java", "main");
    assert_read(&path, NULL, "app/BTest.java", "test");
    assert_read(&path, NULL, "app/C.kt", "kotlin");
    assert_read(&path, NULL, "app/CTest.kt", "kotlin test");
    assert_read(&path, NULL, "d.jsp", "page");
    assert_read(&path, NULL, "app/E.java", "plain");
    assert_read(&path, NULL, "app/F.java", "none");
}

TEST(folders_are_searched_in_order)
{
    folder_enter();
    folder_write("one/app/A.java", "one");
    folder_write("two/app/A.java", "two");
    folder_write("two/src/main/java/app/B.java", "below two");
    folder_write("run/app/A.java", "run");
    folder_write("run/src/app/C.java", "below run");
    const struct qp_source_path none = path_of(NULL, NULL), both = path_of("one", "two"), other = path_of("two", "one");
    assert_read(&none, "run", "app/A.java", "run");
    assert_read(&both, "run", "app/A.java", "one");
    assert_read(&other, "run", "app/A.java", "two");
    assert_read(&both, "run", "app/B.java", "below two");
    assert_read(&both, "run", "app/C.java", "below run");
}

TEST(absolute_name_is_that_file_or_one_below_a_folder)
{
    folder_enter();
    char here[PATH_MAX], name[PATH_MAX + 20];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(name, sizeof name, "%s/a.lua", here);
    folder_write("a.lua", "whole");
    folder_write("root/gone/b.lua", "below");
    const struct qp_source_path path = path_of("root", NULL);
    assert_read(&path, NULL, name, "whole");
    assert_read(&path, NULL, "/gone/b.lua", "below");
    assert_read(&path, "root", "/gone/c.lua", "none");
}

TEST(file_of_the_package_is_found_anywhere)
{
    folder_enter();
    folder_write("src/main/kotlin/store/A.kt", "// folders in common are left out\npackage com.acme.store\n");
    folder_write("other/src/com/acme/B.java", "\tpackage  com.acme ;");
    folder_write("other/C.kt", "fun main() {}\n");
    assert_searched(NULL, NULL, "com/acme/store/A.kt", "// folders in common are left out\npackage com.acme.store\n");
    assert_searched(NULL, NULL, "com/acme/B.java", "none");
    assert_searched("src", "other", "com/acme/B.java", "\tpackage  com.acme ;");
    assert_searched("missing", "other", "C.kt", "fun main() {}\n");
}

TEST(file_of_another_package_is_not_found)
{
    folder_enter();
    folder_write("src/a/Util.java", "package a;\n");
    folder_write("src/b/Util.java", "package b;\n");
    folder_write("src/Main.java", "packages();\n");
    assert_searched(NULL, NULL, "x/b/Util.java", "none");
    assert_searched(NULL, NULL, "x/Util.java", "none");
    assert_searched(NULL, NULL, "Util.java", "none");
    assert_searched(NULL, NULL, "b.c/Util.java", "none");
    assert_searched(NULL, NULL, "b/Util.java", "package b;\n");
    assert_searched(NULL, NULL, "packages/Main.java", "none");
    assert_searched(NULL, NULL, "Main.java", "packages();\n");
}

TEST(ambiguous_files_of_a_package_must_have_one_text)
{
    folder_enter();
    folder_write("src/a/A.kt", "package x\n");
    folder_write("src/b/A.kt", "package x\n");
    folder_write("src/a/B.kt", "package x\n");
    folder_write("src/b/B.kt", "package x // another\n");
    folder_write("src/.hidden/A.kt", "package x // hidden\n");
    folder_write("src/b/.B.kt", "package x\n");
    assert_searched(NULL, NULL, "x/A.kt", "package x\n");
    assert_searched("src", "src/a", "x/A.kt", "package x\n");
    assert_searched(NULL, NULL, "x/B.kt", "none");
    assert_searched(NULL, NULL, "x/.B.kt", "none");
}
