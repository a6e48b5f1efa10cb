#include "watch/drawing.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- characters ---------------------------------------------------------------------------------------------- */

/* Return the length of the next character in bytes. Set *width to its width on the screen in columns, or to -1 if it
 * is unprintable. */
static size_t measure(const char *text, size_t left, int *width)
{
    size_t length = qp_text_character(text, left);
    *width = length ? qp_text_character_width(text, length) : -1;
    return length ? length : 1;
}

unsigned qp_drawing_width(const char *text)
{
    unsigned columns = 0;
    for (size_t left = strlen(text); left;) {
        int width;
        size_t length = measure(text, left, &width);
        columns += width < 0 ? 1 : (unsigned)width;
        text += length;
        left -= length;
    }
    return columns;
}

/* ---- lines --------------------------------------------------------------------------------------------------- */

void qp_drawing_begin(struct qp_drawing *drawing, unsigned rows, unsigned columns)
{
    if (rows != drawing->rows || !drawing->lines) {
        qp_drawing_free(drawing);
        drawing->lines = calloc((size_t)rows + 1, sizeof *drawing->lines);
    }
    drawing->failed = !drawing->lines;
    drawing->rows = drawing->lines ? rows : 0;
    drawing->columns = columns;
    drawing->has_cursor = false;
    for (unsigned i = 0; i < drawing->rows; i++) {
        drawing->lines[i].used = drawing->lines[i].width = 0;
        drawing->lines[i].bar = false;
    }
}

void qp_drawing_free(struct qp_drawing *drawing)
{
    for (unsigned i = 0; i < drawing->rows; i++)
        free(drawing->lines[i].bytes);
    free(drawing->lines);
    *drawing = (struct qp_drawing){0};
}

static bool make_room(struct qp_drawn_line *line, size_t more)
{
    if (line->used + more <= line->room)
        return true;
    size_t room = 2 * line->room > line->used + more ? 2 * line->room : line->used + more;
    char *grown = realloc(line->bytes, room);
    if (grown) {
        line->bytes = grown;
        line->room = room;
    }
    return grown;
}

/* Append text of at most `columns` columns to a line. Return the number of columns used. */
static unsigned put(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text, unsigned columns)
{
    if (row >= drawing->rows)
        return 0;
    struct qp_drawn_line *line = &drawing->lines[row];
    size_t left = strlen(text);
    unsigned end = drawing->columns - line->width < columns ? drawing->columns : line->width + columns;
    unsigned begin = line->width;
    if (left == 0 || line->width >= end)
        return 0;
    if (!make_room(line, left + 2)) {
        drawing->failed = true;
        return 0;
    }
    line->bytes[line->used++] = (char)style;
    while (left) {
        int width;
        size_t length = measure(text, left, &width);
        unsigned wide = width < 0 ? 1 : (unsigned)width;
        if (line->width + wide > end)
            break;
        memcpy(line->bytes + line->used, width < 0 ? "?" : text, width < 0 ? 1 : length);
        line->used += width < 0 ? 1 : length;
        line->width += wide;
        text += length;
        left -= length;
    }
    line->bytes[line->used++] = '\0';
    return line->width - begin;
}

void qp_drawing_put(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text)
{
    put(drawing, row, style, text, drawing->columns);
}

void qp_drawing_putf(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *format, ...)
{
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    qp_drawing_put(drawing, row, style, text);
}

static void put_spaces(struct qp_drawing *drawing, unsigned row, unsigned columns)
{
    static const char spaces[] = "                                ";
    for (unsigned done = 1; columns && done; columns -= done)
        done = put(drawing, row, QP_STYLE_PLAIN, spaces, columns);
}

void qp_drawing_left(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text, unsigned columns)
{
    bool cut = columns > 1 && qp_drawing_width(text) > columns;
    unsigned used = put(drawing, row, style, text, cut ? columns - 1 : columns);
    if (cut)
        used += put(drawing, row, style, "…", 1);
    put_spaces(drawing, row, columns - used);
}

void qp_drawing_right(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text, unsigned columns)
{
    unsigned width = qp_drawing_width(text);
    if (width < columns)
        put_spaces(drawing, row, columns - width);
    put(drawing, row, style, text, columns);
}

void qp_drawing_tail(struct qp_drawing *drawing, unsigned row, enum qp_style style, const char *text)
{
    unsigned room = row < drawing->rows ? drawing->columns - drawing->lines[row].width : 0;
    unsigned width = qp_drawing_width(text);
    if (width <= room || room < 2) {
        qp_drawing_put(drawing, row, style, text);
        return;
    }
    for (size_t left = strlen(text); left && width > room - 1;) {
        int wide;
        size_t length = measure(text, left, &wide);
        width -= wide < 0 ? 1 : (unsigned)wide;
        text += length;
        left -= length;
    }
    qp_drawing_put(drawing, row, style, "…");
    qp_drawing_put(drawing, row, style, text);
}

void qp_drawing_bar(struct qp_drawing *drawing, unsigned row)
{
    if (row < drawing->rows)
        drawing->lines[row].bar = true;
}

const char *qp_drawn_piece(const struct qp_drawn_line *line, const char *before, enum qp_style *style)
{
    const char *at = before ? before + strlen(before) + 1 : line->bytes;
    if (!line->used || at >= line->bytes + line->used)
        return NULL;
    *style = (enum qp_style) * at;
    return at + 1;
}
