/* function_match.h - matching functions of two versions of a program, whose sources may be edited or moved.
 *
 * Two functions match if their class, name and file are equal. If several functions of a side have equal class, name
 * and file, first the functions at equal lines are matched, then those at the nearest lines:
 *
 *   file  files are equal if they match by file_match.h, which finds the same file in two checkouts of a project
 *   name  names such as "<anonymous at app.lua:7>", which end in the function's line, are compared without that line
 *   line  lines are compared as if the code before them had not moved. A function that is the only one of its name
 *         in the file shows how far the code moved
 *
 * Functions without a name match by id alone, such as the functions that qprof.h predefines. */
#pragma once

#include "profile/source/function_key.h"

/* For each function of the first keys, return the number of the matching function of the second keys; QP_NONE = none.
 * The caller frees the array. Return NULL if out of memory. */
uint32_t *qp_function_match(const struct qp_function_keys *first, const struct qp_function_keys *second);
