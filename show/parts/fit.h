/* fit.h - the columns of a table in the lines of a terminal: texts are shortened, what finds no room is left out. */
#ifndef QP_SHOW_PARTS_FIT_H
#define QP_SHOW_PARTS_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QP_FIT_COLUMNS 20
#define QP_FIT_GAP     2 /* blanks between two columns */

struct qp_fit {
    uint32_t count;
    bool text[QP_FIT_COLUMNS];     /* it may be shortened; a number may not */
    size_t fronts[QP_FIT_COLUMNS]; /* what stands in front of its texts, at most: the branches of a tree */
    size_t widths[QP_FIT_COLUMNS]; /* as they would be, and as they are */
    bool left_out[QP_FIT_COLUMNS]; /* the result, as the widths are */
};

/* Change widths so that a line takes no more than a number of columns; 0 = any number, where only the longest texts
 * before the last column are shortened. Left out are first texts, then numbers, the last ones first; the first text and
 * the first number stay. */
void qp_fit(struct qp_fit *fit, size_t line);

#define QP_FIT_SIZE 4096 /* bytes of a shortened text, with its NUL */

/* What stays in front of a text: blanks, and a level in brackets behind them, "    [12] ". */
size_t qp_fit_front(const char *text);

/* A text in width columns, with … for what was cut: a path keeps its end, from a '/' on where that fits; a list, which
 * has a ", ", its beginning; another text both ends. What stands in front of it is kept. Returns the text itself where
 * it fits, else room. */
const char *qp_fit_text(const char *text, size_t width, char room[QP_FIT_SIZE]);

#endif
