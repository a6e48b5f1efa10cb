#include "bindings/kit/includes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

static void look_up(struct kit_globs *files, const char *pattern, int size, const char *suffix)
{
    int found = kit_globs_add(files, pattern, size, suffix);
    if (found <= 0)
        fprintf(stderr, "qii: include: %s%.*s\n", found < 0 ? "not enough memory for " : "no file matches ", size,
                pattern);
}

void kit_includes_init(struct kit_includes *includes, const char *patterns, const char *suffix)
{
    *includes = (struct kit_includes){0};
    while (patterns && *patterns) {
        int size = (int)strcspn(patterns, ";");
        if (size)
            look_up(&includes->files, patterns, size, suffix);
        patterns += size + (patterns[size] == ';');
    }
    includes->places = calloc((size_t)includes->files.count + 1, sizeof *includes->places);
    for (int i = 0; includes->places && i < includes->files.count; i++)
        includes->places[i] = realpath(includes->files.items[i], NULL);
}

/* Two places with one hash are 1 of 2^64. Returns whether it is new. */
static bool see(struct kit_hashmap *seen, const char *place)
{
    uint64_t key = kit_hash(place, strlen(place));
    if (kit_hashmap_get(seen, key))
        return false;
    kit_hashmap_put(seen, key, seen);
    return true;
}

void kit_includes_loaded(struct kit_includes *includes, const char *file)
{
    char *place = includes->files.count ? realpath(file, NULL) : NULL;
    if (place)
        see(&includes->seen, place);
    free(place);
}

static const char *name_of(const struct kit_includes *includes, int index)
{
    char *place = realpath(includes->files.items[index], NULL);
    bool same = place && strcmp(place, includes->places[index]) == 0;
    free(place);
    return same ? includes->files.items[index] : includes->places[index];
}

const char *kit_includes_next(struct kit_includes *includes)
{
    while (includes->places && includes->next < includes->files.count) {
        int index = includes->next++;
        if (includes->places[index] && see(&includes->seen, includes->places[index]))
            return name_of(includes, index);
    }
    return NULL;
}

void kit_includes_fini(struct kit_includes *includes)
{
    for (int i = 0; includes->places && i < includes->files.count; i++)
        free(includes->places[i]);
    free(includes->places);
    kit_hashmap_fini(&includes->seen);
    kit_globs_fini(&includes->files);
    *includes = (struct kit_includes){0};
}
