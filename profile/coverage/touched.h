/* touched.h - the lines and functions of a run that a change of the sources touches.
 *
 * The run is one of the sources before the change, so the old side of the patch counts: which lines it removed or
 * replaced, and where it added lines. */
#pragma once

#include "profile/change/patched.h"
#include "profile/query/query.h"

/* One change of a file. `lines` and `methods` are sorted. */
struct qp_touched {
    const char *name; /* the file's old name in the patch */
    struct qp_patch_range range;
    const int32_t *lines; /* the removed or replaced lines that hold code */
    uint32_t line_count;
    const uint32_t *methods; /* functions that have these lines. If there are no lines, the innermost functions around
                              * the change; there are none if the change is outside of all functions */
    uint32_t method_count;
};

struct qp_touched_changes {
    struct qp_patched_files patched; /* the files that the patch names, also those that are not in the run */
    struct qp_touched *items;        /* the changes of files in the run, in the order of the patch */
    uint32_t count;
    int32_t *lines; /* lines and methods of all items */
    uint32_t *methods;
    uint32_t line_count, method_count;
};

/* Return false if out of memory; then nothing needs to be closed. */
bool qp_touched_open(struct qp_touched_changes *touched, const struct qp_query *query, const struct qp_patch *patch,
                     const struct qp_patch_folders *folders);
void qp_touched_close(struct qp_touched_changes *touched);
