/* drawing.h - the contents of a screen: styled lines of text, cut to its width. Independent of a terminal, for tests.
 *
 * Names are untrusted: a character's width comes from the C library (wcwidth, by LC_CTYPE), and unprintable characters
 * are shown as '?'. */
#pragma once

#include "base/attribute.h"
#include "show/parts/stream.h"

#include <stdbool.h>
#include <stddef.h>

struct qp_drawn_line {
    char *bytes; /* pieces: a style, the text, a NUL */
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

/* Clear the drawing, and set its size; a zeroed struct is empty. */
void qp_drawing_begin(struct qp_drawing *drawing, unsigned rows, unsigned columns);
void qp_drawing_free(struct qp_drawing *drawing);

/* Append to a line; text that does not fit is dropped, as is text in a row that does not exist. */
void qp_drawing_put(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text);
void qp_drawing_putf(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *format, ...)
    QP_PRINTF(4, 5);

/* Put text into a cell of columns columns, cut to them: left-aligned with a … if cut, or right-aligned. */
void qp_drawing_left(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text, unsigned columns);
void qp_drawing_right(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text,
                      unsigned columns);

/* Put text whose end matters most, such as file:line: its beginning is replaced by a … if it does not fit. */
void qp_drawing_tail(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text);

/* Draw the whole line in reverse video. */
void qp_drawing_bar(struct qp_drawing *drawing, unsigned row);

/* Return the width of a text in columns. */
unsigned qp_drawing_width(const char *text);

/* Return the pieces of a line: the first for NULL, then the one after before. NULL = no more. */
const char *qp_drawn_piece(const struct qp_drawn_line *line, const char *before, enum qp_style *style);
