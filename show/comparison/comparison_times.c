#include "show/comparison/comparison_tables.h"

#include "base/number.h"
#include "profile/compare/compared_words.h"
#include "profile/compare/comparison_notes.h"
#include "profile/query/measure.h"
#include "show/comparison/compared_cells.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#include <math.h>

static uint64_t whole(double ns)
{
    return (uint64_t)round(ns);
}

/* Begin the table with the columns that have data. Programs get all columns. */
static void begin_time_table(struct qp_table *table, const struct qp_compared_rows *chosen, bool programs)
{
    const struct qp_comparison *comparison = chosen->comparison;
    const bool spread = programs || comparison->sides[QP_BEFORE]->count > 1 || comparison->sides[QP_AFTER]->count > 1;
    const bool p = programs || comparison->rule == QP_RULE_TEST;
    const bool drift = programs || (comparison->subtracts_drift && comparison->drift.functions);
    bool calls = programs;
    for (uint32_t i = 0; i < qp_compared_rows_shown(chosen); i++)
        calls |= qp_change_is_certain(comparison->rows[chosen->rows[i]].change);
    const bool interval = !programs && comparison->rule == QP_RULE_INTERVALS;
    const bool has[] = {true, true,   interval, calls,  calls, calls, p,    programs, programs,
                        true, spread, true,     spread, drift, drift, true, true};
    const char *unit = comparison->measure == QP_MEASURE_TIME ? "_ns" : "";
    char titles[256];
    snprintf(titles, sizeof titles,
             "change|ratio|interval|calls|by calls|by cost|p|change_least%s|change_most%s|A|±;A spread|B|±;B spread|"
             "raw A|raw B|-function|-file:line;place",
             unit, unit);
    qp_table_init_some(table, titles, has);
}

static void put_change(struct qp_table *table, const struct qp_comparison *comparison, enum qp_style style,
                       double amount)
{
    qp_table_add_change_of(table, qp_profile_cell_kind(comparison->measure), style, (int64_t)round(amount));
}

/* Add a bound of an interval for programs. */
static void put_bound(struct qp_table *table, double ns)
{
    if (isnan(ns))
        qp_table_add(table, QP_STYLE_PLAIN, "");
    else
        qp_table_addf(table, QP_STYLE_PLAIN, "%.0f", ns);
}

/* Add the change of calls, and the two parts of the change of time. The first part is due to the change of calls:
 * this change, multiplied by the time per call before. The second part is the rest, which is due to a change of the
 * time per call. */
static void put_split(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row)
{
    double by_calls = qp_compared_time_by_calls(row);
    int64_t change_of_calls = qp_change_is_certain(row->change) ? qp_compared_calls(row) : 0;
    qp_table_add_change(table, QP_STYLE_PLAIN, change_of_calls);
    put_change(table, comparison, QP_STYLE_PLAIN, by_calls);
    put_change(table, comparison, QP_STYLE_PLAIN, qp_compared_time(row) - by_calls);
}

static void put_time_row(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                         const struct qp_stream *stream)
{
    enum qp_style style = !row->time_differs          ? QP_STYLE_PLAIN
                          : qp_compared_time(row) < 0 ? QP_STYLE_GREEN
                                                      : QP_STYLE_RED;
    put_change(table, comparison, style, qp_compared_time(row));
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_RATIO,
                                               .style = style,
                                               .number = whole(row->normal[QP_AFTER]),
                                               .whole = whole(row->normal[QP_BEFORE])});
    qp_table_add(table, QP_STYLE_PLAIN, qp_compared_interval(comparison->measure, row->interval).text);
    put_split(table, comparison, row);
    qp_table_add(table, QP_STYLE_PLAIN, qp_compared_p(row->p).text);
    put_bound(table, row->interval.low);
    put_bound(table, row->interval.high);
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        qp_profile_cell_amount(table, QP_STYLE_PLAIN, comparison->measure, whole(row->normal[side]), 0);
        qp_table_add_share(table, QP_STYLE_DIM, whole(row->spread[side]), whole(row->normal[side]));
    }
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        qp_profile_cell_amount(table, QP_STYLE_DIM, comparison->measure, row->numbers[side].self, 0);
    qp_compared_put_name(table, comparison, row, 0, stream);
    qp_compared_put_location(table, comparison, row);
}

/* Print the total, which --fail-over=time checks. Of times, print the drift before it, for which they are corrected. */
static bool print_drift(const struct qp_comparison *comparison, const struct qp_filter *filter,
                        const struct qp_stream *stream)
{
    char said[QP_COMPARISON_SENTENCE], of_which[80];
    double sums[QP_COMPARED_SIDES];
    uint32_t count;
    if (!qp_compared_sum(comparison, filter, sums, &count))
        return false;
    qp_comparison_describe_drift(comparison, said);
    if (comparison->measure == QP_MEASURE_TIME)
        fprintf(stream->out, "%s\n", said);
    if (qp_filter_is_empty(filter))
        snprintf(of_which, sizeof of_which, "all self %s", qp_measure_word(comparison->measure));
    else
        snprintf(of_which, sizeof of_which, "self %s of the %s that match%s", qp_measure_word(comparison->measure),
                 qp_number_count(count).text, count == 1 ? "es" : "");
    qp_comparison_print_sum(comparison->measure, of_which, whole(sums[QP_BEFORE]), whole(sums[QP_AFTER]), stream);
    fputc('\n', stream->out);
    return true;
}

static bool print_time_rows(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    struct qp_table table;
    uint32_t shown = qp_compared_rows_shown(chosen);
    begin_time_table(&table, chosen, stream->programs);
    for (uint32_t i = 0; i < shown; i++)
        put_time_row(&table, chosen->comparison, &chosen->comparison->rows[chosen->rows[i]], stream);
    return qp_heading_finish(&table, chosen->count, shown, NULL, stream);
}

bool qp_comparison_print_times(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream)
{
    struct qp_compared_rows chosen;
    char rest[QP_COMPARISON_SENTENCE + 2] = ": ", rule[QP_COMPARISON_SENTENCE], title[32];
    bool ok = qp_compared_rows_of_times(&chosen, comparison, choice);
    qp_comparison_describe_times(comparison, &choice->filter, rest + 2);
    qp_comparison_describe_rule(comparison, rule);
    snprintf(title, sizeof title, "Self %s", qp_measure_word(comparison->measure));
    qp_heading_part(title, rest, stream);
    ok = ok && print_drift(comparison, &choice->filter, stream);
    bool is_certain = comparison->rule == QP_RULE_MEDIANS || comparison->rule == QP_RULE_TEST;
    bool hides = !is_certain && !choice->times && !choice->all;
    fprintf(stream->out, "%s%s\n", rule, hides ? " (--times lists them anyway)" : "");
    ok = ok && print_time_rows(&chosen, stream);
    qp_compared_rows_close(&chosen);
    return ok;
}
