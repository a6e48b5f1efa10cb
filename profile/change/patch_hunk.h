/* patch_hunk.h - the lines of a hunk of a patch. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QP_PATCH_PARENTS 16 /* largest number of parents of a combined diff that is read */

struct qp_patch_hunk {
    unsigned parents;
    int32_t left[QP_PATCH_PARENTS]; /* number of lines of each parent that follow */
    int32_t new_left;
    int32_t old_line; /* number of the next line in the first parent */
    int32_t new_line;
    bool is_open; /* the last line belongs to the file's last change */
};

enum qp_patch_line {
    QP_PATCH_NO_LINE, /* the line is not part of the hunk */
    QP_PATCH_ADDED,   /* no parent has the line */
    QP_PATCH_REMOVED, /* the first parent had the line */
    QP_PATCH_OTHER,
};

/* Read the header of a hunk: "@@ -1,2 +1,3 @@", with one more @ and one more range for each further parent. Return
 * false if it is invalid. */
bool qp_patch_hunk_begin(struct qp_patch_hunk *hunk, const char *line);
bool qp_patch_hunk_is_complete(const struct qp_patch_hunk *hunk);

/* Read the next line of a hunk that is not complete. Each parent has a column: '+' if only the result has the line, '-'
 * if the result lost it. If the line separates changes, the hunk is not open afterwards. */
enum qp_patch_line qp_patch_hunk_next(struct qp_patch_hunk *hunk, const char *line, size_t length);
