/* function_match.h - matching functions of two versions of a program, whose sources may be edited or moved.
 *
 * Two functions match if their class, name and file are equal. If several functions of a side have equal class, name
 * and file, first the functions at equal lines are matched, then those at the nearest lines:
 *
 *   file  equal means the same path; else the path with the longest common end, in whole parts, if exactly one file of
 *         each side has it: two checkouts of one project
 *   name  a name that ends in its own line, "<anonymous at app.lua:7>", is compared without that line
 *   line  functions with a unique name in their file show how far lines moved there. Other functions are expected at
 *         that distance from their former line
 *
 * Functions without a name match by id alone, such as the functions that qprof.h predefines. */
#pragma once

#include "profile/source/function_key.h"

/* For each function of the first keys, return the number of the matching function of the second keys; QP_NONE = none.
 * The caller frees the array. Return NULL if out of memory. */
uint32_t *qp_function_match(const struct qp_function_keys *first, const struct qp_function_keys *second);
