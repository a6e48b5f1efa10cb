/* fit.h - fit the columns of a table into a line width: shorten texts, and omit columns that do not fit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QP_FIT_COLUMNS 24
#define QP_FIT_GAP     2 /* blanks between two columns */

struct qp_fit {
    uint32_t count;
    bool text[QP_FIT_COLUMNS];     /* may be shortened; a number may not */
    size_t fronts[QP_FIT_COLUMNS]; /* longest prefix of its texts that must stay: the branches of a tree */
    size_t widths[QP_FIT_COLUMNS]; /* natural width on input, final width on output */
    bool left_out[QP_FIT_COLUMNS]; /* output: omitted column */
};

/* Change the widths so that a line fits into `line` columns. If that is 0, only very long texts before the last
 * column are shortened. Columns are omitted from the end, texts first, then numbers; the first text and the first
 * number stay. */
void qp_fit(struct qp_fit *fit, size_t line);

#define QP_FIT_SIZE 4096 /* bytes of a shortened text, with its NUL */

/* Return the length of a text's fixed prefix: blanks and a level in brackets, "    [12] ". */
size_t qp_fit_front(const char *text);

/* Shorten a text to width columns, with … for the omitted part: a path keeps its end, from a '/' if possible; a list
 * (with ", ") its beginning; other texts both ends. The prefix is kept. Return the text itself if it fits, else
 * room. */
const char *qp_fit_text(const char *text, size_t width, char room[QP_FIT_SIZE]);
