/* target.h - selection of a source file or function by a user's text. */
#pragma once

#include "profile/query/query.h"

struct qp_target {
    uint32_t file;   /* index; QP_NONE = the method has no file */
    uint32_t method; /* index; QP_NONE = all of the file */
};

/* Iterate over the methods of the query's product in a target: return the one after method, the first after QP_NONE,
 * and QP_NONE after the last. */
uint32_t qp_target_next(const struct qp_query *query, struct qp_target target, uint32_t method);

/* Find targets by the strictest rule that matches any: the whole name; the end of a file's path, or a function's name
 * without its class, as of Line:walk or string.find; a pattern (pattern.h). For each rule, files precede functions.
 * Return NULL if out of memory; the caller frees the result. */
struct qp_target *qp_target_find(const struct qp_query *query, const char *wanted, uint32_t *count);

/* Find functions with calls or time by the same rules. "file:line" matches the function that begins there; a file's
 * name that matches no function stands for all functions of the file. Return NULL if out of memory; the caller frees
 * the result. */
uint32_t *qp_target_functions(const struct qp_query *query, const char *wanted, uint32_t *count);

#define QP_TARGET_NEAREST 3

/* Find the functions with calls or time whose names are most similar to a name. Return how many were stored in
 * nearest. */
uint32_t qp_target_nearest(const struct qp_query *query, const char *wanted, uint32_t nearest[QP_TARGET_NEAREST]);
