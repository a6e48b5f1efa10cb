/* ran_lines.h - which lines ran in any of several runs of one program, file by file; outlives the runs' files. */
#ifndef QP_COMPARE_RAN_LINES_H
#define QP_COMPARE_RAN_LINES_H

#include "profile/coverage/lines.h"

struct qp_ran_file {
    char *name;
    struct qp_ran_line {
        int32_t number;
        bool ran;
    } * lines; /* those that coverage counts, by number */
    uint32_t count;
    uint32_t ran;   /* how many did */
    bool is_uneven; /* another run has other lines: they are those of the first */
};

struct qp_ran_lines {
    struct qp_ran_file *files;
    uint32_t count;
    struct qp_map map; /* hash of a name: file + 1 */
};

/* Add a run. A zeroed struct has none. Returns false without memory; it is to be closed still. */
bool qp_ran_lines_add(struct qp_ran_lines *lines, const struct qp_query *query);
void qp_ran_lines_close(struct qp_ran_lines *lines);

/* The same lines of two files, one line after another: what is compared by its number. Not so when a line was added. */
bool qp_ran_lines_are_same(const struct qp_ran_file *a, const struct qp_ran_file *b);

/* "3, 7-9": lines that ran in the one and not in the other, which has the same lines; NULL for those that ran at all.
 * The caller frees it; NULL without memory. */
char *qp_ran_lines_only(const struct qp_ran_file *file, const struct qp_ran_file *other, uint32_t *count);

#endif
