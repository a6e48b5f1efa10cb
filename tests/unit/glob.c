/* glob.c - the names that a pattern matches. */
#include "base/glob.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool name(const char *pattern, const char *text)
{
    return qp_glob_selects(pattern, text, strlen(text));
}

static bool path(const char *pattern, const char *text)
{
    return qp_glob_matches(pattern, text, strlen(text), ':', true);
}

TEST(text_without_wildcards_selects_names_that_contain_it)
{
    assert_true(name("walk", "Line:walk"));
    assert_true(name("", "Line:walk"));
    assert_true(name("[C] ", "[C] string.find"));
    assert_false(name("walker", "Line:walk"));
    assert_false(name("walk", ""));
}

TEST(pattern_matches_the_whole_name)
{
    assert_true(name("*", ""));
    assert_true(name("Line:*", "Line:walk"));
    assert_true(name("*w*k", "Line:walk"));
    assert_true(name("*a*b*a*", "xaxbxbxax"));
    assert_false(name("Line:*", "OutLine:walk"));
    assert_false(name("*wal", "Line:walk"));
    assert_false(name("?", ""));
    assert_true(name("w?lk", "w\xc3\xa4lk"));
    assert_false(name("w??lk", "w\xc3\xa4lk"));
    assert_true(name("a?b", "a\xff"
                            "b"));
    assert_true(name("*ab", "aab"));
    assert_true(name("caf?", "caf\xc3\xa9"));
    assert_false(name("[CO]*", "Code"));
    assert_true(name("[C]*", "[C] string.find"));
}

TEST(star_and_question_mark_stop_at_the_separator)
{
    assert_true(path("A:*", "A:x"));
    assert_true(path("A:*", "A:"));
    assert_false(path("A:*", "A:B:x"));
    assert_false(path("*", "A:x"));
    assert_true(path("*:*", "A:x"));
    assert_true(path("A?x", "Abx"));
    assert_false(path("A?x", "A:x"));
    assert_true(path("a:*SEND*", "A:MPI_Send_init"));
}

TEST(two_stars_pass_the_separator)
{
    assert_true(path("**", "A:B:x"));
    assert_true(path("A:**", "A:B:x"));
    assert_true(path("**:x", "A:B:x"));
    assert_true(path("A**x", "A:B:x"));
    assert_true(path("**:*y:?", "A:by:B:ay:x"));
    assert_false(path("**:y", "A:B:x"));
}

/* Return whether a pattern matches, by its recursive definition, which takes exponential time. */
static int matches_simply(const char *pattern, const char *path)
{
    if (*pattern == '\0')
        return *path == '\0';
    if (*pattern == '*') {
        int wide = pattern[1] == '*';
        const char *rest = pattern + (wide ? strspn(pattern, "*") : 1);
        for (;; path++) {
            if (matches_simply(rest, path))
                return 1;
            if (*path == '\0' || (*path == ':' && !wide))
                return 0;
        }
    }
    return *path != '\0' && (*pattern == *path || (*pattern == '?' && *path != ':')) &&
           matches_simply(pattern + 1, path + 1);
}

TEST(any_pattern_matches_by_its_definition)
{
    uint64_t number = 88172645463325252u;
    unsigned covered = 0;
    for (int round = 0; round < 300000; round++) {
        char text[2][10];
        for (int k = 0; k < 2; k++) {
            size_t length = (size_t)(number >> 40) % 9;
            for (size_t i = 0; i < length; i++) {
                number ^= number << 13;
                number ^= number >> 7;
                number ^= number << 17;
                text[k][i] = (k == 0 ? "ab:*?*:" : "ab:ab:a")[(number >> 20) % 7];
            }
            text[k][length] = '\0';
            number = number * 6364136223846793005u + 1442695040888963407u;
        }
        int expected = matches_simply(text[0], text[1]);
        covered += (unsigned)expected;
        if (path(text[0], text[1]) != expected)
            fail_msg("%s %s: not %d", text[0], text[1], expected);
    }
    assert_in_range(covered, 5000, 295000);
}

/* In a damaged file, a name may be absent. */
TEST(name_that_is_absent_contains_nothing)
{
    assert_false(qp_glob_selects("a", NULL, 0));
    assert_false(qp_glob_selects("a*", NULL, 0));
    assert_true(qp_glob_selects("", NULL, 0));
}

TEST(long_names_and_many_stars_take_little_time)
{
    char *text = calloc(1, 65537);
    memset(text, 'a', 65536);
    assert_false(path("*a*a*a*a*a*a*a*a*b", text));
    assert_true(path("**a*a*a*a*a**a", text));
    assert_false(name("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
    free(text);
}
