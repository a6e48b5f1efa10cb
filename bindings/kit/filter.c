#include "bindings/kit/filter.h"

#include "base/glob.h"

#include <stdlib.h>
#include <string.h>

bool kit_filter_matches(const char *patterns, const char *name)
{
    char *copy = strdup(patterns ? patterns : "");
    char *rest = NULL;
    bool found = false;
    for (char *one = copy ? strtok_r(copy, ";", &rest) : NULL; one && !found; one = strtok_r(NULL, ";", &rest))
        found = qp_glob_selects(one, name, strlen(name));
    free(copy);
    return found;
}
