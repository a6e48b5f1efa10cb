/* names.h - a map from names to the numbers of entries. Entries never move (pieces.h). Only one thread at a time may
 * use a map. */
#pragma once

#include "base/map.h"
#include "base/pieces.h"

struct qp_names {
    struct qp_pieces entries; /* entries by number, from 1; each begins with a const char *, which is the entry's
                               * name */
    struct qp_map map;        /* maps the key of a name to the number of its entry. The key is the hash of the name,
                               * or if another name already has this key, the next free value above the hash */
};

/* Return the number of a name. If the name is not in the map, return 0 and set *key to the key for qp_names_add. */
uint32_t qp_names_find(const struct qp_names *names, const char *name, uint64_t *key);

/* Add an entry with a copy of the name. Return the entry, or NULL if out of memory. */
void *qp_names_add(struct qp_names *names, const char *name, uint64_t key, uint32_t number);
