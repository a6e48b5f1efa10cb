/* plot.h - how a counter's values went over time, in a line of block characters.
 *
 * Values are gathered in parts of the time, each of the same length, and drawn in as many columns as fit. What is shown
 * between them is as the counter's definition says: a value holds until the next, or since the one before, or lies on a
 * line between both, or for its moment alone. */
#ifndef QP_SHOW_PARTS_PLOT_H
#define QP_SHOW_PARTS_PLOT_H

#include "profile/log/counters.h"

#define QP_PLOT_PARTS 128

struct qp_plot_part {
    uint64_t count;
    double sum;
    double first;
    double last;
};

struct qp_plot {
    uint32_t genre;
    uint64_t start_ns;
    uint64_t length_ns;
    /* Of the counter's values, or of their changes per second (QP_COUNTER_RATE). */
    uint64_t count;
    double minimum;
    double maximum;
    double last;
    /* The value before. */
    bool seen;
    uint64_t before_ns;
    double before;
    struct qp_plot_part parts[QP_PLOT_PARTS];
};

void qp_plot_init(struct qp_plot *plot, uint32_t genre, uint64_t start_ns, uint64_t end_ns);

/* The next value, by time. */
void qp_plot_add(struct qp_plot *plot, uint64_t ns, uint64_t bits);

/* Draw it in columns (at most QP_PLOT_PARTS), 3 bytes each, NUL-ended. */
void qp_plot_draw(const struct qp_plot *plot, uint32_t columns, char *line);

#endif
