/* source_path.h - search for source files on the reader's machine.
 *
 * A name is looked up below each folder, and below the source folders of the JVM's build tools (src/main/java and the
 * like). If that fails, the file may lie in fewer folders than its name has: Kotlin projects omit the folders that all
 * packages share. In that case, a file is accepted if it declares the package that the folders in its name stand for,
 * and if no other file below the searched folders has the same file name and package. */
#pragma once

#include "base/text.h"
#include "profile/source/source_origin.h"

#include <stdbool.h>
#include <stddef.h>

#define QP_SOURCE_FOLDERS 32

/* Paths of all files below the searched folders, sorted by file name, to find sources whose package is known, but
 * whose folder is unknown. */
struct qp_source_tree {
    char **paths; /* sorted by file name */
    uint32_t count;
};

/* A zeroed struct has no folders. */
struct qp_source_path {
    const char *folders[QP_SOURCE_FOLDERS]; /* given by the user; the working directory is searched before them */
    unsigned count;
    bool has_tree;
    struct qp_source_tree tree; /* files below `folders`; if no folders are given, files below src */
};

struct qp_source_file {
    char *bytes; /* content of the file, to be freed; NULL = the file was not found */
    size_t size;
    enum qp_source_origin origin;
};

/* Read the file `name`, a path relative to one of the folders or to the run's directory. Return false if out of
 * memory. */
bool qp_source_path_read(const struct qp_source_path *path, struct qp_text run_folder, struct qp_text name,
                         struct qp_source_file *file);

/* Read the only file below the folders that has the file name of `name` and declares the package that the folders of
 * `name` stand for. If there are several such files with different texts, find none. Return false if out of memory. */
bool qp_source_path_search(struct qp_source_path *path, struct qp_text name, struct qp_source_file *file);

void qp_source_path_close(struct qp_source_path *path);
