/* joined.h - the functions and files of the runs that a page is about, each once: what the rows of its tables are.
 *
 * The run and the one that counted lines are of one version of a program: their functions are the same by their keys
 * (function_key.h). Several methods of one run that have one key stay apart: the first of one run is the first of
 * another. Which function of the run to compare with is which of the run's, the comparison says; it names functions by
 * their keys too. Files of that run are matched as it matches them (file_match.h). */
#ifndef QP_PAGE_JOINED_H
#define QP_PAGE_JOINED_H

#include "profile/compare/compared.h"
#include "profile/query/query.h"

enum qp_side {
    QP_SIDE_RUN,   /* the run that the page is about */
    QP_SIDE_OTHER, /* one to compare it with */
    QP_SIDE_COVER, /* whose lines and branches are shown; often the run itself */
    QP_SIDES
};

struct qp_joined_row {
    uint32_t in[QP_SIDES]; /* index of a method or file of that side's profile; QP_NONE = it has none */
};

struct qp_joined {
    const struct qp_query *queries[QP_SIDES]; /* NULL = there is no such run */
    const struct qp_comparison *comparison;   /* NULL = none */
    struct qp_joined_row *functions;          /* most self time in the run first, then most calls */
    struct qp_joined_row *files;              /* by name */
    uint32_t function_count;
    uint32_t file_count;
    uint32_t *function_of[QP_SIDES]; /* by method: row; QP_NONE = of another library, or not registered and without a
                                        number */
    uint32_t *file_of[QP_SIDES];     /* by file: row */
    uint32_t *function_of_compared;  /* by row of the comparison: row; QP_NONE = neither of the two runs has it */
};

/* The queries and the comparison must live longer. comparison: of sides that have the run and the other one in them;
 * NULL where there is no other one. Returns false without memory; nothing is to be closed then. */
bool qp_joined_open(struct qp_joined *joined, const struct qp_query *const queries[QP_SIDES],
                    const struct qp_comparison *comparison);
void qp_joined_close(struct qp_joined *joined);

/* Row of the file that a method of a side is in; QP_NONE for none. */
uint32_t qp_joined_file(const struct qp_joined *joined, enum qp_side side, uint32_t method);

/* The first side that has a row, in which it has an index. */
enum qp_side qp_joined_side(const struct qp_joined_row *row);

/* What a side tells of a function; NULL when it does not know it. */
const struct qp_totals *qp_joined_totals(const struct qp_joined *joined, enum qp_side side, uint32_t function);

/* A part of opening: fills in files and file_of. Returns false without memory. */
bool qp_joined_find_files(struct qp_joined *joined);

/* Return the first side that has the run of this one. */
enum qp_side qp_joined_first(const struct qp_joined *joined, enum qp_side side);

/* Return true if a side has a run that no side before it has. */
bool qp_joined_is_first(const struct qp_joined *joined, enum qp_side side);

/* Each row has of a side what it has of the first side with the same run. */
void qp_joined_copy_sides(const struct qp_joined *joined, struct qp_joined_row *rows, uint32_t count);

#endif
