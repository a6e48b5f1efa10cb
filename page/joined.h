/* joined.h - the functions and files of all runs of a page, joined into the rows of its tables.
 *
 * The run and the run with line counts belong to the same version of a program, so their functions are matched by key
 * (function_key.h). Methods of one run that have the same key are not merged: the first in one run matches the first in
 * the other. Functions and files of a run to compare with are matched as in the comparison (file_match.h), which uses
 * keys, too. */
#pragma once

#include "profile/compare/compared.h"
#include "profile/query/query.h"

enum qp_side {
    QP_SIDE_RUN,   /* the main run of the page */
    QP_SIDE_OTHER, /* the run to compare it with */
    QP_SIDE_COVER, /* the run whose lines and branches are shown; often the main run */
    QP_SIDES
};

struct qp_joined_row {
    uint32_t in[QP_SIDES]; /* by side: index of a method or file of its profile; QP_NONE = none */
};

struct qp_joined {
    const struct qp_query *queries[QP_SIDES]; /* NULL = no such run */
    const struct qp_comparison *comparison;   /* NULL = none */
    struct qp_joined_row *functions;          /* most self time in the run first, then most calls */
    struct qp_joined_row *files;              /* by name */
    uint32_t function_count;
    uint32_t file_count;
    uint32_t *function_of[QP_SIDES]; /* by method: row; QP_NONE = of another library, or unregistered without calls */
    uint32_t *file_of[QP_SIDES];     /* by file: row */
    uint32_t *function_of_compared;  /* by row of the comparison: row; QP_NONE = in neither run */
};

/* The queries and the comparison must outlive `joined`. The sides of the comparison contain the run and the other
 * run; it is NULL if there is no other run. Return false if out of memory; then there is nothing to close. */
bool qp_joined_open(struct qp_joined *joined, const struct qp_query *const queries[QP_SIDES],
                    const struct qp_comparison *comparison);
void qp_joined_close(struct qp_joined *joined);

/* Return the row of a method's file; QP_NONE for none. */
uint32_t qp_joined_file(const struct qp_joined *joined, enum qp_side side, uint32_t method);

/* Return the first side that has an index in a row. */
enum qp_side qp_joined_side(const struct qp_joined_row *row);

/* Return a side's totals of a function; NULL if the side does not have it. */
const struct qp_totals *qp_joined_totals(const struct qp_joined *joined, enum qp_side side, uint32_t function);

/* Fill in files and file_of while opening. Return false if out of memory. */
bool qp_joined_find_files(struct qp_joined *joined);

/* Return the first side that shows the same run as this side. */
enum qp_side qp_joined_first(const struct qp_joined *joined, enum qp_side side);

/* Return true if a side has a run that no side before it has. */
bool qp_joined_is_first(const struct qp_joined *joined, enum qp_side side);

/* Copy the index that each row has for a side to the other sides that show the same run. */
void qp_joined_copy_sides(const struct qp_joined *joined, struct qp_joined_row *rows, uint32_t count);
