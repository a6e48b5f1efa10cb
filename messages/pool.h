/* pool.h - an array of items that are taken and returned in any order. Items are identified by their index. */
#pragma once

#include "format/array.h"

/* The first field of an item is a uint32_t, which links the unused items. A zeroed pool is empty. */
struct qp_pool {
    char *items;
    uint32_t count;
    uint32_t unused; /* index + 1 of the first unused item, 0 = none */
};

/* Return the index of a zeroed item, UINT32_MAX if out of memory. Taking an item may move all others. */
static inline uint32_t qp_pool_take(struct qp_pool *pool, size_t size)
{
    uint32_t index = pool->unused ? pool->unused - 1 : pool->count;
    if (pool->unused)
        memcpy(&pool->unused, pool->items + index * size, sizeof pool->unused);
    else if (!qp_array_add(&pool->items, &pool->count, size))
        return UINT32_MAX;
    memset(pool->items + index * size, 0, size);
    return index;
}

static inline void qp_pool_return(struct qp_pool *pool, uint32_t index, size_t size)
{
    memcpy(pool->items + index * size, &pool->unused, sizeof pool->unused);
    pool->unused = index + 1;
}
