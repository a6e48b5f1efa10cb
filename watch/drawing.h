/* drawing.h - the contents of a screen: styled lines of text, cut to the screen's width. It needs no terminal, so
 * tests can read it.
 *
 * Names come from the recorded program and may contain any bytes. Unprintable characters are shown as '?'. The width of
 * a character is the one that the C library has for a UTF-8 locale, whatever LC_CTYPE is. */
#pragma once

#include "base/attribute.h"
#include "show/parts/stream.h"

#include <stdbool.h>
#include <stddef.h>

struct qp_drawn_line {
    char *bytes; /* the pieces of the line: each is a style, a text and a NUL */
    size_t used;
    size_t room;
    unsigned width; /* columns used so far */
    bool bar;       /* reverse video for the whole line */
};

struct qp_drawing {
    unsigned rows;
    unsigned columns;
    struct qp_drawn_line *lines;
    bool has_cursor; /* show the cursor */
    unsigned cursor_row;
    unsigned cursor_column;
    bool failed; /* out of memory: the contents are incomplete */
};

/* Clear the drawing, and set its size. A zeroed struct is an empty drawing. */
void qp_drawing_begin(struct qp_drawing *drawing, unsigned rows, unsigned columns);
void qp_drawing_free(struct qp_drawing *drawing);

/* Append text to the line `row`. Text that does not fit into the line is dropped, and so is text for a line that
 * does not exist. */
void qp_drawing_put(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text);
void qp_drawing_putf(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *format, ...)
    QP_PRINTF(4, 5);

/* Append text as a cell that is `columns` wide. qp_drawing_left aligns the text to the left; if the text is too
 * long, it is cut and ends with a …. qp_drawing_right aligns the text to the right. */
void qp_drawing_left(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text, unsigned columns);
void qp_drawing_right(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text,
                      unsigned columns);

/* Append text whose end matters most, such as file:line. If it does not fit, a … replaces its beginning. */
void qp_drawing_tail(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text);

/* Draw the whole line in reverse video. */
void qp_drawing_bar(struct qp_drawing *drawing, unsigned row);

/* Return the width of a text in columns. */
unsigned qp_drawing_width(const char *text);

/* Return the piece of a line after the piece `before`, or the first piece if `before` is NULL. Return NULL after the
 * last piece. */
const char *qp_drawn_piece(const struct qp_drawn_line *line, const char *before, enum qp_style *style);
