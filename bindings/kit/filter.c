#include "bindings/kit/filter.h"

#include <string.h>

/* Where the text fails behind a *, that one takes a character more. */
static bool is_like(const char *pattern, const char *end, const char *name)
{
    const char *behind_star = NULL;
    const char *taken = name;
    while (*name || pattern < end) {
        if (pattern < end && *pattern == '*') {
            behind_star = ++pattern;
            taken = name;
        } else if (*name && pattern < end && (*pattern == '?' || *pattern == *name)) {
            pattern++;
            name++;
        } else if (behind_star && *taken) {
            name = ++taken;
            pattern = behind_star;
        } else {
            return false;
        }
    }
    return true;
}

static bool contains(const char *name, const char *part, size_t length)
{
    for (; *name; name++)
        if (strncmp(name, part, length) == 0)
            return true;
    return false;
}

bool kit_filter_means(const char *patterns, const char *name)
{
    while (patterns && *patterns) {
        size_t length = strcspn(patterns, ";");
        const char *end = patterns + length;
        bool glob = memchr(patterns, '*', length) || memchr(patterns, '?', length);
        if (glob ? is_like(patterns, end, name) : length > 0 && contains(name, patterns, length))
            return true;
        patterns = *end ? end + 1 : end;
    }
    return false;
}
