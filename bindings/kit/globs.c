#include "bindings/kit/globs.h"

#include <fnmatch.h>
#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bindings/kit/strings.h"

static const char wildcards[] = "*?[";

/* Compare a name with a pattern, component by component. The component ** stands for any number of components. */
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

/* Return the length of the part of the pattern before its first component with a wildcard. */
static size_t literal_length(const char *pattern)
{
    size_t length = strcspn(pattern, wildcards);
    if (!pattern[length])
        return length;
    while (length > 0 && pattern[length - 1] != '/')
        length--;
    return length;
}

static bool add(struct kit_globs *globs, const char *name)
{
    char **items = kit_array_more(globs->items, (size_t)globs->count, sizeof *items);
    if (!items)
        return false;
    globs->items = items;
    char *copy = strdup(name);
    if (copy)
        globs->items[globs->count++] = copy;
    return copy != NULL;
}

static int by_name(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Add each file below the directory whose path, relative to the directory, matches `rest`. Return the number of
 * files added, -1 if out of memory. */
static int walk(struct kit_globs *globs, char *directory, const char *rest)
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
        found = add(globs, *directory ? entry->fts_path : name) ? found + 1 : -1;
    }
    fts_close(tree);
    return found;
}

int kit_globs_add(struct kit_globs *globs, const char *pattern, const char *suffix)
{
    struct stat status;
    size_t length = literal_length(pattern);
    if (!pattern[length] && stat(pattern, &status) != 0)
        return 0;
    if (!pattern[length] && !S_ISDIR(status.st_mode))
        return add(globs, pattern) ? 1 : -1;
    char *directory = strndup(pattern, length);
    char *rest = pattern[length] ? strdup(pattern + length) : kit_format("**/*%s", suffix);
    int found = directory && rest ? walk(globs, directory, rest) : -1;
    free(rest);
    free(directory);
    return found;
}

void kit_globs_fini(struct kit_globs *globs)
{
    for (int i = 0; i < globs->count; i++)
        free(globs->items[i]);
    free(globs->items);
    *globs = (struct kit_globs){0};
}
