/* patch.h - a patch in unified format: the files that it changes, and the changed lines on both sides.
 *
 * The patch may be of git, also a combined diff of a merge, or of other tools (diff -u, diff -ru, svn, hg). Its text is
 * not trusted: lines that belong to no hunk are skipped, as patch(1) skips them.
 *
 * In a combined diff, a line is added if no parent has it, and a line is removed if the first parent had it. */
#pragma once

#include "base/text.h"

/* Consecutive lines of one side. If `count` is 0, the range is the place before line `first`. */
struct qp_patch_range {
    int32_t first; /* from 1 */
    int32_t count;
};

/* A group of removed and added lines without unchanged lines between them. */
struct qp_patch_change {
    struct qp_patch_range old_lines;
    struct qp_patch_range new_lines;
    size_t text; /* offset of the first added line in the patch's `bytes` */
};

struct qp_patch_file {
    char *old_name; /* names without a/ and b/; NULL = the file does not exist on this side */
    char *new_name;
    struct qp_patch_change *changes; /* in the order of the patch */
    uint32_t count;
    bool binary; /* the patch has no lines of the file */
    bool exact;  /* the names are relative to the repository's root. False for patches of other tools, whose names may
                  * begin with any folders */
};

/* A zeroed struct is an empty patch. */
struct qp_patch {
    struct qp_patch_file *files; /* in the order of the patch; a name may occur several times */
    uint32_t count;
    char *bytes; /* text of all added lines; each ends with a line feed */
    size_t size;
    size_t room;
    bool cut;       /* a hunk has fewer lines than its header states */
    bool has_lines; /* the stream was not empty */
};

/* Read a patch until the end of the stream. Return false if out of memory. The patch must be closed in any case. A
 * stream that contains no patch has no files. */
bool qp_patch_read(struct qp_patch *patch, FILE *in);
void qp_patch_close(struct qp_patch *patch);

/* Return the added line at *offset, without its end, and move *offset to the next one. Offsets begin with a change's
 * `text`. */
struct qp_text qp_patch_line(const struct qp_patch *patch, size_t *offset);
