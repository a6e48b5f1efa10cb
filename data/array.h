/* array.h - a growing array: room for one more item, half as many again when it is full. */
#ifndef QP_DATA_ARRAY_H
#define QP_DATA_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* The result is false without memory; the items stay as they are. */
static inline bool qp_array_room(void *items, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    uint64_t more = *capacity ? *capacity + (uint64_t)*capacity / 2 : 16;
    void **place = items;
    void *grown = more < UINT32_MAX ? realloc(*place, more * size) : NULL;
    if (!grown)
        return false;
    *place = grown;
    *capacity = (uint32_t)more;
    return true;
}

/* Items whose first field is their reference in the file: put them in that order, and find one.
 * The result is its index, UINT32_MAX when there is none. */
static inline int qp_array_by_reference(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static inline uint32_t qp_array_find(const void *items, uint32_t count, size_t size, uint32_t reference)
{
    const char *found = count ? bsearch(&reference, items, count, size, qp_array_by_reference) : NULL;
    return found ? (uint32_t)((size_t)(found - (const char *)items) / size) : UINT32_MAX;
}

#endif
