/* plot.h - plot a counter's values over time in a line of block characters.
 *
 * Values are gathered in intervals of equal length, and drawn in as many columns as fit. The counter's definition
 * decides the shape between two values: a value is valid until the next one, or since the previous one, or only at its
 * own time; or values are interpolated. */
#pragma once

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
    /* Statistics of the counter's values, or of their rates of change per second (QP_COUNTER_RATE). */
    uint64_t count;
    double minimum;
    double maximum;
    double last;
    /* Previous value. */
    bool seen;
    uint64_t before_ns;
    double before;
    struct qp_plot_part parts[QP_PLOT_PARTS];
};

void qp_plot_init(struct qp_plot *plot, uint32_t genre, uint64_t start_ns, uint64_t end_ns);

/* Add the next value, in order of time. */
void qp_plot_add(struct qp_plot *plot, uint64_t ns, uint64_t bits);

/* Draw the plot in columns (at most QP_PLOT_PARTS) of 3 bytes each, NUL-terminated. */
void qp_plot_draw(const struct qp_plot *plot, uint32_t columns, char *line);
