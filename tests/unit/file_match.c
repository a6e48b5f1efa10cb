#include "profile/compare/file_match.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Split the paths of one side, which are separated by blanks. Return their number. */
static uint32_t split(char *words, struct qp_text *paths)
{
    uint32_t count = 0;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        paths[count++] = qp_text_of(word);
    return count;
}

/* Match the paths of two sides, each separated by blanks. `expected` has the match of each path of the first side, or
 * "-". */
static void assert_match(const char *first, const char *second, const char *expected)
{
    char one[500], two[500], text[500] = "";
    struct qp_text firsts[20], seconds[20];
    uint32_t match[20];
    strcpy(one, first);
    strcpy(two, second);
    uint32_t first_count = split(one, firsts), second_count = split(two, seconds);
    assert_true(qp_file_match(firsts, first_count, seconds, second_count, match));
    for (uint32_t i = 0; i < first_count; i++) {
        struct qp_text other = match[i] == UINT32_MAX ? qp_text_of("-") : seconds[match[i]];
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.*s", i ? " " : "", (int)other.length,
                 other.bytes);
    }
    assert_string_equal(text, expected);
}

TEST(equal_paths_match_first)
{
    assert_match("a/x.lua b/x.lua", "b/x.lua a/x.lua c/x.lua", "a/x.lua b/x.lua");
}

TEST(checkouts_match_by_common_suffixes)
{
    assert_match("/home/ann/app/main.lua /home/ann/app/src/init.lua /home/ann/app/lib/init.lua",
                 "/tmp/ci/app/lib/init.lua /tmp/ci/app/src/init.lua /tmp/ci/app/main.lua",
                 "/tmp/ci/app/main.lua /tmp/ci/app/src/init.lua /tmp/ci/app/lib/init.lua");
}

TEST(relative_path_matches_the_absolute_one)
{
    assert_match("src/a.lua", "/tmp/src/a.lua", "/tmp/src/a.lua");
    assert_match("/tmp/src/a.lua a.lua", "src/a.lua", "src/a.lua -");
}

TEST(ambiguous_suffix_matches_nothing)
{
    assert_match("/one/init.lua", "/two/init.lua /three/init.lua", "-");
    assert_match("/one/init.lua /two/init.lua", "/three/init.lua", "- -");
}

TEST(longer_suffix_wins)
{
    assert_match("/one/src/init.lua", "/two/src/init.lua /two/lib/init.lua", "/two/src/init.lua");
}

TEST(empty_path_matches_only_an_empty_one)
{
    struct qp_text firsts[] = {qp_text_of("/old/a.lua"), {NULL, 0}}, seconds[] = {{NULL, 0}, qp_text_of("new/a.lua")};
    uint32_t match[2];
    assert_true(qp_file_match(firsts, 2, seconds, 2, match));
    assert_int_equal(match[0], 1);
    assert_int_equal(match[1], 0);
}

TEST(part_of_a_file_name_is_no_suffix)
{
    assert_match("/one/lexer.lua", "/two/flexer.lua", "-");
    assert_match("lexer.lua", "flexer.lua", "-");
    assert_match("/one/a-b/x.lua /one/b/x.lua", "/two/b/x.lua /two/a-b/x.lua", "/two/a-b/x.lua /two/b/x.lua");
}

TEST(nothing_matches_nothing)
{
    assert_match("", "", "");
    assert_match("a.lua", "", "-");
}

/* 100,000 files of one name on a side must not take quadratic time. */
TEST(many_files_of_one_name_take_linear_time)
{
    enum { MANY = 100000 };
    struct qp_text *first = calloc(MANY, sizeof *first), second = qp_text_of("/b/init.lua");
    char(*names)[32] = calloc(MANY, sizeof *names);
    uint32_t *match = calloc(MANY, sizeof *match);
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "/a%d/init.lua", i);
        first[i] = qp_text_of(names[i]);
    }
    assert_true(qp_file_match(first, MANY, &second, 1, match));
    assert_int_equal(match[MANY / 2], UINT32_MAX);
    free(first);
    free(names);
    free(match);
}

/* All ends of these paths would take 100 GB. */
TEST(path_of_many_parts_has_few_ends)
{
    enum { LENGTH = 300000 };
    struct qp_text paths[2][2];
    uint32_t match[2];
    for (int side = 0; side < 2; side++) {
        char *path = malloc(LENGTH);
        assert_non_null(path);
        memset(path, '/', LENGTH);
        path[0] = (char)('a' + side);
        path[LENGTH - 1] = 'x';
        paths[side][0] = (struct qp_text){path, LENGTH};
        paths[side][1] = qp_text_of("y.lua");
    }
    assert_true(qp_file_match(paths[0], 2, paths[1], 2, match));
    assert_int_equal(match[0], 0);
    assert_int_equal(match[1], 1);
    free((char *)(uintptr_t)paths[0][0].bytes);
    free((char *)(uintptr_t)paths[1][0].bytes);
}
