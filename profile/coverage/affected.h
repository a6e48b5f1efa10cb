/* affected.h - the contexts (tests) that a change affects, because they ran the code that it changes.
 *
 * The change is between the sources of the run and other ones. A changed line affects the contexts that ran it. If none
 * of the lines between two unchanged ones holds code, as a constant in the middle of a table, the contexts of the whole
 * function are affected. Lines that are only inserted affect the contexts that ran the line of the function before or
 * after them. A change without lines, of a file that git regards as binary, affects all contexts that ran the file. */
#pragma once

#include "profile/change/patched.h"
#include "profile/coverage/line_contexts.h"

/* Changed code that no context ran. */
struct qp_unaffected {
    const char *file; /* name in the patch */
    struct qp_patch_range lines;
    uint32_t method; /* index of the innermost function; QP_NONE = none */
};

struct qp_affected {
    struct qp_patched_files old_files; /* matched by the name before the change */
    struct qp_patched_files new_files;
    bool *named; /* for each named context: true if it is affected */
    struct qp_unmatched {
        const char *file;  /* name in the patch */
        bool is_ambiguous; /* several files of the run have such a path; false = none has it */
    } * unmatched;
    uint32_t unmatched_count;
    struct qp_unaffected *items;
    uint32_t count;
};

/* Find the affected contexts. If `whole` is true, each change affects all contexts of its function. The result refers
 * to texts of the patch. Return false if out of memory; then nothing needs to be closed. */
bool qp_affected_open(struct qp_affected *affected, const struct qp_query *query, const struct qp_patch *patch,
                      const struct qp_patch_folders *folders, bool whole);
void qp_affected_close(struct qp_affected *affected);
