/* compared_rows.h - what the tables of a comparison have in common: which rows they show, and the words in their cells.
 */
#ifndef QP_SHOW_COMPARED_ROWS_H
#define QP_SHOW_COMPARED_ROWS_H

#include "show/comparison.h"
#include "show/table.h"

/* ---- rows -------------------------------------------------------------------------------------------------------- */

struct qp_compared_rows {
    const struct qp_comparison *comparison;
    const struct qp_comparison_choice *choice;
    uint32_t *rows; /* that are shown, in order */
    uint32_t count;
    uint32_t *depths; /* by row: how many rows it follows from */
};

/* Room for all rows, none of them chosen. Returns false without memory; it is to be closed still. */
bool qp_compared_open(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                      const struct qp_comparison_choice *choice);
void qp_compared_close(struct qp_compared_rows *chosen);

/* How many of them --top leaves. */
uint32_t qp_compared_shown(const struct qp_compared_rows *chosen);

/* For qsort_r over rows, with the struct qp_compared_rows; for what orders them, larger numbers first. */
int qp_compared_by_name(const void *left, const void *right, void *of);
int qp_compared_by_number(double a, double b);

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* The name, for people with "new: " or "gone: " before it, and behind blanks what follows from other rows; the place.
 */
void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth, const struct qp_stream *stream);
void qp_compared_put_place(struct qp_table *table, const struct qp_comparison *comparison,
                           const struct qp_compared *row);

/* The state of a row's calls in a word. */
const char *qp_compared_state(const struct qp_compared *row);

#endif
