/* names.h - a map from names to the numbers of entries, which never move (pieces.h). One user at a time. */
#pragma once

#include "base/map.h"
#include "base/pieces.h"

struct qp_names {
    struct qp_pieces entries; /* by number, from 1; each begins with a const char *, its name */
    struct qp_map map;        /* key: the name's hash; if another name has this key, the next free value above */
};

/* Return the number of the name, 0 if it has none; *key is then the key for qp_names_add. */
uint32_t qp_names_find(const struct qp_names *names, const char *name, uint64_t *key);

/* Add an entry with a copy of the name. Return it, NULL if out of memory. */
void *qp_names_add(struct qp_names *names, const char *name, uint64_t key, uint32_t number);
