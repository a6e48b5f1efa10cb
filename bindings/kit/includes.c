#include "bindings/kit/includes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

/* Expand the first `size` characters of a text. */
static void expand(struct kit_globs *files, const char *text, size_t size, const char *suffix)
{
    char *pattern = strndup(text, size);
    int found = pattern ? kit_globs_add(files, pattern, suffix) : -1;
    if (found <= 0)
        fprintf(stderr, "qii: include: %s%.*s\n", found < 0 ? "not enough memory for " : "no file matches ", (int)size,
                text);
    free(pattern);
}

void kit_includes_init(struct kit_includes *includes, const char *patterns, const char *suffix)
{
    *includes = (struct kit_includes){0};
    while (patterns && *patterns) {
        size_t size = strcspn(patterns, ";");
        if (size)
            expand(&includes->files, patterns, size, suffix);
        patterns += size + (patterns[size] == ';');
    }
    includes->real_paths = calloc((size_t)includes->files.count + 1, sizeof *includes->real_paths);
    for (int i = 0; includes->real_paths && i < includes->files.count; i++)
        includes->real_paths[i] = realpath(includes->files.items[i], NULL);
}

/* Mark a path as seen. Return whether it is new. The set contains hashes of 64 bits: two paths have the same hash with
 * a probability of 2^-64. */
static bool mark_seen(struct kit_hashmap *seen, const char *path)
{
    uint64_t key = kit_hash(path, strlen(path));
    if (kit_hashmap_get(seen, key))
        return false;
    kit_hashmap_put(seen, key, seen);
    return true;
}

void kit_includes_loaded(struct kit_includes *includes, const char *file)
{
    char *path = includes->files.count ? realpath(file, NULL) : NULL;
    if (path)
        mark_seen(&includes->seen, path);
    free(path);
}

static const char *name_of(const struct kit_includes *includes, int index)
{
    char *path = realpath(includes->files.items[index], NULL);
    bool same = path && strcmp(path, includes->real_paths[index]) == 0;
    free(path);
    return same ? includes->files.items[index] : includes->real_paths[index];
}

const char *kit_includes_next(struct kit_includes *includes)
{
    while (includes->real_paths && includes->next < includes->files.count) {
        int index = includes->next++;
        if (includes->real_paths[index] && mark_seen(&includes->seen, includes->real_paths[index]))
            return name_of(includes, index);
    }
    return NULL;
}

void kit_includes_fini(struct kit_includes *includes)
{
    for (int i = 0; includes->real_paths && i < includes->files.count; i++)
        free(includes->real_paths[i]);
    free(includes->real_paths);
    kit_hashmap_fini(&includes->seen);
    kit_globs_fini(&includes->files);
    *includes = (struct kit_includes){0};
}
