/* queue.h - items in an array of which the first are used up one after another. Items have consecutive numbers. */
#pragma once

#include <stdint.h>
#include <string.h>

struct qp_queue {
    uint32_t first; /* number of items at the begin of the array that are used up */
    uint32_t count; /* number of items in the array */
    uint64_t base;  /* number of the first item in the array */
};

/* Remove the items that are used up, if they are more than the others. */
static inline void qp_queue_shrink(void *items, size_t size, struct qp_queue *queue)
{
    uint32_t left = queue->count - queue->first;
    if (left > 0 && (queue->first < 1024 || queue->first < left))
        return;
    if (left > 0)
        memmove(items, (char *)items + queue->first * size, left * size);
    queue->base += queue->first;
    queue->count = left;
    queue->first = 0;
}
