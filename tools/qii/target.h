/* target.h - what a name on the command line means: a source file or a function. */
#ifndef QII_TARGET_H
#define QII_TARGET_H

#include "data/query.h"

/* A file or a method; the other is QP_NONE. */
struct qii_target {
    uint32_t file;
    uint32_t method;
};

/* The targets of the strictest way that gives any: the whole name, the end of a file's path or a function's name
 * without its class, a part of the name; of one way files before functions. Free it. Returns. NULL without memory. */
struct qii_target *qii_target_find(const struct qp_query *query, const char *wanted, uint32_t *count);

#endif
