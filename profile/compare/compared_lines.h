/* compared_lines.h - comparison of two sides of coverage runs: for each file, the lines that ran on one side only. */
#pragma once

#include "profile/compare/compared.h"

/* A file of A, of B, or of both. */
struct qp_compared_file {
    const struct qp_ran_file *in[QP_COMPARED_SIDES];
    bool comparable; /* true if both sides have the same lines; otherwise `counts` and `only` are not set */
    uint32_t counts[QP_COMPARED_SIDES];
    char *only[QP_COMPARED_SIDES]; /* lines that ran on this side only: "3, 7-9" */
};

struct qp_compared_files {
    struct qp_compared_file *items; /* files of A, then the files that only B has */
    uint32_t count;
};

/* Return true if both sides have coverage of lines. */
bool qp_comparison_has_lines(const struct qp_comparison *comparison);

/* Compare the files of both sides. The comparison must outlive the result. Return false if out of memory; close the
 * files in either case. */
bool qp_compared_files_open(struct qp_compared_files *files, const struct qp_comparison *comparison);
void qp_compared_files_close(struct qp_compared_files *files);

/* qp_compared_file_name returns the file's path in B, or in A if B does not have it. qp_compared_file_differs returns
 * true if lines ran on one side only, or if the numbers of lines that ran differ. */
struct qp_text qp_compared_file_name(const struct qp_compared_file *file);
bool qp_compared_file_differs(const struct qp_compared_file *file);
