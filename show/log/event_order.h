/* event_order.h - order of the next events of several logs by time: a binary heap. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The time of the next event of a log. */
struct qp_event_next {
    uint64_t ns;
    uint32_t log;
};

struct qp_event_order {
    struct qp_event_next *items; /* has space for each log once; item i is not later than the items 2i + 1 and 2i + 2 */
    uint32_t count;
};

/* Add the next event of a log that has none in the order. */
void qp_event_order_add(struct qp_event_order *order, struct qp_event_next next);

/* Remove the earliest event and return its log. Of equally early events, the one of the first log is returned. The
 * order must not be empty. */
uint32_t qp_event_order_take(struct qp_event_order *order);
