/* source_tree.h - the files below some folders, found by their name alone: for sources of which a compiler tells the
 * package, and not the folder. */
#ifndef QP_SOURCE_SOURCE_TREE_H
#define QP_SOURCE_SOURCE_TREE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct qp_source_tree {
    char **paths; /* by the name behind the last '/' */
    size_t count;
    size_t room;
};

/* Links to folders are not followed, what begins with a dot is left out, and so is a folder that is not there; folders
 * ends with NULL. Returns false without memory; qp_source_tree_close is due in any case. */
bool qp_source_tree_open(struct qp_source_tree *tree, char *const *folders);
void qp_source_tree_close(struct qp_source_tree *tree);

/* The paths of this name, the first of *count. */
char *const *qp_source_tree_named(const struct qp_source_tree *tree, struct qp_text name, size_t *count);

#endif
