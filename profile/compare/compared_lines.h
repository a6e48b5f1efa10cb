/* compared_lines.h - two sides of runs of coverage, file by file: which lines ran on one side alone. */
#ifndef QP_COMPARE_COMPARED_LINES_H
#define QP_COMPARE_COMPARED_LINES_H

#include "profile/compare/compared.h"

/* A file of A, of B, or of both. */
struct qp_compared_file {
    const struct qp_ran_file *in[QP_COMPARED_SIDES];
    bool comparable; /* line by line; its numbers and ranges are none otherwise */
    uint32_t counts[QP_COMPARED_SIDES];
    char *only[QP_COMPARED_SIDES]; /* lines that ran on this side alone: "3, 7-9" */
};

struct qp_compared_files {
    struct qp_compared_file *items; /* files of A first, then those of B alone */
    uint32_t count;
};

/* Whether both sides say which lines ran: runs of coverage. */
bool qp_comparison_has_lines(const struct qp_comparison *comparison);

/* The comparison must live longer. Returns false without memory; it is to be closed still. */
bool qp_compared_files_open(struct qp_compared_files *files, const struct qp_comparison *comparison);
void qp_compared_files_close(struct qp_compared_files *files);

/* Its path, as it is now or was; whether lines ran on one side alone, or other numbers of them. */
struct qp_text qp_compared_file_name(const struct qp_compared_file *file);
bool qp_compared_file_differs(const struct qp_compared_file *file);

#endif
