#include "map.h"

#include <stdlib.h>

static int grow(struct qp_map *map)
{
    struct qp_map larger = {.room = map->room ? map->room * 2 : 64, .count = map->count};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return -1;
    for (size_t i = 0; i < map->room; i++)
        if (map->slots[i].value)
            *qp_map_find(&larger, map->slots[i].key) = map->slots[i];
    free(map->slots);
    *map = larger;
    return 0;
}

int qp_map_put(struct qp_map *map, uint64_t key, void *value)
{
    if (map->count >= map->room / 2 && grow(map) != 0)
        return -1;
    struct qp_map_slot *slot = qp_map_find(map, key);
    if (!slot->value)
        map->count++;
    *slot = (struct qp_map_slot){key, value};
    return 0;
}

/* What stands behind the freed slot moves up, so that no search ends too early. */
void qp_map_remove(struct qp_map *map, uint64_t key)
{
    if (!map->room || !qp_map_find(map, key)->value)
        return;
    size_t mask = map->room - 1;
    size_t hole = (size_t)(qp_map_find(map, key) - map->slots);
    map->slots[hole].value = NULL;
    map->count--;
    for (size_t at = (hole + 1) & mask; map->slots[at].value; at = (at + 1) & mask) {
        if (((at - qp_map_home(map, map->slots[at].key)) & mask) >= ((at - hole) & mask)) {
            map->slots[hole] = map->slots[at];
            map->slots[at].value = NULL;
            hole = at;
        }
    }
}

void qp_map_fini(struct qp_map *map)
{
    free(map->slots);
    *map = (struct qp_map){0};
}
