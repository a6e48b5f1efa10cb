/* target.h - selection of a source file or function by a user's text. */
#pragma once

#include "profile/query/query.h"

struct qp_target {
    uint32_t file;   /* index; QP_NONE = the method has no file */
    uint32_t method; /* index; QP_NONE = all methods of the file */
};

/* Return the next method of a target after `method`; methods of other products than the query's are skipped. If
 * `method` is QP_NONE, return the target's first method. After its last method, return QP_NONE. */
uint32_t qp_target_next(const struct qp_query *query, struct qp_target target, uint32_t method);

/* Find targets by the strictest rule that matches any target: first the whole name; then the end of a file's path, or a
 * function's name without its class (walk matches Line:walk, find matches string.find); then a pattern (pattern.h).
 * Each rule is tried for files, then for functions. Return NULL if out of memory; the caller frees the result. */
struct qp_target *qp_target_find(const struct qp_query *query, const char *wanted, uint32_t *count);

/* Find functions that have calls or time, by the three rules of qp_target_find. "file:line" matches the function
 * that begins there. A file's name that matches no function matches all functions of the file. Return NULL if out of
 * memory; the caller frees the result. */
uint32_t *qp_target_functions(const struct qp_query *query, const char *wanted, uint32_t *count);

#define QP_TARGET_NEAREST 3

/* Find the functions with calls or time whose names are most similar to a text. Store their methods in `nearest`,
 * and return their number. */
uint32_t qp_target_nearest(const struct qp_query *query, const char *wanted, uint32_t nearest[QP_TARGET_NEAREST]);
