/* cell.h - a table cell: text, or a number and its kind. People see "1.23 ms"; programs get plain nanoseconds and
 * fractions of one. */
#pragma once

#include "show/parts/stream.h"

enum qp_cell_kind {
    QP_CELL_TEXT,
    QP_CELL_COUNT,
    QP_CELL_TIME, /* nanoseconds */
    QP_CELL_AGE,  /* nanoseconds ago, shown as an age: 5 min, 3 days */
    QP_CELL_BYTES,
    QP_CELL_SHARE, /* part of a whole, in per cent */
    QP_CELL_PART,  /* part of a whole as two counts: 3/5 */
    QP_CELL_RATIO, /* change of a number: +9.2%, x3.1 if it at least doubled */
    QP_CELL_RANGE, /* from one count (number) to another (whole): 3..5 */
    QP_CELL_SHARES /* from one share to another, both in millionths: 12.3–15.0% */
};

/* Marks, as bits. */
enum {
    QP_CELL_SOME = 1,     /* for columns that few rows have: people see a blank instead of 0 */
    QP_CELL_ESTIMATE = 2, /* estimated: people see a ~ in front */
    QP_CELL_MORE = 4,     /* a change, shown with its sign; people see = for 0 */
    QP_CELL_LESS = 8
};

struct qp_cell {
    enum qp_cell_kind kind;
    enum qp_style style;
    unsigned marks;
    uint64_t number;
    uint64_t whole; /* the second number of a share, part, ratio, range or shares */
    const char *text;
};

#define QP_CELL_SIZE 80 /* bytes of a formatted number, with its NUL */

/* Format a cell for people: the text itself, or the number, written to room. */
const char *qp_cell_show(const struct qp_cell *cell, char room[QP_CELL_SIZE]);

/* Write a cell for programs; a part and both kinds of range take two columns. */
void qp_cell_write(const struct qp_cell *cell, FILE *out);

/* Write the column's title for programs: "per call" of times is per_call_ns. */
void qp_cell_write_title(const struct qp_cell *cell, const char *title, FILE *out);
