#include "profile/source/source_tree.h"

#include "format/array.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>

static struct qp_text last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return qp_text_of(slash ? slash + 1 : path);
}

static int by_name(const void *left, const void *right)
{
    return qp_text_compare(last_part(*(char *const *)left), last_part(*(char *const *)right));
}

static bool add_path(struct qp_source_tree *tree, const char *path)
{
    char *copy = strdup(path);
    bool added = copy && QP_ARRAY_APPEND(&tree->paths, &tree->count, copy);
    if (!added)
        free(copy);
    return added;
}

bool qp_source_tree_open(struct qp_source_tree *tree, char *const *folders)
{
    *tree = (struct qp_source_tree){0};
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    bool ok = walk;
    for (FTSENT *entry; ok && (entry = fts_read(walk));) {
        bool is_hidden = entry->fts_level > 0 && entry->fts_name[0] == '.';
        if (is_hidden && entry->fts_info == FTS_D)
            fts_set(walk, entry, FTS_SKIP);
        else if (!is_hidden && (entry->fts_info == FTS_F || entry->fts_info == FTS_NSOK))
            ok = add_path(tree, entry->fts_path);
    }
    if (walk)
        fts_close(walk);
    if (ok && tree->count)
        qsort(tree->paths, tree->count, sizeof *tree->paths, by_name);
    return ok;
}

void qp_source_tree_close(struct qp_source_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        free(tree->paths[i]);
    free(tree->paths);
    *tree = (struct qp_source_tree){0};
}

char *const *qp_source_tree_named(const struct qp_source_tree *tree, struct qp_text name, size_t *count)
{
    size_t first = 0, end = tree->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (qp_text_compare(last_part(tree->paths[middle]), name) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    while (end < tree->count && qp_text_equal(last_part(tree->paths[end]), name))
        end++;
    *count = end - first;
    return tree->paths + first;
}
