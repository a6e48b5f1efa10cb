/* function_match.h - matching functions of two versions of a program, whose sources may be edited or moved.
 *
 * Two functions match if their class, name and file are equal. Of several such functions, those at the same line
 * match, then the nearest:
 *
 *   file  the same path; else the path with the longest common end, in whole parts, if exactly one file of each side
 *         has it: two checkouts of one project
 *   name  a name that ends in its own line, "<anonymous at app.lua:7>", is compared without that line
 *   line  functions with a unique name in their file show how far lines moved there: others are searched for at that
 *         distance
 *
 * Functions without a name match by id alone (they include predefined functions of the interface). */
#pragma once

#include "profile/source/function_key.h"

/* Return, by number of the first keys' functions, the matching number in the second; QP_NONE = none. The caller frees
 * the array; NULL if out of memory. */
uint32_t *qp_function_match(const struct qp_function_keys *first, const struct qp_function_keys *second);
