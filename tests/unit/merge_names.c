/* Names of files of runs that took place in different directories. */
#include "tests/support/merged.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Make a run that calls a function of a file. */
static struct run run_in(uint32_t pid, const char *directory, const char *file)
{
    static const int lines[] = {3, 4};
    const uint64_t counts[] = {1, pid};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    builder_header(&builder)->directory = directory ? builder_string(&builder, directory) : 0;
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t root = builder_root(&builder, QP_CPROF, thread, 0, 0);
    builder_method(&builder, QP_CPROF, 1, "f", file, lines, 2);
    builder_node(&builder, root, 1, 1, 0);
    builder_blocks(&builder, root, 1, 0, counts, 2);
    return run_of(&builder, pid);
}

/* Merge runs and close them. Return the names of all files. */
static const char *names_of(struct run *runs, size_t count)
{
    static char names[1000];
    struct run merged = merge_runs(runs, count);
    struct qp_profile profile;
    open_run(&profile, merged);
    *names = '\0';
    for (uint32_t i = 0; i < profile.file_count; i++) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%.*s ", (int)profile.files[i].name.length,
                 profile.files[i].name.bytes);
    }
    qp_profile_close(&profile);
    close(merged.fd);
    close_runs(runs, count);
    return names;
}

#define NAMES(...) names_of((struct run[]){__VA_ARGS__}, sizeof((struct run[]){__VA_ARGS__}) / sizeof(struct run))

TEST(names_that_lead_up_are_relative_to_the_nearest_directory)
{
    assert_string_equal(NAMES(run_in(1, "/p", "src/a"), run_in(2, "/p/spec", "../src/a")), "src/a ");
    assert_string_equal(NAMES(run_in(1, "/p", "src/a"), run_in(2, "/p/spec/x", "..//.././src/a")), "src/a ");
    assert_string_equal(NAMES(run_in(1, "/p", "src/a"), run_in(2, "/p/spec", "b"), run_in(3, "/p/spec/x", "../b")),
                        "b src/a ");
    assert_string_equal(NAMES(run_in(1, "/p", "./src/a"), run_in(2, "/q", ".//src/a")), "src/a ");
}

TEST(names_that_lead_to_no_known_directory_become_absolute)
{
    assert_string_equal(NAMES(run_in(1, "/p/one", "../a"), run_in(2, "/q/one", "../a")), "/p/a /q/a ");
    assert_string_equal(NAMES(run_in(1, "/p", "../../../a")), "/a ");
    assert_string_equal(NAMES(run_in(1, "/", "../a")), "/a ");
    assert_string_equal(NAMES(run_in(1, "/pp", "a"), run_in(2, "/p/one", "../a")), "/p/a a ");
}

TEST(names_of_runs_without_a_directory_stay)
{
    assert_string_equal(NAMES(run_in(1, NULL, "../a")), "../a ");
    assert_string_equal(NAMES(run_in(1, "", "../a")), "../a ");
    assert_string_equal(NAMES(run_in(1, "/p", "..")), ".. ");
    assert_string_equal(NAMES(run_in(1, "/p", "...a/../b")), "...a/../b ");
    assert_string_equal(NAMES(run_in(1, "/p", "/p/a"), run_in(2, "/p", "a")), "/p/a a ");
}
