/* compared_lines.h - comparison of two sides of coverage runs: by file, lines that ran on one side only. */
#pragma once

#include "profile/compare/compared.h"

/* A file of A, of B, or of both. */
struct qp_compared_file {
    const struct qp_ran_file *in[QP_COMPARED_SIDES];
    bool comparable; /* by line; otherwise counts and only are not set */
    uint32_t counts[QP_COMPARED_SIDES];
    char *only[QP_COMPARED_SIDES]; /* lines that ran on this side only: "3, 7-9" */
};

struct qp_compared_files {
    struct qp_compared_file *items; /* files of A, then those only in B */
    uint32_t count;
};

/* Return true if both sides have coverage of lines. */
bool qp_comparison_has_lines(const struct qp_comparison *comparison);

/* The comparison must live longer. Return false if out of memory; must be closed in any case. */
bool qp_compared_files_open(struct qp_compared_files *files, const struct qp_comparison *comparison);
void qp_compared_files_close(struct qp_compared_files *files);

/* Return its path in B, or else in A. Return true if lines ran on one side only, or the number of lines that ran
 * differs. */
struct qp_text qp_compared_file_name(const struct qp_compared_file *file);
bool qp_compared_file_differs(const struct qp_compared_file *file);
