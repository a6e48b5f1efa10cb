/* map.h - a small hash table from 64-bit keys to 64-bit values, which only one thread at a time may use.
 *
 * The value 0 means absent. The slots are in pages that are mapped for them, not in memory of malloc.
 *
 * A zeroed struct is an empty map. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct qp_map {
    struct qp_map_slot {
        uint64_t key;
        uint64_t value;
    } * slots;
    size_t capacity; /* 0 or a power of two */
    size_t count;
};

/* Return the value of a key, 0 if it is absent. */
uint64_t qp_map_get(const struct qp_map *map, uint64_t key);

/* Set a key's value, which is not 0. Return 0, or -1 if out of memory. */
int qp_map_put(struct qp_map *map, uint64_t key, uint64_t value);

void qp_map_fini(struct qp_map *map);
