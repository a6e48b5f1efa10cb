/* source_tree.h - files below given folders by file name, for sources whose package is known, but not their folder. */
#ifndef QP_SOURCE_SOURCE_TREE_H
#define QP_SOURCE_SOURCE_TREE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct qp_source_tree {
    char **paths; /* sorted by file name */
    uint32_t count;
};

/* Collect the files. Skip links to folders, hidden files and folders, and missing folders. folders ends with NULL.
 * Return false if out of memory; qp_source_tree_close must be called in any case. */
bool qp_source_tree_open(struct qp_source_tree *tree, char *const *folders);
void qp_source_tree_close(struct qp_source_tree *tree);

/* Return the first path with this file name; *count is the number of such paths. */
char *const *qp_source_tree_named(const struct qp_source_tree *tree, struct qp_text name, size_t *count);

#endif
