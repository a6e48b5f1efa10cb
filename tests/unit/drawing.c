/* drawing.c - lines of text, cut to the size of the screen, with untrusted names. */
#include "tests/support/screen.h"
#include "tests/support/test.h"
#include "watch/drawing.h"

#include <locale.h>

static struct qp_drawing drawing;

static void begin(unsigned rows, unsigned columns)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    qp_drawing_begin(&drawing, rows, columns);
}

static const char *line(unsigned row)
{
    static char text[4000];
    return screen_line(&drawing, row, text, sizeof text);
}

static void end(void)
{
    qp_drawing_free(&drawing);
}

TEST(line_is_cut_at_the_right)
{
    begin(2, 6);
    qp_drawing_put(&drawing, 0, QP_STYLE_BOLD, "abc");
    qp_drawing_put(&drawing, 0, QP_STYLE_PLAIN, "defgh");
    qp_drawing_put(&drawing, 0, QP_STYLE_PLAIN, "x");
    assert_string_equal(line(0), "abcdef");
    assert_int_equal(drawing.lines[0].width, 6);
    assert_string_equal(line(1), "");
    end();
}

TEST(missing_row_is_skipped)
{
    begin(1, 6);
    qp_drawing_put(&drawing, 1, QP_STYLE_PLAIN, "abc");
    qp_drawing_bar(&drawing, 1);
    assert_string_equal(line(0), "");
    end();
}

TEST(cell_is_padded_and_cut)
{
    begin(1, 40);
    qp_drawing_left(&drawing, 0, QP_STYLE_PLAIN, "ab", 4);
    qp_drawing_right(&drawing, 0, QP_STYLE_PLAIN, "cd", 5);
    qp_drawing_left(&drawing, 0, QP_STYLE_PLAIN, "efghij", 3);
    qp_drawing_right(&drawing, 0, QP_STYLE_PLAIN, "klmnop", 2);
    assert_string_equal(line(0), "ab     cdef…kl");
    end();
}

TEST(position_shows_its_end)
{
    begin(4, 8);
    qp_drawing_put(&drawing, 0, QP_STYLE_PLAIN, "ab");
    qp_drawing_tail(&drawing, 0, QP_STYLE_DIM, "dir/f.lua:7");
    assert_string_equal(line(0), "ab…lua:7");
    qp_drawing_tail(&drawing, 1, QP_STYLE_DIM, "f.lua:77");
    assert_string_equal(line(1), "f.lua:77");
    qp_drawing_tail(&drawing, 2, QP_STYLE_DIM, "漢字漢字:");
    assert_string_equal(line(2), "…字漢字:");
    qp_drawing_put(&drawing, 3, QP_STYLE_PLAIN, "abcdefg");
    qp_drawing_tail(&drawing, 3, QP_STYLE_DIM, "xyz");
    assert_string_equal(line(3), "abcdefgx");
    end();
}

/* A wide character takes two columns, and a combining character none. A character of which only half fits is not
 * drawn. */
TEST(width_is_that_of_the_characters)
{
    begin(3, 5);
    assert_int_equal(qp_drawing_width("a漢e\xcc\x81"), 4);
    qp_drawing_put(&drawing, 0, QP_STYLE_PLAIN, "a漢字x");
    assert_string_equal(line(0), "a漢字");
    qp_drawing_put(&drawing, 1, QP_STYLE_PLAIN, "ab漢字");
    assert_string_equal(line(1), "ab漢");
    qp_drawing_left(&drawing, 2, QP_STYLE_PLAIN, "漢字", 3);
    qp_drawing_put(&drawing, 2, QP_STYLE_PLAIN, "|");
    assert_string_equal(line(2), "漢…|");
    end();
}

TEST(undisplayable_character_is_a_question_mark)
{
    begin(1, 20);
    qp_drawing_put(&drawing, 0, QP_STYLE_PLAIN, "a\033[1m\tb\xff\xc2");
    assert_string_equal(line(0), "a?[1m?b??");
    assert_int_equal(drawing.lines[0].width, 9);
    end();
}

TEST(drawing_starts_over_in_another_size)
{
    begin(2, 10);
    qp_drawing_put(&drawing, 1, QP_STYLE_PLAIN, "abc");
    qp_drawing_bar(&drawing, 1);
    begin(2, 2);
    assert_string_equal(line(1), "");
    assert_false(drawing.lines[1].bar);
    qp_drawing_put(&drawing, 1, QP_STYLE_PLAIN, "abc");
    assert_string_equal(line(1), "ab");
    begin(5, 10);
    assert_string_equal(line(4), "");
    begin(0, 0);
    qp_drawing_put(&drawing, 0, QP_STYLE_PLAIN, "abc");
    end();
}

TEST(pieces_keep_their_styles)
{
    enum qp_style style;
    begin(1, 20);
    qp_drawing_put(&drawing, 0, QP_STYLE_BOLD, "a");
    qp_drawing_put(&drawing, 0, QP_STYLE_RED, "b");
    const char *piece = qp_drawn_piece(&drawing.lines[0], NULL, &style);
    assert_string_equal(piece, "a");
    assert_int_equal(style, QP_STYLE_BOLD);
    piece = qp_drawn_piece(&drawing.lines[0], piece, &style);
    assert_string_equal(piece, "b");
    assert_int_equal(style, QP_STYLE_RED);
    assert_null(qp_drawn_piece(&drawing.lines[0], piece, &style));
    end();
}
