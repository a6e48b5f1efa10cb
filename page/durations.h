/* durations.h - choose the longest of many items: first add all durations, then choose, then ask for each duration in
 * the same order. Memory does not depend on the number of items. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* 16 classes for each power of two: a duration is known within 6 %. */
#define QP_DURATION_CLASSES 976

struct qp_durations {
    uint64_t counts[QP_DURATION_CLASSES];
    uint32_t least;  /* class of the shortest chosen items; all items of longer classes are chosen */
    uint64_t number; /* number of chosen items of this class, which are spread evenly over its items */
    uint64_t seen;   /* number of items of this class for which qp_durations_takes was called */
};

void qp_durations_add(struct qp_durations *durations, uint64_t ns);

/* Choose the *number longest items. Set *number to their number, which is less if there are fewer items. Return the
 * number of the others. */
uint64_t qp_durations_choose(struct qp_durations *durations, uint64_t *number);

/* Return true if the item is one of the chosen. */
bool qp_durations_takes(struct qp_durations *durations, uint64_t ns);

/* Return the shortest duration of which items were chosen, within 6 %. */
uint64_t qp_durations_least_ns(const struct qp_durations *durations);
