/* wrap.c - lines broken to the width of the terminal. */
#include "show/parts/wrap.h"
#include "tests/support/test.h"

#include <stdlib.h>

static void assert_wrapped(const char *text, size_t columns, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    FILE *wrapped = qp_wrap_open(out, columns);
    fputs(text, wrapped);
    fclose(wrapped);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

TEST(lines_that_fit_are_unchanged)
{
    assert_wrapped("one two\n\n  three  \n", 9, "one two\n\n  three  \n");
    assert_wrapped("\xc3\xa4\xc3\xb6\xc3\xbc\n", 3, "\xc3\xa4\xc3\xb6\xc3\xbc\n");
    assert_wrapped("\033[1mone two\033[0m\n", 7, "\033[1mone two\033[0m\n");
    assert_wrapped("no newline", 20, "no newline");
}

TEST(lines_break_between_words_and_their_rest_is_indented)
{
    assert_wrapped("note: one two three four\nnext\n", 11, "note: one\n  two three\n  four\nnext\n");
    assert_wrapped("one two three", 9, "one two\n  three");
    assert_wrapped("\033[1mone two three\033[0m\n", 9, "\033[1mone two\n  three\033[0m\n");
    assert_wrapped("源代 源代 源\n", 9, "源代 源代\n  源\n");
}

TEST(rest_of_a_line_begins_below_its_last_column)
{
    assert_wrapped("  top   watch a run of a program\n", 20, "  top   watch a run\n        of a program\n");
    assert_wrapped("  1  a  some words of a text\n", 20, "  1  a  some words\n        of a text\n");
    assert_wrapped("some words before  a gap late\n", 20, "some words before  a\n  gap late\n");
}

TEST(wide_words_break_anywhere)
{
    assert_wrapped("abcdefghij\n", 6, "abcdef\n  ghij\n");
    assert_wrapped("ab cdefghijklm\n", 6, "ab\n  cdef\n  ghij\n  klm\n");
    assert_wrapped("源代码源\n", 5, "源代\n  码\n  源\n");
    assert_wrapped("源代\n", 1, "源\n代\n");
}

TEST(deep_indentation_is_reduced_to_half_of_the_width)
{
    assert_wrapped("               = calls of f\n", 12, "      =\n      calls\n      of f\n");
    assert_wrapped("               f\n", 4, "  f\n");
}
