#include "show/comparison_times.h"

#include "base/number.h"
#include "show/compared_rows.h"
#include "show/comparison_heading.h"
#include "show/heading.h"

#include <math.h>
#include <stdlib.h>

/* ---- which rows -------------------------------------------------------------------------------------------------- */

static double change_in_time(const struct qp_compared *row)
{
    return row->normal[QP_AFTER] - row->normal[QP_BEFORE];
}

static double off_ratio(const struct qp_compared *row)
{
    bool both = row->normal[QP_BEFORE] > 0 && row->normal[QP_AFTER] > 0;
    return both ? fabs(log(row->normal[QP_AFTER] / row->normal[QP_BEFORE])) : INFINITY;
}

static int by_time(const void *left, const void *right, void *of)
{
    const struct qp_compared_rows *chosen = of;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct qp_compared *one = &chosen->comparison->rows[a], *two = &chosen->comparison->rows[b];
    int order = 0;
    switch (chosen->choice->sort) {
    case QP_COMPARISON_BY_RATIO:
        order = qp_compared_by_number(off_ratio(one), off_ratio(two));
        break;
    case QP_COMPARISON_BY_CALLS:
        order = qp_compared_by_number((double)qp_change_size(qp_compared_calls(one)),
                                      (double)qp_change_size(qp_compared_calls(two)));
        break;
    case QP_COMPARISON_BY_SELF:
        order = qp_compared_by_number(one->normal[QP_AFTER], two->normal[QP_AFTER]);
        break;
    case QP_COMPARISON_BY_P:
        order = qp_compared_by_number(isnan(two->p) ? 2 : two->p, isnan(one->p) ? 2 : one->p);
        break;
    case QP_COMPARISON_BY_NAME:
        return qp_compared_by_name(left, right, of);
    default:
        break;
    }
    if (order == 0)
        order = qp_compared_by_number(fabs(change_in_time(one)), fabs(change_in_time(two)));
    return order ? order : (a > b) - (a < b);
}

/* Whether a row's time differs for a reason: by calls, or beyond noise. */
static bool differs(const struct qp_compared *row)
{
    return row->slower_or_faster || (qp_change_is_certain(row->change) && change_in_time(row) != 0);
}

static uint64_t whole(double ns)
{
    return (uint64_t)round(ns);
}

static bool has_time(const struct qp_compared *row)
{
    return row->normal[QP_BEFORE] > 0 || row->normal[QP_AFTER] > 0;
}

static void choose_times(struct qp_compared_rows *chosen)
{
    const struct qp_comparison *comparison = chosen->comparison;
    for (uint32_t i = 0; i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if ((chosen->choice->all ? has_time(row) : differs(row)) &&
            qp_comparison_has(comparison, row, &chosen->choice->filter))
            chosen->rows[chosen->count++] = i;
    }
    qsort_r(chosen->rows, chosen->count, sizeof *chosen->rows, by_time, chosen);
}

/* The columns that have something to say; programs get all of them. */
struct columns {
    bool calls;  /* calls changed */
    bool spread; /* a side has several runs */
    bool p;      /* there is one */
    bool drift;  /* times are not as they were recorded */
};

static struct columns columns_of(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    if (stream->programs)
        return (struct columns){true, true, true, true};
    struct columns columns = {
        .spread = comparison->sides[QP_BEFORE]->count > 1 || comparison->sides[QP_AFTER]->count > 1,
        .p = !isnan(comparison->least_p),
        .drift = comparison->takes_off_drift && comparison->drift.functions,
    };
    for (uint32_t i = 0; i < qp_compared_shown(chosen); i++)
        columns.calls |= qp_change_is_certain(comparison->rows[chosen->rows[i]].change);
    return columns;
}

static void begin_time_table(struct qp_table *table, const struct columns *columns)
{
    char titles[200];
    snprintf(titles, sizeof titles, "change|ratio|%s%s%s%s-function|-place",
             columns->calls ? "calls|by calls|by cost|" : "", columns->p ? "p|" : "",
             columns->spread ? "A|±;A spread|B|±;B spread|" : "A|B|", columns->drift ? "raw A|raw B|" : "");
    qp_table_init(table, titles);
}

static void put_change(struct qp_table *table, enum qp_style style, double ns)
{
    qp_table_add_time_change(table, style, (int64_t)round(ns));
}

/* What a change of calls explains of a change of time, at the cost that a call had; the rest is another cost of a call.
 */
static void put_split(struct qp_table *table, const struct qp_compared *row)
{
    double calls = (double)row->calls[QP_BEFORE].median, change = change_in_time(row), by_calls = 0;
    int64_t change_of_calls = qp_change_is_certain(row->change) ? qp_compared_calls(row) : 0;
    if (change_of_calls && (calls == 0 || row->calls[QP_AFTER].median == 0))
        by_calls = change;
    else if (change_of_calls)
        by_calls = row->normal[QP_BEFORE] / calls * (double)change_of_calls;
    qp_table_add_change(table, QP_STYLE_PLAIN, change_of_calls);
    put_change(table, QP_STYLE_PLAIN, by_calls);
    put_change(table, QP_STYLE_PLAIN, change - by_calls);
}

