#include "paths.h"

#include <fnmatch.h>
#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "text.h"

static const char wildcards[] = "*?[";

/* Component by component: ** stands for any number of them. */
static bool matches(const char *pattern, const char *name)
{
    while (*pattern && *name) {
        size_t wanted = strcspn(pattern, "/");
        size_t length = strcspn(name, "/");
        const char *rest = pattern + wanted + (pattern[wanted] == '/');
        if (wanted == 2 && memcmp(pattern, "**", 2) == 0) {
            if (matches(rest, name))
                return true;
        } else {
            char *glob = strndup(pattern, wanted);
            char *component = strndup(name, length);
            bool equal = glob && component && fnmatch(glob, component, FNM_PERIOD) == 0;
            free(glob);
            free(component);
            if (!equal)
                return false;
            pattern = rest;
        }
        name += length + (name[length] == '/');
    }
    return !*pattern && !*name;
}

/* The part of the pattern before its first component with a wildcard. */
static size_t literal_length(const char *pattern)
{
    size_t length = strcspn(pattern, wildcards);
    if (!pattern[length])
        return length;
    while (length > 0 && pattern[length - 1] != '/')
        length--;
    return length;
}

static bool add(struct qp_paths *paths, const char *name)
{
    if (paths->count == paths->room) {
        int room = paths->room ? paths->room * 2 : 32;
        char **moved = realloc(paths->items, (size_t)room * sizeof *moved);
        if (!moved)
            return false;
        paths->items = moved;
        paths->room = room;
    }
    char *copy = strdup(name);
    if (copy)
        paths->items[paths->count++] = copy;
    return copy != NULL;
}

static int by_name(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Files below a directory; `rest` is the pattern from there on. */
static int walk(struct qp_paths *paths, char *directory, const char *rest)
{
    char *const roots[] = {*directory ? directory : ".", NULL};
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR | FTS_NOSTAT, by_name);
    int found = 0;
    if (!tree)
        return 0;
    for (FTSENT *entry; found >= 0 && (entry = fts_read(tree));) {
        if (entry->fts_level > 0 && entry->fts_info == FTS_D && entry->fts_name[0] == '.')
            fts_set(tree, entry, FTS_SKIP);
        if (entry->fts_level == 0 || entry->fts_info == FTS_D || entry->fts_info == FTS_DP)
            continue;
        const char *name = entry->fts_path + strlen(roots[0]);
        name += strspn(name, "/");
        if (!matches(rest, name))
            continue;
        found = add(paths, *directory ? entry->fts_path : name) ? found + 1 : -1;
    }
    fts_close(tree);
    return found;
}

static int add_pattern(struct qp_paths *paths, char *pattern)
{
    struct stat status;
    size_t length = literal_length(pattern);
    if (pattern[length]) {
        char *rest = strdup(pattern + length);
        pattern[length] = '\0';
        int found = rest ? walk(paths, pattern, rest) : -1;
        free(rest);
        return found;
    }
    if (stat(pattern, &status) != 0)
        return 0;
    if (S_ISDIR(status.st_mode))
        return walk(paths, pattern, "**/*.lua");
    return add(paths, pattern) ? 1 : -1;
}

int qp_paths_add(struct qp_paths *paths, const char *pattern, int size)
{
    char *copy = qp_text_format("%.*s", size, pattern);
    int found = copy ? add_pattern(paths, copy) : -1;
    free(copy);
    return found;
}

void qp_paths_fini(struct qp_paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->items[i]);
    free(paths->items);
    *paths = (struct qp_paths){0};
}
