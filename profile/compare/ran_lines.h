/* ran_lines.h - lines that ran in any of several runs of one program, by file; outlives the runs' files. */
#pragma once

#include "profile/coverage/lines.h"

struct qp_ran_file {
    struct qp_text name;
    struct qp_ran_line {
        int32_t number;
        bool ran;
    } * lines; /* lines counted by coverage, by number */
    uint32_t count;
    uint32_t ran;   /* number of lines that ran */
    bool is_uneven; /* another run has other lines; these are those of the first */
};

struct qp_ran_lines {
    struct qp_ran_file *files;
    uint32_t count;
    struct qp_map map; /* key of a name: file + 1 */
    struct qp_texts texts;
};

/* Add a run. A zeroed struct has none. Return false if out of memory; must be closed in any case. */
bool qp_ran_lines_add(struct qp_ran_lines *lines, const struct qp_query *query);
void qp_ran_lines_close(struct qp_ran_lines *lines);

/* Return true if two files have the same line numbers, so that lines can be compared; not so if a line was added. */
bool qp_ran_lines_are_same(const struct qp_ran_file *a, const struct qp_ran_file *b);

/* Return lines that ran in one file and not in the other, "3, 7-9", if both have the same lines; if other is NULL, all
 * lines that ran. The caller frees it; NULL if out of memory. */
char *qp_ran_lines_only(const struct qp_ran_file *file, const struct qp_ran_file *other, uint32_t *count);
