/* ran_lines.h - lines that ran in any of several runs of one program, by file. The files of the runs may be closed. */
#pragma once

#include "profile/coverage/lines.h"

struct qp_ran_file {
    struct qp_text name;
    struct qp_ran_line {
        int32_t number;
        bool ran;
    } * lines; /* lines that coverage counts, sorted by number */
    uint32_t count;
    uint32_t ran;   /* number of lines that ran */
    bool is_uneven; /* the runs have different lines in this file; `lines` has those of the first run */
};

struct qp_ran_lines {
    struct qp_ran_file *files;
    uint32_t count;
    struct qp_map map; /* maps the key of a file's name (qp_texts_key) to the file's index + 1 */
    struct qp_texts texts;
};

/* Add a run. A zeroed struct has no runs. Return false if out of memory; close the struct in either case. */
bool qp_ran_lines_add(struct qp_ran_lines *lines, const struct qp_query *query);
void qp_ran_lines_close(struct qp_ran_lines *lines);

/* Return true if two files have the same line numbers, so that their lines can be compared. If a line was added to
 * one of the files, their line numbers differ. */
bool qp_ran_lines_are_same(const struct qp_ran_file *a, const struct qp_ran_file *b);

/* Return the lines that ran in one file and not in another file with the same lines, as text: "3, 7-9". If `other` is
 * NULL, return all lines that ran. The caller frees the text. Return NULL if out of memory. */
char *qp_ran_lines_only(const struct qp_ran_file *file, const struct qp_ran_file *other, uint32_t *count);
