/* filter.h - matching of names against the user's patterns.
 *
 * Patterns are as in the reports (base/glob.h): a text without wildcards matches names that contain it, a text with *
 * or ? must match the whole name; * stands for any characters. Patterns are separated by ';'. */
#pragma once

#include <stdbool.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Return whether one of the patterns matches the name. NULL and empty patterns match nothing; if out of memory, return
 * false. Any thread. */
bool kit_filter_matches(const char *patterns, const char *name);

__END_DECLS
