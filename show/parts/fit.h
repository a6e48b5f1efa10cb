/* fit.h - fit the columns of a table into a line width: shorten texts, and omit columns that do not fit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QP_FIT_COLUMNS 24
#define QP_FIT_GAP     2 /* blanks between two columns */

struct qp_fit {
    uint32_t count;
    bool text[QP_FIT_COLUMNS];     /* true for texts, which may be shortened; false for numbers, which may not */
    bool key[QP_FIT_COLUMNS];      /* identifies the row, such as its name: never omitted */
    bool hidden[QP_FIT_COLUMNS];   /* omitted unless it is a key */
    bool blank[QP_FIT_COLUMNS];    /* all texts are empty: omitted first */
    size_t fronts[QP_FIT_COLUMNS]; /* longest prefix of the column's texts that must stay, such as indentation */
    size_t widths[QP_FIT_COLUMNS]; /* natural width on input, final width on output */
    bool left_out[QP_FIT_COLUMNS]; /* output: true if the column is omitted */
};

/* Change the widths so that a row is at most `line` wide. If it is wider, blank columns are omitted. If shortening
 * texts does not suffice then, columns are omitted from the end: first texts, then numbers. Keys and the first number
 * stay. If no text column is a key, the first text column becomes a key. If `line` is 0, only very long texts before
 * the last column are shortened. */
void qp_fit(struct qp_fit *fit, size_t line);

#define QP_FIT_SIZE 4096 /* size of a shortened text in bytes, with its NUL */

/* Return the length of the prefix of a text that must stay: blanks and a level in brackets, as in "    [12] ". */
size_t qp_fit_front(const char *text);

/* Shorten a text to `width`, with … for the omitted part. A path keeps its end, from a '/' on if possible; a list (a
 * text with ", ") keeps its beginning; other texts keep both ends. The prefix of qp_fit_front stays. Return the text
 * itself if it fits, otherwise `room` with the shortened text. */
const char *qp_fit_text(const char *text, size_t width, char room[QP_FIT_SIZE]);

/* Shorten a text like qp_fit_text, but keep the part that begins at byte `kept`, because other texts differ there. If
 * `kept` is 0, no part needs to be kept. */
const char *qp_fit_text_with(const char *text, size_t width, size_t kept, char room[QP_FIT_SIZE]);
