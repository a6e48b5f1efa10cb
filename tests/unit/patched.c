#include "profile/change/patched.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Match the old names of a patch with the files of a run in /nowhere/run, for a repository in /nowhere/project. Names
 * are separated by blanks. `expected` has, for each name of the patch, the names of its files, "-" for none, or "?" if
 * they are ambiguous. */
static void assert_patched(const char *directory, const char *files, const char *names, const char *expected)
{
    const struct qp_patch_folders folders = {{"/nowhere/project"}, 1};
    static const int line = 1;
    char words[500], text[2000] = "", found[1000] = "";
    struct builder builder;
    struct test_query opened;
    struct qp_selection selection = qp_selection_of(QP_CPROF);
    struct qp_patch patch = {0};
    struct qp_patched_files patched;
    uint64_t id = 1;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    builder_header(&builder)->directory = builder_string(&builder, directory);
    builder_root(&builder, QP_CPROF, builder_thread(&builder, 1, NULL), 0, 0);
    strcpy(words, files);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        builder_method(&builder, QP_CPROF, id++, "f", word, &line, 1);
    test_open_query(&opened, &builder, &selection);
    strcpy(words, names);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        sprintf(text + strlen(text), "diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n", word, word, word, word);
    FILE *in = fmemopen(text, strlen(text), "r");
    assert_true(qp_patch_read(&patch, in));
    assert_true(qp_patched_open(&patched, &opened.profile, &patch, QP_PATCH_OLD, &folders));
    for (uint32_t i = 0; i < patched.count; i++) {
        const struct qp_patched *it = &patched.items[i];
        sprintf(found + strlen(found), "%s%s", i ? " " : "", it->is_ambiguous ? "?" : it->count ? "" : "-");
        for (uint32_t k = 0; k < it->count; k++) {
            struct qp_text name = opened.profile.files[it->files[k]].name;
            sprintf(found + strlen(found), "%s%.*s", k ? "+" : "", (int)name.length, name.bytes);
        }
    }
    assert_string_equal(found, expected);
    qp_patched_close(&patched);
    qp_patch_close(&patch);
    fclose(in);
    test_close_query(&opened);
}

TEST(names_lead_to_the_same_path)
{
    assert_patched("/nowhere/project", "a.lua ./src/a.lua src/../src/b.lua /nowhere/project/c.lua",
                   "a.lua src/a.lua src/b.lua c.lua d.lua",
                   "a.lua ./src/a.lua src/../src/b.lua /nowhere/project/c.lua -");
    assert_patched("/nowhere/project/src", "a.lua ../b.lua ../lib//c.lua", "src/a.lua b.lua lib/c.lua a.lua",
                   "a.lua ../b.lua ../lib//c.lua -");
    assert_patched("/nowhere/project", "a.lua ./a.lua", "a.lua", "a.lua+./a.lua");
}

TEST(run_elsewhere_has_paths_with_the_same_end)
{
    assert_patched("/build", "src/a.lua /build/src/b.lua", "src/a.lua src/b.lua a.lua", "src/a.lua /build/src/b.lua -");
    assert_patched("/build/src", "a.lua ../b.lua", "src/a.lua b.lua", "a.lua ../b.lua");
    assert_patched("/build", "/usr/share/lua/a.lua", "a.lua", "-"); /* not of the project */
}

TEST(several_paths_with_the_same_end_are_ambiguous)
{
    assert_patched("/build", "one/src/a.lua two/src/a.lua", "src/a.lua", "?");
    assert_patched("/build", "src/a.lua two/src/a.lua", "src/a.lua", "src/a.lua"); /* in the run's directory */
}

TEST(names_of_java_lack_source_folders)
{
    assert_patched("/nowhere/project", "app/Foo.java", "src/main/java/app/Foo.java other/Foo.java", "app/Foo.java -");
    assert_patched("/nowhere/project", "app/Foo.java app/Bar.java",
                   "one/app/Foo.java two/app/Foo.java one/app/Bar.java", "? ? app/Bar.java");
    assert_patched("/nowhere/project", "app/Foo.java", "app/Foo.java src/app/Foo.java", "app/Foo.java -");
    assert_patched("/build", "app/Foo.java", "src/app/Foo.java app/Foo.java", "- app/Foo.java");
}

TEST(code_without_a_file_is_skipped)
{
    assert_patched("/nowhere/project", "[string]", "[string]", "-");
}
