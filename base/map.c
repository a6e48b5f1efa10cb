#include "base/map.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

#ifdef QP_SMALL
#define FIRST_CAPACITY 2
#else
#define FIRST_CAPACITY 256 /* a page */
#endif

static struct qp_map_slot *find(struct qp_map_slot *slots, size_t capacity, uint64_t key)
{
    size_t place = (size_t)qp_hash_slot(qp_hash_key(key), capacity);
    while (slots[place].value != 0 && slots[place].key != key)
        place = (place + 1) & (capacity - 1);
    return &slots[place];
}

uint64_t qp_map_get(const struct qp_map *map, uint64_t key)
{
    return map->capacity == 0 ? 0 : find(map->slots, map->capacity, key)->value;
}

static bool grow(struct qp_map *map)
{
    size_t capacity = map->capacity == 0 ? FIRST_CAPACITY : map->capacity * 2;
    struct qp_map_slot *slots = qp_memory_map(capacity * sizeof *slots);
    if (!slots)
        return false;
    qp_memory_huge(slots, capacity * sizeof *slots);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i].value != 0)
            *find(slots, capacity, map->slots[i].key) = map->slots[i];
    struct qp_map old = *map; /* freed last, because another thread may fork meanwhile, and the child must not see
                               * freed slots */
    map->slots = slots;
    map->capacity = capacity;
    qp_map_fini(&old);
    return true;
}

int qp_map_put(struct qp_map *map, uint64_t key, uint64_t value)
{
    if ((map->count + 1) * 2 > map->capacity && !grow(map))
        return -1;
    struct qp_map_slot *slot = find(map->slots, map->capacity, key);
    map->count += slot->value == 0;
    slot->key = key;
    qp_store_release(&slot->value, value); /* stored after the key, because another thread may fork now, and the
                                            * child must not see the value without its key */
    return 0;
}

void qp_map_fini(struct qp_map *map)
{
    struct qp_map old = *map;
    memset(map, 0, sizeof *map); /* clear the map before the slots are freed, because another thread may fork
                                  * meanwhile, and the child must not see freed slots */
    qp_memory_unmap(old.slots, old.capacity * sizeof *old.slots);
}
