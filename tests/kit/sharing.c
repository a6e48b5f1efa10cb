/* All interpreters of a process share one library, with the functions and sources that are registered (library.h,
 * registry.h and includes.h). The event log takes the place of libqprof and libcprof. */
#include "bindings/kit/includes.h"
#include "bindings/kit/registry.h"
#include "tests/support/folder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *library(bool covers)
{
    return getenv(covers ? "QII_LOG_COUNTS" : "QII_LOG_LIBRARY");
}

/* Return the events that libcprof (if `covers`) or libqprof has logged since the last call. */
static const char *logged(bool covers)
{
    static size_t seen[2];
    const char *text = folder_read(covers ? "cover.log" : "profile.log") + seen[covers];
    seen[covers] += strlen(text);
    return text;
}

/* ---- a binding -------------------------------------------------------------------------------------------------- */

static int begun;
static int ended;
static const char *lacking;

static const char *lacks(const struct qii *qii)
{
    assert_non_null(qii->record_fn_entry_vt);
    return lacking;
}

static void run_begins(const struct kit_settings *settings)
{
    assert_non_null(settings->options);
    begun++;
}

static void run_ends(void)
{
    assert_true(kit_library.qii.is_running());
    ended++;
}

static const struct kit_binding green = {.virtual_threads = true,
                                         .other_library = "another toy asks for another library",
                                         .lacks = lacks,
                                         .begins = run_begins,
                                         .ends = run_ends};
static const struct kit_binding plain = {.virtual_threads = false,
                                         .other_library = "another toy asks for another library",
                                         .lacks = lacks,
                                         .begins = run_begins,
                                         .ends = run_ends};

static const char *join(const struct kit_binding *binding, bool covers, bool branches)
{
    struct kit_settings settings = {0};
    setenv("QII_LOG", covers ? "cover.log" : "profile.log", 1);
    kit_settings_set_library(&settings, library(covers));
    kit_settings_add_option(&settings, "", "granularity=line");
    const char *wrong = kit_library_join(binding, &settings, branches);
    kit_settings_fini(&settings);
    return wrong;
}

/* ---- sharing ---------------------------------------------------------------------------------------------------- */

TEST(first_user_starts_the_library_and_the_last_one_ends_it)
{
    begun = ended = 0;
    assert_null(join(&green, false, false));
    assert_null(join(&green, false, false));
    assert_true(kit_library_leave(1));
    assert_null(join(&green, false, false));
    assert_true(kit_library_leave(2));
    assert_int_equal(ended, 0);
    assert_false(kit_library_leave(3));
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 1);
    assert_string_equal(logged(false), "start -granularity=line\n3 stop\n");
    assert_null(join(&plain, false, false));
    assert_false(kit_library_leave(0));
    assert_string_equal(logged(false), "start -granularity=line\nstop\n");
}

TEST(other_library_waits_until_the_first_is_left)
{
    assert_null(join(&green, false, false));
    assert_string_equal(join(&green, true, false), "another toy asks for another library");
    assert_false(kit_library_leave(1));
    assert_null(join(&green, true, false));
    assert_false(kit_library_leave(1));
    assert_string_equal(logged(true), "start -granularity=line\n1 stop\n");
    logged(false);
}

TEST(library_reports_whether_it_times)
{
    assert_null(join(&green, false, true));
    assert_true(kit_library.lines && kit_library.times && !kit_library.branches);
    assert_false(kit_library_leave(1));
    assert_null(join(&green, true, true));
    assert_true(kit_library.lines && !kit_library.times && kit_library.branches);
    assert_false(kit_library_leave(1));
    assert_null(join(&green, true, false));
    assert_false(kit_library.branches);
    assert_false(kit_library_leave(1));
    logged(false), logged(true);
}

TEST(missing_or_incomplete_library_is_refused)
{
    struct kit_settings settings = {0};
    begun = 0;
    kit_settings_set_library(&settings, "./missing.so");
    assert_non_null(strstr(kit_library_join(&green, &settings, false), "cannot load ./missing.so"));
    kit_settings_fini(&settings);
    lacking = "it lacks a thing";
    assert_string_equal(join(&green, false, false), "it lacks a thing");
    lacking = NULL;
    settings.no_memory = true;
    assert_string_equal(kit_library_join(&green, &settings, false), "not enough memory");
    assert_int_equal(begun, 0);
    assert_null(join(&green, false, false));
    assert_false(kit_library_leave(1));
    logged(false);
}

TEST(callbacks_of_a_binding_may_be_missing)
{
    static const struct kit_binding bare = {.virtual_threads = true};
    assert_null(join(&bare, false, false));
    assert_non_null(strstr(join(&bare, true, false), "another library"));
    assert_false(kit_library_leave(1));
    assert_string_equal(logged(false), "start -granularity=line\n1 stop\n");
}

TEST(end_of_the_process_ends_the_run)
{
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 2; i++)
            if (join(&green, false, false))
                _exit(1);
        exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_string_equal(logged(false), "start -granularity=line\n0 stop\n");
}

