/* run_paths.h - paths of a run's source files on this machine. */
#pragma once

#include <stdbool.h>

#include "profile/load/model.h"

#define QP_PATCH_FOLDERS 2

/* Folders to which the names of a patch may be relative: the repository's root and the working directory. Their paths
 * are absolute and contain no links. */
struct qp_patch_folders {
    const char *paths[QP_PATCH_FOLDERS];
    unsigned count;
};

struct qp_run_path {
    uint32_t file; /* index in the profile */
    char *path;    /* absolute, without links if the file exists, and without "." and ".." */
    char *name;    /* name in the data file, without "./" at its beginning and without the mark of its version; NULL if
                    * the name is absolute */
    bool exists;   /* the file exists on this machine */
    bool is_below; /* the file is below one of the folders of the patch */
    bool is_local; /* the file is below the run's directory */
    bool is_hashed;
    uint64_t hash; /* hash of the text that the run loaded */
};

struct qp_run_paths {
    struct qp_run_path *items; /* files with functions, in the order of the profile, without code that has no file */
    uint32_t count;
    struct qp_text directory; /* the run's directory; empty = unknown, or the runs had different ones */
};

/* Return false if out of memory; then nothing needs to be closed. */
bool qp_run_paths_open(struct qp_run_paths *paths, const struct qp_profile *profile,
                       const struct qp_patch_folders *folders);
void qp_run_paths_close(struct qp_run_paths *paths);

/* Return true if a path is below a folder. */
bool qp_run_paths_is_below(const char *path, const char *folder);
