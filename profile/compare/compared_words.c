#include "profile/compare/compared_words.h"

#include "profile/query/measure.h"

#include <math.h>
#include <stdio.h>

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static struct qp_number signed_number(bool less, struct qp_number size)
{
    struct qp_number number;
    snprintf(number.text, sizeof number.text, "%c%.30s", less ? '-' : '+', size.text);
    return number;
}

static const struct qp_number same = {"="}, none = {""};

/* Return a change as text: "+1,234", "-5"; "=" for no change. */
static struct qp_number count_change(int64_t change)
{
    return change ? signed_number(change < 0, qp_number_count(qp_change_size(change))) : same;
}

static struct qp_number amount_change(enum qp_measure measure, double amount)
{
    uint64_t size = (uint64_t)round(fabs(amount));
    return size ? signed_number(amount < 0, qp_measure_number(measure, size)) : same;
}

static struct qp_number time_change(double ns)
{
    return amount_change(QP_MEASURE_TIME, ns);
}

struct qp_number qp_compared_p(double p)
{
    struct qp_number number = none;
    if (!isnan(p))
        snprintf(number.text, sizeof number.text, p < 0.001 ? "%.4f" : p < 0.0995 ? "%.3f" : "%.2f", p);
    return number;
}

struct qp_number qp_compared_interval(enum qp_measure measure, struct qp_interval interval)
{
    struct qp_number number = none;
    if (!isnan(interval.low))
        snprintf(number.text, sizeof number.text, "%.14s..%.14s", amount_change(measure, interval.low).text,
                 amount_change(measure, interval.high).text);
    return number;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static const char *state_of(const struct qp_compared *row)
{
    return row->change == QP_CHANGE_NEW ? "new: " : row->change == QP_CHANGE_GONE ? "gone: " : "";
}

static void show_range(const struct qp_count_range *range, char *text, size_t size)
{
    if (range->least == range->most)
        snprintf(text, size, "%s", qp_number_count(range->least).text);
    else
        snprintf(text, size, "%s..%s", qp_number_count(range->least).text, qp_number_count(range->most).text);
}

void qp_compared_describe_calls(const struct qp_comparison *comparison, const struct qp_compared *row,
                                struct qp_compared_call_words *words)
{
    words->change = count_change(qp_compared_calls(row));
    words->of_own = row->of_own ? count_change(row->of_own) : none;
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        show_range(&row->calls[side], words->calls[side], sizeof words->calls[side]);
    words->state = state_of(row);
    qp_compared_name(comparison, row, words->name, sizeof words->name);
    qp_compared_caller(comparison, row, words->caller, sizeof words->caller);
    qp_compared_location(comparison, row, words->place, sizeof words->place);
}

void qp_compared_describe_times(const struct qp_comparison *comparison, const struct qp_compared *row,
                                struct qp_compared_time_words *words)
{
    double by_calls = qp_compared_time_by_calls(row);
    bool changed = qp_change_is_certain(row->change);
    words->change = time_change(qp_compared_time(row));
    words->ratio = qp_number_ratio(row->normal[QP_BEFORE], row->normal[QP_AFTER]);
    words->calls = changed ? count_change(qp_compared_calls(row)) : none;
    words->by_calls = changed ? time_change(by_calls) : none;
    words->by_cost = time_change(qp_compared_time(row) - by_calls);
    words->p = qp_compared_p(row->p);
    words->interval = qp_compared_interval(comparison->measure, row->interval);
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        words->normal[side] = qp_number_time((uint64_t)round(row->normal[side]));
        words->spread[side] = comparison->sides[side]->count > 1 ? qp_number_share((uint64_t)round(row->spread[side]),
                                                                                   (uint64_t)round(row->normal[side]))
                                                                 : none;
        words->raw[side] = qp_number_time(row->numbers[side].self);
    }
    words->state = state_of(row);
    qp_compared_name(comparison, row, words->name, sizeof words->name);
    qp_compared_location(comparison, row, words->place, sizeof words->place);
}