static void *come_and_go(void *data)
{
    for (int i = 0; i < 500; i++)
        if (join(&green, false, false) == NULL)
            kit_library_leave(1);
        else
            *(bool *)data = true;
    return NULL;
}

TEST(threads_come_and_go_concurrently)
{
    pthread_t threads[4];
    bool wrong = false;
    begun = ended = 0;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, come_and_go, &wrong), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_false(wrong);
    assert_true(begun > 0 && begun == ended);
    logged(false);
}

/* ---- functions -------------------------------------------------------------------------------------------------- */

struct toy_function {
    struct kit_function known;
    int more;
};

static struct toy_function *make(const char *name, const int *lines, int count)
{
    struct toy_function *function = kit_function_new(sizeof *function);
    assert_non_null(function);
    assert_int_equal(function->more, 0);
    assert_false(kit_function_is_registered(&function->known));
    kit_function_set_lines(&function->known, lines, count);
    function->known.name = strdup(name);
    return function;
}

TEST(lines_are_blocks_in_ascending_order)
{
    struct toy_function *function = make("f", (const int[]){7, 8, 12}, 3);
    struct toy_function *none = make("g", NULL, 0);
    const int expected[] = {-1, 0, 1, -1, -1, -1, 2, -1};
    for (int line = 6; line <= 13; line++)
        assert_int_equal(kit_function_block(&function->known, line), expected[line - 6]);
    assert_int_equal(kit_function_block(&function->known, 0), -1);
    assert_int_equal(kit_function_block(&function->known, -2147483647), -1);
    assert_int_equal(kit_function_last_line(&function->known), 12);
    assert_int_equal(kit_function_block(&none->known, 0), -1);
    assert_int_equal(kit_function_last_line(&none->known), 0);
    assert_int_equal(none->known.id, function->known.id + 1);
    assert_int_equal((uintptr_t)function % 64, 0);
    kit_function_free(&function->known);
    kit_function_free(&none->known);
}

TEST(lines_may_come_in_any_order_and_blocks_may_share_a_line)
{
    static const int met[] = {7, 3, 7, 0, 4, 3}, statements[] = {5, 5, 8, 0, 2, 8};
    struct toy_function *lines = make("lines", met, 6), *blocks = make("blocks", (const int[]){9}, 1);
    kit_function_set_blocks(&blocks->known, statements, 6); /* replaces the old blocks */
    assert_int_equal(lines->known.line_count, 3);
    assert_int_equal(kit_function_block(&lines->known, 4), 1);
    assert_int_equal(kit_function_block(&blocks->known, 5), 0);
    assert_int_equal(kit_function_block(&blocks->known, 8), 2);
    assert_int_equal(kit_function_block(&blocks->known, 3), -1);
    assert_int_equal(kit_function_last_line(&blocks->known), 8);
    assert_null(join(&plain, false, false));
    kit_function_register(&lines->known, &(struct kit_definition){.file = "a.toy"});
    kit_function_register(&blocks->known, &(struct kit_definition){.file = "a.toy"});
    assert_false(kit_library_leave(0));
    assert_string_equal(logged(false), "start -granularity=line\nmethod lines a.toy: 3 4 7\n"
                                       "method blocks a.toy: 5 5 8 0 2 8\nstop\n");
    kit_function_free(&lines->known), kit_function_free(&blocks->known);
}

TEST(registered_function_becomes_another_one_when_renamed)
{
    struct toy_function *function = make("compiled", (const int[]){3}, 1);
    qprof_MethodID id = function->known.id;
    assert_null(join(&plain, false, false));
    assert_true(kit_function_rename(&function->known, "bound"));
    assert_int_equal(function->known.id, id);
    kit_function_register(&function->known, &(struct kit_definition){.file = "a.toy"});
    assert_true(kit_function_rename(&function->known, "bound"));
    assert_true(kit_function_is_registered(&function->known));
    assert_true(kit_function_rename(&function->known, "bound again"));
    assert_false(kit_function_is_registered(&function->known));
    assert_true(function->known.id > id);
    kit_function_register(&function->known, &(struct kit_definition){.file = "a.toy"});
    assert_false(kit_library_leave(0));
    assert_string_equal(logged(false), "start -granularity=line\nmethod bound a.toy: 3\nretire bound\n"
                                       "method bound again a.toy: 3\nstop\n");
    kit_function_free(&function->known);
}

