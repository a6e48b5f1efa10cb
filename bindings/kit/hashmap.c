#include "bindings/kit/hashmap.h"

#include <stdlib.h>

static int grow(struct kit_hashmap *map)
{
    struct kit_hashmap larger = {.room = map->room ? map->room * 2 : 64, .count = map->count};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return -1;
    for (size_t i = 0; i < map->room; i++)
        if (map->slots[i].value)
            *kit_hashmap_find(&larger, map->slots[i].key) = map->slots[i];
    free(map->slots);
    *map = larger;
    return 0;
}

int kit_hashmap_put(struct kit_hashmap *map, uint64_t key, void *value)
{
    if (map->count >= map->room / 2 && grow(map) != 0)
        return -1;
    struct kit_hashmap_slot *slot = kit_hashmap_find(map, key);
    if (!slot->value)
        map->count++;
    *slot = (struct kit_hashmap_slot){key, value};
    return 0;
}

/* A search ends at the first free slot. If the search for a later entry would now end at the freed slot, move that
 * entry into the freed slot, which frees the entry's old slot. */
void kit_hashmap_remove(struct kit_hashmap *map, uint64_t key)
{
    if (!map->room || !kit_hashmap_find(map, key)->value)
        return;
    size_t mask = map->room - 1;
    size_t hole = (size_t)(kit_hashmap_find(map, key) - map->slots);
    map->slots[hole].value = NULL;
    map->count--;
    for (size_t at = (hole + 1) & mask; map->slots[at].value; at = (at + 1) & mask) {
        if (((at - kit_hashmap_home(map, map->slots[at].key)) & mask) >= ((at - hole) & mask)) {
            map->slots[hole] = map->slots[at];
            map->slots[at].value = NULL;
            hole = at;
        }
    }
}

void kit_hashmap_fini(struct kit_hashmap *map)
{
    free(map->slots);
    *map = (struct kit_hashmap){0};
}
