/* target.h - a source file or a function: what lines and branches are asked for, and what a name that a user gives
 * means.
 */
#ifndef QP_COVERAGE_TARGET_H
#define QP_COVERAGE_TARGET_H

#include "profile/query/query.h"

struct qp_target {
    uint32_t file;   /* index; QP_NONE = that of a method which has none */
    uint32_t method; /* index; QP_NONE = all of the file */
};

/* The methods of the query's product in a target: the one after another, the first after QP_NONE; QP_NONE after the
 * last. */
uint32_t qp_target_next(const struct qp_query *query, struct qp_target target, uint32_t method);

/* The targets of the strictest way that gives any: the whole name, the end of a file's path or a function's name
 * without its class, as of Line:walk or string.find, what a pattern means (pattern.h); of one way files before
 * functions. Returns NULL without memory; free it. */
struct qp_target *qp_target_find(const struct qp_query *query, const char *wanted, uint32_t *count);

/* The functions with calls or time that a name means, in the same way; "file:line" means the one that begins there, and
 * a file's name that no function has all of the file's. Returns NULL without memory; free it. */
uint32_t *qp_target_functions(const struct qp_query *query, const char *wanted, uint32_t *count);

#define QP_TARGET_NEAREST 3

/* The functions with calls or time whose names are most like a name that no function has: as many as nearest has at the
 * result. */
uint32_t qp_target_nearest(const struct qp_query *query, const char *wanted, uint32_t nearest[QP_TARGET_NEAREST]);

#endif
