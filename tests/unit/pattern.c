/* pattern.c - the names that a user's pattern matches. */
#include "profile/source/pattern.h"
#include "tests/support/test.h"

#include <string.h>

static bool path(const char *pattern, const char *text)
{
    return qp_pattern_matches_path(pattern, qp_text_of(text));
}

TEST(glob_of_a_path_begins_at_any_of_its_parts)
{
    assert_true(path("stages/*.lua", "/usr/luacheck/stages/parse.lua"));
    assert_true(path("/usr/*", "/usr/luacheck/stages/parse.lua"));
    assert_true(path("parse.lua", "/usr/luacheck/stages/parse.lua"));
    assert_false(path("tages/*.lua", "/usr/luacheck/stages/parse.lua"));
    assert_false(path("stages/*.c", "/usr/luacheck/stages/parse.lua"));
    assert_true(path("?arse.lua", "parse.lua"));
}

/* A comparison that begins again after each '/' would exceed the time limit of tests: it took 22 s for a tenth of this
 * text. */
TEST(time_of_a_glob_is_linear_in_the_length_of_the_path)
{
    static char text[1000001];
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = i % 2 ? 'a' : '/';
    assert_false(path("*a*a*a*a*a*b", text));
    assert_false(path("a/a*/a/a/b", text));
    assert_true(path("a/a*/a/?", text));
}

TEST(filter_takes_any_of_several_and_none_of_the_excluded)
{
    const struct qp_filter filter = {.only = {{"a", "b"}, 2}, .except = {{"*x"}, 1}};
    const struct qp_filter except = {.except = {{"c"}, 1}};
    const struct qp_filter none = {0};
    assert_true(qp_filter_passes_name(&filter, qp_text_of("za")));
    assert_true(qp_filter_passes_name(&filter, qp_text_of("zb")));
    assert_false(qp_filter_passes_name(&filter, qp_text_of("zc")));
    assert_false(qp_filter_passes_name(&filter, qp_text_of("ax")));
    assert_true(qp_filter_passes_path(&except, qp_text_of("a")));
    assert_false(qp_filter_passes_path(&except, qp_text_of("abc")));
    assert_true(qp_filter_passes_path(&none, qp_text_of("")));
    assert_true(qp_filter_is_empty(&none));
    assert_false(qp_filter_is_empty(&except));
    assert_false(qp_filter_passes_name(&filter, (struct qp_text){0}));
}

TEST(code_without_a_file_has_a_name_in_brackets)
{
    static const char *const texts[] = {"[string \"return 1\"] 929d85e3d45ac86a", "[string \"a]\"]", "(command line)",
                                        "<string>", "[C]"};
    static const char *const files[] = {
        "main.lua", "[id].lua", "(group)/page.lua", "<b>.lua", "b>.lua", "a (copy)", "<img src=x>", "(1) a", "["};
    const struct qp_filter filter = {.files_only = true};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(qp_pattern_is_no_file(qp_text_of(texts[i])));
        assert_false(qp_filter_passes_path(&filter, qp_text_of(texts[i])));
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_true(qp_filter_passes_path(&filter, qp_text_of(files[i])));
}
