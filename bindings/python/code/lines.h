/* lines.h - the lines of the code units of a code object. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Reader of lines, in ascending order of the code units. */
struct qpy_lines {
    const unsigned char *at;
    const unsigned char *end;
    int unit; /* end of the entry that was read last */
    int line; /* of that entry */
    int shown;
    bool broken; /* no compiler writes such a table */
};

void qpy_lines_begin(struct qpy_lines *lines, PyCodeObject *code);

/* Return the line of a code unit, 0 = none. */
int qpy_lines_get(struct qpy_lines *lines, int unit);
