/* hashmap.h - hash table that maps numbers or addresses to pointers. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

struct kit_hashmap_slot {
    uint64_t key;
    void *value; /* NULL = free slot */
};

struct kit_hashmap {
    struct kit_hashmap_slot *slots;
    size_t room; /* 0 or a power of two */
    size_t count;
};

static inline size_t kit_hashmap_home(const struct kit_hashmap *map, uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15) >> 20 & (map->room - 1);
}

/* Return the slot of the key. If the map does not contain the key, return the free slot for it. The map must not be
 * full. */
static inline struct kit_hashmap_slot *kit_hashmap_find(const struct kit_hashmap *map, uint64_t key)
{
    size_t at = kit_hashmap_home(map, key);
    while (map->slots[at].value && map->slots[at].key != key)
        at = (at + 1) & (map->room - 1);
    return &map->slots[at];
}

static inline void *kit_hashmap_get(const struct kit_hashmap *map, uint64_t key)
{
    return map->room ? kit_hashmap_find(map, key)->value : NULL;
}

/* Set the value of a key. The value must not be NULL. Return 0, or -1 if out of memory. */
int kit_hashmap_put(struct kit_hashmap *map, uint64_t key, void *value);

void kit_hashmap_remove(struct kit_hashmap *map, uint64_t key);
void kit_hashmap_fini(struct kit_hashmap *map);

__END_DECLS
