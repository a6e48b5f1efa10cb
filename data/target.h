/* target.h - what a name that a user gives means: a source file or a function. */
#ifndef QP_DATA_TARGET_H
#define QP_DATA_TARGET_H

#include "data/query.h"

/* A file or a method; the other is QP_NONE. */
struct qp_target {
    uint32_t file;
    uint32_t method;
};

/* The targets of the strictest way that gives any: the whole name, the end of a file's path or a function's name
 * without its class, a part of the name; of one way files before functions. Returns NULL without memory; free it. */
struct qp_target *qp_target_find(const struct qp_query *query, const char *wanted, uint32_t *count);

#endif
