/* order.h - order of items by several numbers, for functions that qsort calls. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Return less than, equal to or greater than 0, by the first pair of numbers that differ: QP_ORDER({a->line, b->line},
 * {b->count, a->count}) sorts by ascending lines, then descending counts. */
#define QP_ORDER(...)                                                                                                  \
    qp_order((const uint64_t[][2]){__VA_ARGS__}, sizeof((const uint64_t[][2]){__VA_ARGS__}) / sizeof(uint64_t[2]))

static inline int qp_order(const uint64_t (*pairs)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pairs[i][0] != pairs[i][1])
            return pairs[i][0] < pairs[i][1] ? -1 : 1;
    return 0;
}

/* Sort an array like qsort. The array may be NULL if it has no items, which qsort does not allow. */
static inline void qp_sort(void *items, size_t count, size_t size, int (*order)(const void *left, const void *right))
{
    if (count)
        qsort(items, count, size, order);
}

/* Return how many items at the begin of a sorted array have a property: QP_BISECT(i, count, items[i].tick <= tick).
 * Items with the property must precede all others. `index` is the name of a variable for the condition. */
#define QP_BISECT(index, count, condition)                                                                             \
    __extension__({                                                                                                    \
        uint32_t low_ = 0, high_ = (count), index;                                                                     \
        while (low_ < high_) {                                                                                         \
            index = low_ + (high_ - low_) / 2;                                                                         \
            if (condition)                                                                                             \
                low_ = index + 1;                                                                                      \
            else                                                                                                       \
                high_ = index;                                                                                         \
        }                                                                                                              \
        low_;                                                                                                          \
    })

/* Map signed numbers to unsigned numbers that sort in the same order. */
static inline uint64_t qp_order_signed(int64_t number)
{
    return (uint64_t)number ^ (uint64_t)1 << 63;
}

static inline void qp_raise_to(uint64_t *most, uint64_t number)
{
    if (number > *most)
        *most = number;
}
