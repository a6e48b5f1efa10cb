/* origin.h - source and module of code that is counted. */
#pragma once

#include "bindings/python/code/code.h"

struct qpy_source;

struct qpy_counted_origin {
    PyObject *module;               /* its name, a str; NULL = none */
    struct qpy_source *source;      /* NULL = the file that the code names */
    const struct qpy_line_map *map; /* NULL = each line is a statement */
};
