/* joined.h - the functions and files of all runs of a page, joined into the rows of its tables.
 *
 * A page shows a run and, optionally, another run with line counts. Both are of the same version of a program, so their
 * functions are matched by key (function_key.h). If several methods of a run have the same key, they are not merged:
 * the first in one run matches the first in the other, and so on. A page may also show a run to compare with. Its
 * functions and files are matched as in the comparison (file_match.h), which uses keys, too. */
#pragma once

#include "base/scratch.h"
#include "profile/compare/compared.h"
#include "profile/query/query.h"

enum qp_side {
    QP_SIDE_RUN,   /* the main run of the page */
    QP_SIDE_OTHER, /* the run with which the main run is compared */
    QP_SIDE_COVER, /* the run that provides lines and branches; often the main run */
    QP_SIDES
};

struct qp_joined_row {
    uint32_t in[QP_SIDES]; /* by side: index of a method, or of a file, in the side's profile; QP_NONE = the side does
                              not have it */
};

struct qp_joined {
    const struct qp_query *queries[QP_SIDES]; /* indexed by side; NULL = no run on this side */
    const struct qp_comparison *comparison;   /* NULL = no run to compare with */
    struct qp_scratch scratch;                /* owns all arrays but functions */
    struct qp_joined_row *functions;          /* sorted by self time in the main run, then calls, most first */
    struct qp_joined_row *files;              /* sorted by name */
    uint32_t function_count;
    uint32_t file_count;
    uint32_t *function_of[QP_SIDES]; /* row of each method; QP_NONE = the method is of another library, or is
                                      * unregistered and has no calls */
    uint32_t *file_of[QP_SIDES];     /* row of each file */
    uint32_t *function_of_compared;  /* for each row of the comparison: row in `functions`; QP_NONE = in neither run */
};

/* Join the functions and files. The comparison is NULL if there is no run to compare with; otherwise the main run is on
 * its first side, and the run to compare with on its second. The queries and the comparison must outlive `joined`.
 * Return false if out of memory; then there is nothing to close. */
bool qp_joined_open(struct qp_joined *joined, const struct qp_query *const queries[QP_SIDES],
                    const struct qp_comparison *comparison);
void qp_joined_close(struct qp_joined *joined);

/* Return the row of a method's file; QP_NONE if the method has no file. */
uint32_t qp_joined_file(const struct qp_joined *joined, enum qp_side side, uint32_t method);

/* Return the first side that has the function or file of a row. */
enum qp_side qp_joined_side(const struct qp_joined_row *row);

/* Return the totals of a function (a row) on a side; NULL if the side does not have it. */
const struct qp_totals *qp_joined_totals(const struct qp_joined *joined, enum qp_side side, uint32_t function);

/* Join the files: set `files` and `file_of`. Only qp_joined_open calls this. Return false if out of memory. */
bool qp_joined_find_files(struct qp_joined *joined);

/* Return the first side that shows the same run as this side. */
enum qp_side qp_joined_first(const struct qp_joined *joined, enum qp_side side);

/* Return true if a side has a run, and no side before it shows the same run. */
bool qp_joined_is_first(const struct qp_joined *joined, enum qp_side side);

/* If several sides show the same run, copy each row's index from the first of them to the others. */
void qp_joined_copy_sides(const struct qp_joined *joined, struct qp_joined_row *rows, uint32_t count);
