/* filter.h - which names a user means: those that a pattern of `only` means, without those that one of `except` means.
 *
 * Patterns are as in the reports (profile/source/pattern.h): a text means the names that it is a part of, one with * or
 * ? in it those that are like it from beginning to end; * stands for any characters. A ';' stands between two. */
#ifndef KIT_FILTER_H
#define KIT_FILTER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether one of the patterns means the name; NULL and empty patterns mean none, and none does without memory. Any
 * thread. */
bool kit_filter_means(const char *patterns, const char *name);

#ifdef __cplusplus
}
#endif

#endif
