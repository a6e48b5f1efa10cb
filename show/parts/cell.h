/* cell.h - a cell of a table: a text, or a number with what it counts. People read it with its unit, "1.23 ms";
 * programs get the number alone, in nanoseconds and as a fraction of one. */
#ifndef QP_SHOW_PARTS_CELL_H
#define QP_SHOW_PARTS_CELL_H

#include "show/parts/stream.h"

#include <stddef.h>

enum qp_cell_kind {
    QP_CELL_TEXT,
    QP_CELL_COUNT,
    QP_CELL_TIME, /* nanoseconds */
    QP_CELL_AGE,  /* the same as people tell how long ago something was: 5 min, 3 days */
    QP_CELL_BYTES,
    QP_CELL_SHARE, /* a part of a whole, in per cent */
    QP_CELL_PART,  /* the same as two counts: 3/5 */
    QP_CELL_RATIO, /* what became of a whole: +9.2%, x3.1 from twice of it on */
    QP_CELL_RANGE, /* from a count to another, the whole: 3..5 */
    QP_CELL_SHARES /* from a share to another, both in millionths: 12.3–15.0% */
};

/* Marks, by bit. */
enum {
    QP_CELL_SOME = 1,     /* of nothing people see a blank: few rows have such a number */
    QP_CELL_ESTIMATE = 2, /* it was guessed: people see a ~ before it */
    QP_CELL_MORE = 4,     /* a change, with its sign before it; of none people see = */
    QP_CELL_LESS = 8
};

struct qp_cell {
    enum qp_cell_kind kind;
    enum qp_style style;
    unsigned marks;
    uint64_t number;
    uint64_t whole; /* the second number of a share, a part, a ratio and both kinds of range */
    const char *text;
};

#define QP_CELL_SIZE 80 /* of a number that is shown, with its NUL */

/* As people read it: the text itself, or the number, for which there is room. */
const char *qp_cell_show(const struct qp_cell *cell, char room[QP_CELL_SIZE]);

/* As programs read it; a part and both kinds of range take two columns. */
void qp_cell_write(const struct qp_cell *cell, FILE *out);

/* The title of its column for programs: "per call" of times is per_call_ns. */
void qp_cell_write_title(const struct qp_cell *cell, const char *title, FILE *out);

#endif
