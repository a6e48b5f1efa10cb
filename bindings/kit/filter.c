#include "bindings/kit/filter.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static bool means(const char *pattern, const char *name)
{
    return strpbrk(pattern, "*?") ? fnmatch(pattern, name, FNM_NOESCAPE) == 0 : strstr(name, pattern) != NULL;
}

bool kit_filter_means(const char *patterns, const char *name)
{
    char *copy = strdup(patterns ? patterns : "");
    char *rest = NULL;
    bool found = false;
    for (char *one = copy ? strtok_r(copy, ";", &rest) : NULL; one && !found; one = strtok_r(NULL, ";", &rest))
        found = means(one, name);
    free(copy);
    return found;
}
