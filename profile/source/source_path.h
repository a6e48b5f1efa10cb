/* source_path.h - where source files lie on this machine: below which folders, and which file there is the one of a
 * name.
 *
 * A name is looked up below each folder, and below the folders that build tools of the JVM's languages keep sources in
 * (src/main/java and the like). A name that no folder has, as Kotlin leaves folders out that all packages have in
 * common, is that of the one file below the folders which is called so and says that it is of that package. */
#ifndef QP_SOURCE_SOURCE_PATH_H
#define QP_SOURCE_SOURCE_PATH_H

#include "profile/source/source_tree.h"

#define QP_SOURCE_FOLDERS 32

/* All zero: nobody asked for a folder. */
struct qp_source_path {
    const char
        *folders[QP_SOURCE_FOLDERS]; /* that somebody asked for; the working directory is looked at before them */
    unsigned count;
    bool has_tree;
    struct qp_source_tree tree; /* below these folders, or without any below src */
};

struct qp_source_file {
    char *bytes; /* NULL: not found; free it */
    size_t size;
};

/* The file of a name, which is below the folders, or below the one that the run was in. Returns false without memory.
 */
bool qp_source_path_read(const struct qp_source_path *path, struct qp_text run_folder, struct qp_text name,
                         struct qp_source_file *file);

/* The one file below the folders that is of such a name and of a package that its folders stand for; no file if there
 * are several with different texts. Returns false without memory. */
bool qp_source_path_search(struct qp_source_path *path, struct qp_text name, struct qp_source_file *file);

void qp_source_path_close(struct qp_source_path *path);

#endif
