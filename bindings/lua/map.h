/* map.h - a hash table from a number or an address to a pointer. */
#ifndef QP_LUA_MAP_H
#define QP_LUA_MAP_H

#include <stddef.h>
#include <stdint.h>

struct qp_map_slot {
    uint64_t key;
    void *value; /* NULL = a free slot */
};

struct qp_map {
    struct qp_map_slot *slots;
    size_t room; /* 0 or a power of two */
    size_t count;
};

void *qp_map_get(const struct qp_map *map, uint64_t key);

/* Returns 0, or -1 without memory. value is not NULL. */
int qp_map_put(struct qp_map *map, uint64_t key, void *value);

void qp_map_remove(struct qp_map *map, uint64_t key);
void qp_map_fini(struct qp_map *map);

#endif
