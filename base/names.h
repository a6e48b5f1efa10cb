/* names.h - a map from names to numbers, for names that are stored elsewhere by number. One user at a time. */
#ifndef QP_BASE_NAMES_H
#define QP_BASE_NAMES_H

#include "base/map.h"

struct qp_names {
    const char *(*name)(uint32_t number); /* returns the name of a number */
    struct qp_map map;                    /* key: the name's hash, or the next free value above */
};

/* Return the number of the name, 0 if it has none; *key is then the key for qp_names_put. */
uint32_t qp_names_find(const struct qp_names *names, const char *name, uint64_t *key);

/* Add a number. Return 0, or -1 if out of memory. */
int qp_names_put(struct qp_names *names, uint64_t key, uint32_t number);

#endif
