/* logical.h - the logical lines of a Python source: each is a statement that may have several lines, or several short
 * statements on one line. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum qpy_logical_kind {
    QPY_LOGICAL_OTHER,
    QPY_LOGICAL_DECORATOR,
    QPY_LOGICAL_FUNCTION, /* def, async def */
    QPY_LOGICAL_CLASS
};

/* A range of lines; first is 0 if there is none. */
struct qpy_lines {
    int first;
    int last;
};

struct qpy_logical {
    enum qpy_logical_kind kind;
    struct qpy_lines lines;
    int indents;             /* number of suites around the line */
    bool begins_suite;       /* first line of a suite that has lines of its own, or first line of the text */
    struct qpy_lines colons; /* lines of the first and last colon outside of brackets */
    struct qpy_lines string; /* lines of the first token if that is a string of any kind */
    /* Lines of a statement that is only a string, and not an f-string or bytes: the first statement, or the one after
     * the last colon. */
    struct qpy_lines text;
};

struct qpy_logicals {
    struct qpy_logical *items;
    int count;
};

/* Read a text (scanner.h). Return false if out of memory. */
bool qpy_logicals_init(struct qpy_logicals *logicals, const char *text, size_t size);
void qpy_logicals_fini(struct qpy_logicals *logicals);

/* Return the index after the last line of the suites that begin with line `index`, or after the line itself if none
 * does. */
int qpy_logicals_end(const struct qpy_logicals *logicals, int index);
