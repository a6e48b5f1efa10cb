/* cell.h - a table cell: text, or a number and its kind. People see "1.23 ms" and "12.5%", programs get 1230000 and
 * 0.125. */
#pragma once

#include "show/parts/stream.h"

enum qp_cell_kind {
    QP_CELL_TEXT,
    QP_CELL_COUNT,
    QP_CELL_TIME, /* nanoseconds */
    QP_CELL_AGE,  /* nanoseconds ago, shown as an age: 5 min, 3 days */
    QP_CELL_BYTES,
    QP_CELL_SHARE, /* part of a whole in per cent: 12.5% */
    QP_CELL_PART,  /* part of a whole as two counts: 3/5 */
    QP_CELL_RATIO, /* change from `whole` to `number`: +9.2%, or x3.1 if the number at least doubled */
    QP_CELL_RANGE, /* range of counts from `number` to `whole`: 3..5 */
    QP_CELL_SHARES /* range of shares from `number` to `whole`, in millionths: 12.3–15.0% */
};

/* Marks, as bits. */
enum {
    QP_CELL_SOME = 1,     /* for a column that few rows have a value for: people see a blank instead of 0 */
    QP_CELL_ESTIMATE = 2, /* an estimate: people see a ~ before the number */
    QP_CELL_MORE = 4,     /* an increase: shown with a +; in output for people, 0 is shown as = */
    QP_CELL_LESS = 8      /* a decrease: shown with a -; in output for people, 0 is shown as = */
};

struct qp_cell {
    enum qp_cell_kind kind;
    enum qp_style style;
    unsigned marks;
    uint64_t number;
    uint64_t whole; /* second number of the kinds that show two */
    const char *text;
};

#define QP_CELL_SIZE 80 /* size of a formatted number in bytes, with its NUL */

/* Return a cell as people see it: its text, or its number, which is formatted in `room`. */
const char *qp_cell_show(const struct qp_cell *cell, char room[QP_CELL_SIZE]);

/* Write a cell in the form for programs. A cell of the kind QP_CELL_PART, QP_CELL_RANGE or QP_CELL_SHARES takes two
 * columns. */
void qp_cell_write(const struct qp_cell *cell, FILE *out);

/* Write a column's title as programs get it: "per call" becomes per_call_ns if the column has times. */
void qp_cell_write_title(const struct qp_cell *cell, const char *title, FILE *out);
