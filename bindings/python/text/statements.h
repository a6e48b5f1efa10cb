/* statements.h - the statements of a Python source: on which line each begins, and which are excluded from coverage.
 *
 * The rules are those of coverage.py, so that a program has the same lines in both:
 *
 *   - A statement is a logical line, as Python's grammar defines it. Code on its further lines belongs to its first.
 *   - If a statement has several lines, line 1 belongs to the first statement: once CPython reported code of the module
 *     there, and the exit from a module is still shown as the one from line 1.
 *   - A docstring is no statement.
 *   - A line that matches a pattern for exclusion excludes its statement, and the suites that it begins. An else or
 *     except is a suite of its own.
 *
 *                          version 6.5                                  version 7
 *     docstring            any string that is the first token of an     what Python takes for one
 *                          indented suite, or of the text if nothing
 *                          is before it
 *     excluded suite       the match is on the line of the colon        the match is on any line up to the colon
 *     excluded decorator   excludes the statements of its function      excludes all lines of its function
 *
 * A line with a comment "qii: ignore" (bindings/kit/ignore.h) is treated as one that matches. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Find the lines that match the user's patterns: call `found` for each, in any order. */
typedef void qpy_found(void *statements, int line);
typedef void qpy_find(void *data, const char *text, size_t size, qpy_found *found, void *statements);

/* Patterns of lines; `find` may be NULL. */
struct qpy_patterns {
    qpy_find *find;
    void *data;
};

struct qpy_exclusions {
    struct qpy_patterns excluded;  /* excluded lines: pragma no cover */
    struct qpy_patterns no_branch; /* lines whose branches are not counted: pragma no branch */
    const char *reason;            /* reason of excluded lines, as reports show it; copied */
    bool rules_7;                  /* the rules of version 7 */
};

/* Read a text (scanner.h). Return NULL if out of memory. */
struct qpy_statements *qpy_statements_read(const char *text, size_t size, const struct qpy_exclusions *exclusions);
void qpy_statements_free(struct qpy_statements *statements);

/* Return the first line of the statement that a line belongs to, or the line itself if it belongs to none. */
int qpy_statements_first(const struct qpy_statements *statements, int line);

/* Return an array that has, for each line of code, the line of the statement that the code belongs to, 0 if it belongs
 * to a docstring. An excluded statement is one, too. The array has *count elements, the first one of which is unused.
 */
const int *qpy_statements_of_code(const struct qpy_statements *statements, int *count);

/* Return an array of the same size that is true for the lines of statements whose branches are not counted: those that
 * match the patterns; class statements, from which control goes to the class's body and to the next statement; and
 * assert statements, which raise exceptions. */
const bool *qpy_statements_without_branches(const struct qpy_statements *statements);

/* Call `range` for each range of excluded lines, in ascending order. The reason is NULL if the comment has none. */
typedef void qpy_excluded_range(void *data, int first, int last, const char *reason);
void qpy_statements_excluded(const struct qpy_statements *statements, qpy_excluded_range *range, void *data);
