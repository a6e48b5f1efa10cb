/* plot.h - plot a counter's values over time in a line of block characters.
 *
 * Values are gathered in intervals of equal length, and drawn in as many columns as fit. The counter's definition
 * decides what is drawn between two values: the previous or next value, an interpolation of both, or nothing. */
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
    /* Statistics of the counter's values, or of their changes per second if the counter has QP_COUNTER_RATE. */
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

/* Add a value. Values must be added in order of time. */
void qp_plot_add(struct qp_plot *plot, uint64_t ns, uint64_t bits);

/* Draw the plot in `columns` characters (at most QP_PLOT_PARTS). `line` needs 3 bytes for each character, and one
 * for the NUL. */
void qp_plot_draw(const struct qp_plot *plot, uint32_t columns, char *line);
