/* patterns.h - the patterns of excluded lines: coverage.py's defaults, and a user's regular expressions.
 *
 * Each function is a qpy_find (statements.h). */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/text/statements.h"

/* Find the lines with a comment "pragma: no cover". `data` is ignored. */
void qpy_patterns_no_cover(void *data, const char *text, size_t size, qpy_found *found, void *statements);

/* Find the lines with a comment "pragma: no branch", and those of conditions that are constants, such as "while True:".
 * `data` is ignored. */
void qpy_patterns_no_branch(void *data, const char *text, size_t size, qpy_found *found, void *statements);

/* Find the lines that a regular expression matches. `data` is the method `search` of the compiled expression. A line on
 * which it raises an exception does not match. */
void qpy_patterns_search(void *data, const char *text, size_t size, qpy_found *found, void *statements);

/* Find the lines of all matches in the whole text, as coverage.py 7.6 and later do. `data` is the method `finditer` of
 * the compiled expression. If it raises an exception, the matches before it count. */
void qpy_patterns_find_all(void *data, const char *text, size_t size, qpy_found *found, void *statements);