TEST(function_is_registered_once_with_each_loaded_library)
{
    struct toy_function *function = make("f", (const int[]){3, 5}, 2);
    const qprof_BranchInfo branch = {5, 2, 2};
    const struct kit_definition definition = {
        .class_name = "Toy", .file = "a.toy", .branches = &branch, .branch_count = 1, .caller = 9};
    for (int run = 0; run < 2; run++) {
        assert_null(join(&green, false, true));
        assert_int_equal(kit_function_is_registered(&function->known), run);
        if (run == 0)
            kit_function_register(&function->known, &definition);
        assert_true(kit_function_is_registered(&function->known));
        assert_false(kit_library_leave(1));
    }
    assert_null(join(&green, true, false));
    assert_false(kit_function_is_registered(&function->known));
    kit_function_register(&function->known, &definition);
    assert_false(kit_library_leave(1));
    assert_null(join(&plain, true, true)); /* with branches, the function is registered again */
    assert_false(kit_function_is_registered(&function->known));
    kit_function_register(&function->known, &definition);
    assert_false(kit_library_leave(1));
    assert_string_equal(logged(false), "start -granularity=line\nmethod Toy.f a.toy: 3 5\n1 stop\n"
                                       "start -granularity=line\n1 stop\n");
    assert_string_equal(logged(true),
                        "start -granularity=line\nmethod Toy.f a.toy: 3 5\n1 stop\n"
                        "start -granularity=line\nmethod Toy.f (2) a.toy: 3 5\nbranches Toy.f (2): 5\nstop\n");
    kit_function_free(&function->known);
}

/* ---- sources ---------------------------------------------------------------------------------------------------- */

/* Scanner for the comments of a language in which every line is a comment. */
static int find_lines(const char *text, size_t size, kit_comment *comment, void *data)
{
    int line = 0;
    for (const char *at = text; at < text + size; at += strcspn(at, "\n") + 1)
        comment(data, at, strcspn(at, "\n"), ++line, true);
    return line;
}

/* Return the last line of the function that begins on this line. The source has one function, on lines 2 to 4. */
static int function_end(void *data, int line)
{
    assert_string_equal(data, "toy");
    return line == 2 ? 4 : line;
}

TEST(excluded_source_is_excluded_to_its_last_line)
{
    static const char text[] = "qii: ignore one\n\n";
    struct kit_source it = {"a.toy", true, text, sizeof text - 1, find_lines, function_end, "toy", "a test"};
    assert_null(join(&green, false, false));
    kit_publish(&it);
    it.text = NULL;
    kit_publish(&it);
    it.is_file = false;
    kit_publish(&it);
    assert_false(kit_library_leave(1));
    assert_string_equal(logged(false), "start -granularity=line\n"
                                       "source a.toy\nexclude a.toy 1-3 a test\n"
                                       "source a.toy\nexclude a.toy 1-2147483647 a test\n"
                                       "exclude a.toy 1-2147483647 a test\n1 stop\n");
}

TEST(source_is_registered_with_its_exclusions)
{
    static const char text[] = "qii: ignore one\nqii: ignore all\n\n\nqii: ignore begin\n";
    struct kit_source it = {"a.toy", true, text, sizeof text - 1, find_lines, function_end, "toy", NULL};
    assert_null(join(&green, false, false));
    kit_publish(&it);
    it.is_file = false;
    it.size = 16;
    kit_publish(&it);
    it.text = NULL;
    kit_publish(&it);
    it.is_file = true;
    kit_publish(&it);
    assert_false(kit_library_leave(1));
    assert_string_equal(logged(false),
                        "start -granularity=line\n"
                        "source a.toy\nexclude a.toy 1-1 one\nexclude a.toy 2-4 all\nexclude a.toy 5-5 \n"
                        "source a.toy = qii: ignore one\n\nexclude a.toy 1-1 one\n"
                        "source a.toy\n1 stop\n");
}

TEST(source_of_a_language_without_comments_is_registered)
{
    static const char text[] = "qii: ignore one\n\n";
    struct kit_source it = {.file = "a.toy", .is_file = true, .text = text, .size = sizeof text - 1};
    assert_null(join(&green, false, false));
    kit_publish(&it);
    it.find_comments = find_lines; /* this language has no function_end */
    kit_publish(&it);
    assert_false(kit_library_leave(1));
    assert_string_equal(logged(false), "start -granularity=line\n"
                                       "source a.toy\nsource a.toy\nexclude a.toy 1-1 one\n1 stop\n");
}

TEST(included_files_are_listed_once_unless_they_were_loaded)
{
    struct kit_includes includes;
    folder_write("src/a.toy", "");
    folder_write("src/b.toy", "");
    folder_write("src/c.toy", "");
    kit_includes_init(&includes, "src/*.toy;;src;missing", ".toy");
    kit_includes_loaded(&includes, "./src/../src/b.toy");
    assert_string_equal(kit_includes_next(&includes), "src/a.toy");
    assert_int_equal(chdir("src"), 0); /* the relative name is not valid in this directory */
    const char *name = kit_includes_next(&includes);
    assert_int_equal(*name, '/');
    assert_string_equal(name + strlen(name) - 10, "/src/c.toy");
    assert_null(kit_includes_next(&includes));
    assert_int_equal(chdir(".."), 0);
    kit_includes_fini(&includes);
    kit_includes_init(&includes, NULL, ".toy");
    assert_null(kit_includes_next(&includes));
    kit_includes_fini(&includes);
}

int main(int argc, char **argv)
{
    folder_enter(); /* the libraries write into this folder as long as they are loaded */
    setenv("QII_LOG_SHOW", "imsx", 1);
    return test_run(argc, argv);
}
