/* drawing.h - what is to be seen on a screen: lines of text in styles, cut to its width. It knows no terminal, so that
 * tests see what people see.
 *
 * Names come from strangers: a character takes as many columns as the C library says (wcwidth, by the LC_CTYPE of the
 * process), and what cannot be shown is a '?'. */
#ifndef QP_WATCH_DRAWING_H
#define QP_WATCH_DRAWING_H

#include "base/attribute.h"
#include "show/parts/stream.h"

#include <stdbool.h>
#include <stddef.h>

struct qp_drawn_line {
    char *bytes; /* pieces: a style, the text, a NUL */
    size_t used;
    size_t room;
    unsigned width; /* columns so far */
    bool bar;       /* the whole line is drawn in reverse */
};

struct qp_drawing {
    unsigned rows;
    unsigned columns;
    struct qp_drawn_line *lines;
    bool has_cursor; /* it is to be seen */
    unsigned cursor_row;
    unsigned cursor_column;
    bool failed; /* no memory: something is missing */
};

/* Begin anew, with another size too; a zeroed struct is empty. */
void qp_drawing_begin(struct qp_drawing *drawing, unsigned rows, unsigned columns);
void qp_drawing_free(struct qp_drawing *drawing);

/* Go on with a line where it ends; what finds no room is left out, and so is all of a row that is none. */
void qp_drawing_put(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text);
void qp_drawing_putf(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *format, ...)
    QP_PRINTF(4, 5);

/* A text in a cell of so many columns, cut to them: to the left, with a … for what is cut, or to the right of them. */
void qp_drawing_left(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text, unsigned columns);
void qp_drawing_right(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text,
                      unsigned columns);

/* A text whose end says most, such as a file and line: what finds no room is its beginning, with a … in its place. */
void qp_drawing_tail(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text);

/* The whole line is drawn in reverse. */
void qp_drawing_bar(struct qp_drawing *drawing, unsigned row);

/* How many columns a text takes. */
unsigned qp_drawing_width(const char *text);

/* The pieces of a line: the first for NULL, then the one behind. NULL = no more. */
const char *qp_drawn_piece(const struct qp_drawn_line *line, const char *before, enum qp_style *style);

#endif
