#include "format/array.h"

#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

uint32_t qp_array_add_keyed(struct qp_map *map, uint64_t key, void *items, uint32_t *count, size_t size,
                            const void *made)
{
    bool ok = qp_array_room(items, *count, size) && qp_map_put(map, key, (uint64_t)*count + 1) == 0;
    return ok && qp_array_append(items, count, size, made) ? *count - 1 : UINT32_MAX;
}

uint32_t qp_array_reserve(void *items, uint32_t count, uint64_t more, size_t size)
{
    void **place = items;
    uint64_t room = 16;
    while (room < count + more)
        room *= 2;
    if (room > UINT32_MAX || room * size < 2 * HUGE_PAGE)
        return 0;
    size_t bytes = (room * size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *reserved = aligned_alloc(HUGE_PAGE, bytes);
    if (!reserved)
        return 0;
    madvise(reserved, bytes, MADV_HUGEPAGE);
    if (count)
        memcpy(reserved, *place, count * size);
    free(*place);
    *place = reserved;
    return (uint32_t)room;
}
