/* nearest.c - the word that is suggested for a misspelt one. */
#include "base/nearest.h"
#include "tests/support/test.h"

#include <string.h>

static struct qp_nearest nearest(const char *typed)
{
    static const char *const words[] = {"report", "merge", "list", "top", "granularity", "no-pager", "tree", "trace"};
    struct qp_nearest found = qp_nearest_begin(typed, strlen(typed));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        qp_nearest_offer(&found, words[i]);
    return found;
}

TEST(one_wrong_missing_extra_or_swapped_letter_in_three_is_one_edit)
{
    static const struct {
        const char *typed, *word;
        unsigned distance;
    } cases[] = {{"reprot", "report", 1},
                 {"granularty", "granularity", 1},
                 {"reeport", "report", 1},
                 {"repart", "report", 1},
                 {"tpo", "top", 1},
                 {"grnaularty", "granularity", 2},
                 {"granularities", "granularity", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct qp_nearest found = nearest(cases[i].typed);
        assert_true(found.word && strcmp(found.word, cases[i].word) == 0);
        assert_int_equal(found.distance, cases[i].distance);
    }
}

TEST(case_hyphens_and_underscores_do_not_count)
{
    assert_int_equal(nearest("No_Pager").distance, 0);
    assert_string_equal(nearest("nopager").word, "no-pager");
}

TEST(nearer_word_wins_and_the_first_of_two)
{
    assert_string_equal(nearest("trac").word, "trace");
    struct qp_nearest found = qp_nearest_begin("aab", 3);
    qp_nearest_offer(&found, "aac");
    qp_nearest_offer(&found, "aad");
    assert_string_equal(found.word, "aac");
}

TEST(unlike_words_are_not_suggested)
{
    static const char *const words[] = {"", "x", "server.lua", "no-such-option", "rpt"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_true(!nearest(words[i]).word);
}

TEST(only_the_given_bytes_are_compared_and_long_words_never)
{
    char text[200];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct qp_nearest found = qp_nearest_begin("top=3", 3);
    qp_nearest_offer(&found, "top");
    assert_int_equal(found.distance, 0);
    assert_true(found.word);
    found = qp_nearest_begin(text, sizeof text - 1);
    qp_nearest_offer(&found, text);
    assert_true(!found.word);
}
