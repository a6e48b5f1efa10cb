/* array.h - a growing array without a stored capacity.
 *
 * An array of 1 to 16 items has space for 16 items. A larger array has space for the next power of two. So the count
 * alone shows whether the array is full. The count may decrease. */
#pragma once

#include "base/map.h"
#include "base/order.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Make space for one more item after the last. Return false if out of memory; the array is then unchanged. */
static inline bool qp_array_room(void *items, uint32_t count, size_t size)
{
    if (count && (count < 16 || (count & (count - 1))))
        return true;
    uint64_t more = count ? 2 * (uint64_t)count : 16;
    void **place = items;
    void *grown = more < UINT32_MAX ? realloc(*place, more * size) : NULL;
    if (grown)
        *place = grown;
    return grown;
}

/* Append an item and increment the count. Return the item, which is uninitialized, or NULL if out of memory. */
static inline void *qp_array_add(void *items, uint32_t *count, size_t size)
{
    return qp_array_room(items, *count, size) ? *(char **)items + (*count)++ * size : NULL;
}

/* Append a copy of an item: QP_ARRAY_APPEND(&items, &count, (struct item){...}). Return false if out of memory. */
#define QP_ARRAY_APPEND(items, count, ...) qp_array_append((items), (count), sizeof **(items), &(__VA_ARGS__))

static inline bool qp_array_append(void *items, uint32_t *count, size_t size, const void *item)
{
    void *added = qp_array_add(items, count, size);
    if (added)
        memcpy(added, item, size);
    return added;
}

/* Return the index of the item that belongs to a key. If the key is new, first append a copy of the last argument as
 * its item. Return UINT32_MAX if out of memory. For each key, the map contains the index + 1. */
#define QP_ARRAY_KEYED(map, key, items, count, ...)                                                                    \
    qp_array_keyed((map), (key), (items), (count), sizeof **(items), &(__VA_ARGS__))

uint32_t qp_array_add_keyed(struct qp_map *map, uint64_t key, void *items, uint32_t *count, size_t size,
                            const void *made);

static inline uint32_t qp_array_keyed(struct qp_map *map, uint64_t key, void *items, uint32_t *count, size_t size,
                                      const void *made)
{
    uint64_t known = qp_map_get(map, key);
    return known ? (uint32_t)known - 1 : qp_array_add_keyed(map, key, items, count, size, made);
}

/* Make space for many items at once, and return the number of items for which there is space. Until the array has so
 * many items, append items without qp_array_room; then use qp_array_room again. The space uses pages of 2 MiB: an array
 * of a million virtual threads has 200 MB and causes 100 page faults, instead of 50,000 with pages of 4 KiB. If there
 * are few items, or if out of memory, return 0 and leave the array unchanged. */
uint32_t qp_array_reserve(void *items, uint32_t count, uint64_t more, size_t size);

/* qp_array_sort sorts items by their first field, which is a reference or another 32-bit number.
 * qp_array_by_reference is its comparison function. qp_array_find returns the index of the item with this reference in
 * a sorted array, or UINT32_MAX if there is none. */
static inline int qp_array_by_reference(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static inline void qp_array_sort(void *items, uint32_t count, size_t size)
{
    if (count)
        qsort(items, count, size, qp_array_by_reference);
}

/* Return the number of items whose 64-bit number is at most `most`. The items are sorted by this number, and `first`
 * points to the number of the first item. */
static inline uint32_t qp_array_until(const uint64_t *first, uint32_t count, size_t size, uint64_t most)
{
    return QP_BISECT(i, count, *(const uint64_t *)(const void *)((const char *)first + i * size) <= most);
}

static inline uint32_t qp_array_find(const void *items, uint32_t count, size_t size, uint32_t reference)
{
    const char *found = count ? bsearch(&reference, items, count, size, qp_array_by_reference) : NULL;
    return found ? (uint32_t)((size_t)(found - (const char *)items) / size) : UINT32_MAX;
}
