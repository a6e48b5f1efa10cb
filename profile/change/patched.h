/* patched.h - the source files of a run that a patch changes.
 *
 * A name in a patch is relative to the repository's root; a name in a data file is absolute or relative to the run's
 * directory. They are the same file if they lead to the same path. If the run took place elsewhere, for example in a
 * container, a file is the one with whose path the name ends. */
#pragma once

#include "profile/change/patch.h"
#include "profile/change/run_paths.h"

enum qp_patch_side { QP_PATCH_OLD, QP_PATCH_NEW };

struct qp_patched {
    const struct qp_patch_file *patch;
    const char *name; /* part of the patch's name; begins after folders that only the patch has */
    uint32_t *files;  /* indexes of the profile's files; a file that was loaded by several names occurs several times */
    uint32_t count;
    bool is_ambiguous; /* several different files have such a path; `count` is 0 */
    bool is_same;      /* the text on disk is the one that the run loaded */
    bool is_changed;   /* the text on disk differs from the text that the run loaded */
    char *text;        /* content of the file on disk, only on the new side; NULL = unknown */
    size_t size;
};

struct qp_patched_files {
    struct qp_patched *items; /* in the order of the patch, without files that do not exist on this side */
    uint32_t count;
};

/* Find the files that one side of the patch names. If the text on disk is that of one of several versions of a file,
 * the result has only this version. Return false if out of memory; then nothing needs to be closed. */
bool qp_patched_open(struct qp_patched_files *patched, const struct qp_profile *profile, const struct qp_patch *patch,
                     enum qp_patch_side side, const struct qp_patch_folders *folders);
void qp_patched_close(struct qp_patched_files *patched);
