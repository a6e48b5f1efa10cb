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

static inline size_t qp_map_home(const struct qp_map *map, uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (map->room - 1);
}

/* The slot of the key, or the free one where it would go. The map has room. */
static inline struct qp_map_slot *qp_map_find(const struct qp_map *map, uint64_t key)
{
    size_t at = qp_map_home(map, key);
    while (map->slots[at].value && map->slots[at].key != key)
        at = (at + 1) & (map->room - 1);
    return &map->slots[at];
}

static inline void *qp_map_get(const struct qp_map *map, uint64_t key)
{
    return map->room ? qp_map_find(map, key)->value : NULL;
}

/* Returns 0, or -1 without memory. value is not NULL. */
int qp_map_put(struct qp_map *map, uint64_t key, void *value);

void qp_map_remove(struct qp_map *map, uint64_t key);
void qp_map_fini(struct qp_map *map);

#endif