static void put_p(struct qp_table *table, double p)
{
    if (isnan(p))
        qp_table_add(table, QP_STYLE_PLAIN, "");
    else
        qp_table_addf(table, QP_STYLE_PLAIN, p < 0.001 ? "%.4f" : p < 0.0995 ? "%.3f" : "%.2f", p);
}

static void put_time_row(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                         const struct columns *columns, const struct qp_stream *stream)
{
    enum qp_style style = !differs(row) ? QP_STYLE_PLAIN : change_in_time(row) < 0 ? QP_STYLE_GREEN : QP_STYLE_RED;
    put_change(table, style, change_in_time(row));
    qp_table_add_ratio(table, style, whole(row->normal[QP_BEFORE]), whole(row->normal[QP_AFTER]));
    if (columns->calls)
        put_split(table, row);
    if (columns->p)
        put_p(table, row->p);
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        qp_table_add_time(table, QP_STYLE_PLAIN, whole(row->normal[side]), 0);
        if (columns->spread)
            qp_table_add_share(table, QP_STYLE_DIM, whole(row->spread[side]), whole(row->normal[side]));
    }
    for (int side = 0; columns->drift && side < QP_COMPARED_SIDES; side++)
        qp_table_add_time(table, QP_STYLE_DIM, row->numbers[side].self, 0);
    qp_compared_put_name(table, comparison, row, 0, stream);
    qp_compared_put_place(table, comparison, row);
}

/* How much of A's time B's machine took, and what is left of all time after that. */
static void print_drift(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    const struct qp_drift *drift = &comparison->drift;
    if (drift->functions == 0) {
        fputs("no function is called equally often in A and B: it is not known how fast the machine was\n",
              stream->out);
        return;
    }
    fprintf(stream->out, "B's machine took %.2f of A's time (%.2f to %.2f in the middle half of it), ", drift->second,
            drift->low, drift->high);
    if (comparison->takes_off_drift)
        qp_comparison_print_sum("taken off: all self time", whole(comparison->normal[QP_BEFORE]),
                                whole(comparison->normal[QP_AFTER]), stream);
    else
        fputs("left in", stream->out);
    fputc('\n', stream->out);
}

/* By what the rows were chosen. */
static void print_rule(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    uint32_t before = comparison->sides[QP_BEFORE]->count, after = comparison->sides[QP_AFTER]->count;
    if (comparison->rule == QP_TIME_TESTED) {
        fprintf(stream->out, "p: how probable it is that any function differs by so much if A and B take the same%s\n",
                comparison->sampled ? ", by 10,000 of the ways to split the runs" : "");
        return;
    }
    if (comparison->rule == QP_TIME_NOT)
        fputs("too few functions are called equally often to tell a change from noise", stream->out);
    else
        fputs("shown is what stands out of the noise of all functions", stream->out);
    if (isnan(comparison->least_p))
        fputs("; one run of each cannot be tested, 4 and 4 can\n", stream->out);
    else
        fprintf(stream->out, "; of %u and %u runs no p is below %.2f, of 4 and 4 runs it can be 0.03\n", before, after,
                comparison->least_p);
}

static uint32_t count_differing(const struct qp_comparison *comparison)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < comparison->count; i++)
        count += differs(&comparison->rows[i]);
    return count;
}

static bool print_time_rows(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    const struct columns columns = columns_of(chosen, stream);
    struct qp_table table;
    begin_time_table(&table, &columns);
    for (uint32_t i = 0; i < qp_compared_shown(chosen); i++)
        put_time_row(&table, chosen->comparison, &chosen->comparison->rows[chosen->rows[i]], &columns, stream);
    return qp_table_finish(&table, stream, NULL);
}

bool qp_comparison_print_times(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                               const struct qp_stream *stream)
{
    struct qp_compared_rows chosen;
    char rest[200];
    if (!qp_compared_open(&chosen, comparison, choice)) {
        qp_compared_close(&chosen);
        return false;
    }
    bool ok = true;
    choose_times(&chosen);
    uint32_t differing = count_differing(comparison);
    snprintf(rest, sizeof rest, ": %s of %s functions %s", qp_number_count(differing).text,
             qp_number_count(comparison->count).text, differing == 1 ? "differs" : "differ");
    qp_heading_part("Self time", rest, stream);
    print_drift(comparison, stream);
    print_rule(comparison, stream);
    if (chosen.count)
        ok = print_time_rows(&chosen, stream);
    qp_heading_rest(chosen.count, qp_compared_shown(&chosen), "; --top=0 shows all", stream);
    qp_compared_close(&chosen);
    return ok;
}
