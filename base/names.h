/* names.h - from names to numbers, for names that are kept elsewhere by their numbers. One user at a time. */
#ifndef QP_BASE_NAMES_H
#define QP_BASE_NAMES_H

#include "base/map.h"

struct qp_names {
    const char *(*name)(uint32_t number); /* of a number that was put */
    struct qp_map map;                    /* from a key, which is a hash of the name or one of the next above it */
};

/* The number of the name, 0 when it has none; *key is for put then. */
uint32_t qp_names_find(const struct qp_names *names, const char *name, uint64_t *key);

/* Returns 0, or -1 without memory. */
int qp_names_put(struct qp_names *names, uint64_t key, uint32_t number);

#endif
