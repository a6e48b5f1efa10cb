/* filter.h - matching of names against the user's patterns.
 *
 * Patterns work as in qii's reports (base/glob.h): a pattern without wildcards matches each name that contains it. A
 * pattern with * or ? must match the whole name; * stands for any characters. Patterns are separated by ';'. */
#pragma once

#include <stdbool.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Return whether one of the patterns matches the name. NULL and empty patterns match nothing. If out of memory, return
 * false. Any thread may call this function. */
bool kit_filter_matches(const char *patterns, const char *name);

__END_DECLS
