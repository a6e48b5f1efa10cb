/* fit.c - columns and texts that are shortened to fit the terminal. */
#include "show/parts/fit.h"
#include "base/text.h"
#include "tests/support/test.h"

#include <string.h>

static void assert_text(const char *text, size_t width, const char *expected)
{
    char room[QP_FIT_SIZE];
    const char *shown = qp_fit_text(text, width, room);
    assert_string_equal(shown, expected);
    assert_true(qp_text_width(shown) <= width);
}

TEST(text_that_fits_is_unchanged)
{
    assert_text("walk", 4, "walk");
    assert_text("", 1, "");
    assert_text("\xc3\xa4\xc3\xb6\xc3\xbc", 3, "\xc3\xa4\xc3\xb6\xc3\xbc");
}

TEST(path_keeps_its_end_from_a_slash_on)
{
    assert_text("/usr/share/lua/luacheck/lexer.lua:99", 20, "…/lexer.lua:99");
    assert_text("/usr/share/lua/luacheck/lexer.lua:99", 10, "…er.lua:99");
    assert_text("a/b", 1, "…");
}

TEST(name_keeps_both_ends_and_a_list_its_beginning)
{
    assert_text("main_assignment_propagation_callback", 11, "main_…lback");
    assert_text("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xb6\xc3\xb6\xc3\xb6", 3, "\xc3\xa4…\xc3\xb6");
    assert_text("12, 40-45, 88-99", 8, "12, 40-…");
}

TEST(wide_characters_and_accents_are_not_cut)
{
    assert_text("计算机程序", 10, "计算机程序");
    assert_text("计算机程序", 9, "计算…程序");
    assert_text("计算机程序", 8, "计算…序");
    assert_text("计算机程序", 2, "…");
    assert_text("源代码/主程序.lua", 12, "…/主程序.lua");
    assert_text("源代码/主程序.lua", 8, "…序.lua");
    assert_text("🚀🚀🚀, 🚀🚀🚀", 6, "🚀🚀…");
    assert_text("e\xcc\x81t\xcc\x81o\xcc\x81l\xcc\x81", 3, "e\xcc\x81…l\xcc\x81");
}

TEST(tree_branches_and_indentation_stay_in_front)
{
    assert_text("    Line:walk", 9, "    Li…lk");
    assert_text("  [12] Line:walk", 12, "  [12] Li…lk");
    assert_text("  [C] string.find", 8, "  [C]…nd");
    assert_text("                walk", 4, "  w…");
    assert_text("[1234]\0beyond", 5, "[1…4]");
    assert_text("[12]Line:walk", 7, "[12…alk");
}

/* Assert the widths of columns. `kinds` has one letter for each column: t = text, n = number. An omitted column has
 * the width 0. */
static void assert_fit(const char *kinds, const size_t *widths, size_t line, const char *expected)
{
    struct qp_fit fit = {.count = (uint32_t)strlen(kinds)};
    char text[100] = "";
    for (uint32_t i = 0; i < fit.count; i++) {
        fit.text[i] = kinds[i] == 't';
        fit.widths[i] = widths[i];
    }
    qp_fit(&fit, line);
    for (uint32_t i = 0; i < fit.count; i++)
        sprintf(text + strlen(text), "%s%zu", i ? " " : "", fit.left_out[i] ? 0 : fit.widths[i]);
    assert_string_equal(text, expected);
}

TEST(widest_texts_are_shortened_first)
{
    const size_t widths[] = {7, 5, 30, 50};
    assert_fit("nntt", widths, 0, "7 5 30 50");
    assert_fit("nntt", widths, 98, "7 5 30 50");
    assert_fit("nntt", widths, 80, "7 5 30 32");
    assert_fit("nntt", widths, 70, "7 5 26 26");
}

TEST(columns_without_room_are_omitted_from_the_right_and_texts_before_numbers)
{
    const size_t widths[] = {7, 5, 30, 50};
    assert_fit("nntt", widths, 50, "7 5 30 0");
    assert_fit("nntt", widths, 38, "7 0 29 0");
    assert_fit("nntt", widths, 20, "7 0 11 0");
    assert_fit("nntt", widths, 3, "7 0 1 0");
}

TEST(one_long_name_does_not_widen_all_rows)
{
    const size_t widths[] = {5, 9000, 9000};
    assert_fit("ntt", widths, 0, "5 400 9000");
}
