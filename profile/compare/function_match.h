/* function_match.h - which function of one version of a program is which of another version, after its sources were
 * edited or lie elsewhere.
 *
 * Two functions match when their class, name and file are equal, and of several such the one at the same line, then the
 * nearest:
 *
 *   file  the same path; else the path with the longest common end, in whole parts, when of both sides exactly one file
 *         has it: two checkouts of one project
 *   name  a name that ends in its own line, "<anonymous at app.lua:7>", is compared without that line
 *   line  functions that have their name to themselves in a file tell by how much it moved there: others are looked for
 *         that far from where they were
 *
 * Functions without a name are known by their ids alone (those that the interface predefines are among them). */
#ifndef QP_COMPARE_FUNCTION_MATCH_H
#define QP_COMPARE_FUNCTION_MATCH_H

#include "profile/source/function_key.h"

/* For each function of the first keys, by number, which of the second it is; QP_NONE = none. Owned by the caller; NULL
 * without memory. */
uint32_t *qp_function_match(const struct qp_function_keys *first, const struct qp_function_keys *second);

#endif
