/* glob.h - patterns of names: `*` matches any characters, `?` one UTF-8 character, and any other character itself.
 *
 * Recorders, bindings and reports all use these functions, so a filter that selects a function while recording selects
 * it in a report, too. Brackets do not form character classes, because Lua's functions have names such as "[C] print".
 * The result does not depend on the locale. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define QP_GLOB_ANY (-1)

/* Return true if the pattern matches the whole text. `*` and `?` do not match the separator, `**` does. QP_GLOB_ANY
 * means that there is no separator. The comparison takes at most as many steps as the product of the lengths of pattern
 * and text. */
bool qp_glob_matches(const char *pattern, const char *text, size_t length, int separator, bool ignore_case);

/* Return true if a filter selects the name: a pattern with `*` or `?` must match the whole name, any other pattern
 * must be a part of the name. */
bool qp_glob_selects(const char *pattern, const char *name, size_t length);

bool qp_glob_is_pattern(const char *pattern);
