/* glob.h - patterns of names: `*` for any characters, `?` for one UTF-8 character; others stand for themselves.
 *
 * Recorders, bindings and reports all use this matcher: a filter that selects a function while recording selects it in
 * a report too. Brackets are not classes, since Lua's functions are called "[C] print". No locale is used. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define QP_GLOB_ANY (-1)

/* Return whether the whole text matches. `*` and `?` stop at the separator, `**` passes it; QP_GLOB_ANY = no
 * separator. The number of steps is at most the product of the lengths of pattern and text. */
bool qp_glob_matches(const char *pattern, const char *text, size_t length, int separator, bool ignore_case);

/* Return whether a filter selects the name: a pattern with `*` or `?` must match all of it, any other pattern a part.
 */
bool qp_glob_selects(const char *pattern, const char *name, size_t length);

bool qp_glob_is_pattern(const char *pattern);
