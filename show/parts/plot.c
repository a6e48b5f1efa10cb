#include "show/parts/plot.h"

#include <math.h>
#include <string.h>

void qp_plot_init(struct qp_plot *plot, uint32_t genre, uint64_t start_ns, uint64_t end_ns)
{
    *plot = (struct qp_plot){.genre = genre,
                             .start_ns = start_ns,
                             .length_ns = end_ns > start_ns ? end_ns - start_ns : 1,
                             .minimum = INFINITY,
                             .maximum = -INFINITY};
}

/* ---- gathering ----------------------------------------------------------------------------------------------- */

static void gather(struct qp_plot *plot, uint64_t ns, double value)
{
    uint64_t since = ns > plot->start_ns ? ns - plot->start_ns : 0;
    uint64_t place = (uint64_t)((double)since / (double)plot->length_ns * QP_PLOT_PARTS);
    struct qp_plot_part *part = &plot->parts[place < QP_PLOT_PARTS ? place : QP_PLOT_PARTS - 1];
    if (!isfinite(value))
        return;
    if (part->count++ == 0)
        part->first = value;
    part->last = value;
    part->sum += value;
    plot->count++;
    plot->minimum = value < plot->minimum ? value : plot->minimum;
    plot->maximum = value > plot->maximum ? value : plot->maximum;
    plot->last = value;
}

void qp_plot_add(struct qp_plot *plot, uint64_t ns, uint64_t bits)
{
    double value = qp_counters_number(plot->genre, bits);
    if (!(plot->genre & QP_COUNTER_RATE)) {
        gather(plot, ns, value);
        return;
    }
    if (plot->seen && ns <= plot->before_ns)
        return; /* two values at the same time have no rate: use only the first value */
    if (plot->seen)
        gather(plot, ns, (value - plot->before) * 1e9 / (double)(ns - plot->before_ns));
    plot->seen = true;
    plot->before = value;
    plot->before_ns = ns;
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

static struct qp_plot_part join(const struct qp_plot *plot, uint32_t column, uint32_t columns)
{
    struct qp_plot_part joined = {0, 0, 0, 0};
    uint32_t end = (column + 1) * QP_PLOT_PARTS / columns;
    for (uint32_t i = column * QP_PLOT_PARTS / columns; i < end; i++) {
        const struct qp_plot_part *part = &plot->parts[i];
        if (part->count == 0)
            continue;
        if (joined.count == 0)
            joined.first = part->first;
        joined.last = part->last;
        joined.sum += part->sum;
        joined.count += part->count;
    }
    return joined;
}

/* Return the value to draw in a column that has no values, derived from the nearest columns with values on both sides.
 * (`before` is -1 or `after` is `columns` if that side has none.) */
static double between(const struct qp_plot *plot, const struct qp_plot_part *parts, int columns, int column)
{
    int before = column, after = column;
    while (before >= 0 && parts[before].count == 0)
        before--;
    while (after < columns && parts[after].count == 0)
        after++;
    if (plot->genre & (QP_COUNTER_RATE | QP_COUNTER_BEFORE))
        return after < columns ? parts[after].first : NAN;
    if (plot->genre & QP_COUNTER_AFTER)
        return before >= 0 ? parts[before].last : NAN;
    if (!(plot->genre & QP_COUNTER_SAMPLE) || before < 0 || after >= columns)
        return NAN;
    double share = (double)(column - before) / (double)(after - before);
    return parts[before].last + (parts[after].first - parts[before].last) * share;
}

static const char *block_of(const struct qp_plot *plot, double value)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double range = plot->maximum - plot->minimum;
    if (isnan(value))
        return " ";
    if (!(range > 0))
        return blocks[3];
    int level = (int)((value - plot->minimum) / range * 8);
    return blocks[level < 0 ? 0 : level > 7 ? 7 : level];
}

void qp_plot_draw(const struct qp_plot *plot, uint32_t columns, char *line)
{
    struct qp_plot_part parts[QP_PLOT_PARTS];
    size_t end = 0;
    *line = '\0';
    if (plot->count == 0)
        return;
    for (uint32_t i = 0; i < columns; i++)
        parts[i] = join(plot, i, columns);
    for (uint32_t i = 0; i < columns; i++) {
        double value =
            parts[i].count ? parts[i].sum / (double)parts[i].count : between(plot, parts, (int)columns, (int)i);
        const char *block = block_of(plot, value);
        strcpy(line, block);
        line += strlen(block);
        end = *block == ' ' ? end + 1 : 0;
    }
    line[-(ptrdiff_t)end] = '\0'; /* trim trailing blanks */
}
