#include "profile/compare/compared_rows.h"
#include "profile/compare/comparison_notes.h"
#include "page/tables.h"

#include <math.h>

#define TEXT_SIZE 4200

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Order of the rows whose calls changed: each cause is followed by its consequences. */
struct order {
    struct qp_compared_rows calls;
    uint32_t *place; /* by row: position of the row in the order, plus 1; 0 = the row's calls did not change */
};

static bool open_order(struct order *order, struct qp_page *page)
{
    static const struct qp_compared_choice all = {.top = 0};
    const struct qp_comparison *comparison = page->joined.comparison;
    order->place = qp_scratch_zeros(&page->scratch, comparison->count, sizeof *order->place);
    bool ok = qp_compared_rows_of_calls(&order->calls, comparison, &all) && order->place;
    for (uint32_t i = 0; ok && i < order->calls.count; i++)
        order->place[order->calls.rows[i]] = i + 1;
    return ok;
}

static void put_row(struct qp_page *page, const struct order *order, uint32_t number)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    const struct qp_compared *it = &comparison->rows[number];
    char name[QP_COMPARED_NAME] = "", place[QP_COMPARED_NAME] = "";
    if (page->joined.function_of_compared[number] == QP_NONE) {
        qp_compared_name(comparison, it, name, sizeof name);
        qp_compared_location(comparison, it, place, sizeof place);
    }
    const struct qp_row_compared row = {
        .function = page->joined.function_of_compared[number],
        .name = qp_page_strip(page, name),
        .place = qp_page_strip(page, place),
        .state = it->change,
        .order = order->place[number],
        .depth = order->calls.depths[number],
        .caller = it->caller != QP_NONE ? it->caller + UINT64_C(2) : it->from_caller != 0,
        .from_caller = (double)it->from_caller,
        .of_own = (double)it->of_own,
        .a_least = it->calls[QP_BEFORE].least,
        .a_calls = it->calls[QP_BEFORE].median,
        .a_most = it->calls[QP_BEFORE].most,
        .b_least = it->calls[QP_AFTER].least,
        .b_calls = it->calls[QP_AFTER].median,
        .b_most = it->calls[QP_AFTER].most,
        .a_self = it->numbers[QP_BEFORE].self,
        .b_self = it->numbers[QP_AFTER].self,
        .a_normal = round(it->normal[QP_BEFORE]),
        .b_normal = round(it->normal[QP_AFTER]),
        .a_spread = round(it->spread[QP_BEFORE]),
        .b_spread = round(it->spread[QP_AFTER]),
        .by_calls = round(qp_compared_time_by_calls(it)),
        .p = isnan(it->p) ? -1 : it->p,
        .least = isnan(it->interval.low) ? 0 : round(it->interval.low),
        .most = isnan(it->interval.high) ? 0 : round(it->interval.high),
        .differs = it->time_differs,
    };
    qp_add_compared(page->tables, &row);
}

bool qp_page_put_comparison(struct qp_page *page)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    struct order order = {.place = NULL};
    if (!comparison)
        return true;
    bool ok = open_order(&order, page);
    for (uint32_t i = 0; ok && i < comparison->count; i++)
        put_row(page, &order, i);
    qp_compared_rows_close(&order.calls);
    return ok;
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */

struct notes {
    const struct qp_page *page;
    json_t *list;
};

static bool take_note(void *to, const char *sentence)
{
    const struct notes *notes = to;
    char shown[TEXT_SIZE];
    qp_page_show(notes->page, qp_text_of(sentence), shown, sizeof shown);
    return json_array_append_new(notes->list, json_string(shown)) == 0;
}

static json_t *describe_side(const struct qp_page *page, enum qp_comparison_side side)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    const struct qp_runs *runs = comparison->sides[side];
    uint32_t run = page->request->compared[side] + (side == QP_AFTER ? comparison->sides[QP_BEFORE]->count : 0);
    const double *factors = comparison->drift.factors;
    return json_pack("{s:I, s:I, s:I, s:f, s:f}", "runs", (json_int_t)runs->count, "calls",
                     (json_int_t)comparison->all[side].calls, "self_ns", (json_int_t)comparison->all[side].self,
                     "normal_ns", round(comparison->normal[side]), "factor", factors ? factors[run] : 1.0);
}

/* Return how much a time may differ by noise, as a fraction of the time. Noise is three times the median deviation
 * from the drift, over the functions that were called equally often. With fewer than 10 such functions, noise is
 * unknown, and a quarter is used. */
static double noise_of(const struct qp_drift *drift)
{
    return drift->functions < 10 ? 0.25 : 1.5 * (drift->high - drift->low) / drift->second;
}

json_t *qp_page_comparison_facts(const struct qp_page *page)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    char calls[QP_COMPARISON_SENTENCE], times[QP_COMPARISON_SENTENCE], drift[QP_COMPARISON_SENTENCE],
        rule[QP_COMPARISON_SENTENCE];
    if (!comparison)
        return json_null();
    static const struct qp_filter none;
    struct notes notes = {page, json_array()};
    if (!notes.list || !qp_comparison_notes(comparison, take_note, &notes)) {
        json_decref(notes.list);
        return NULL;
    }
    qp_comparison_describe_calls(comparison, &none, calls);
    qp_comparison_describe_times(comparison, &none, times);
    qp_comparison_describe_drift(comparison, drift);
    qp_comparison_describe_rule(comparison, rule);
    return json_pack("{s:b, s:b, s:b, s:b, s:f, s:f, s:f, s:I, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "has_time",
                     comparison->has_time, "has_calls", comparison->has_calls, "has_drift",
                     comparison->has_time && comparison->subtracts_drift && comparison->drift.functions, "has_p",
                     comparison->rule == QP_RULE_TEST, "deviations", comparison->deviations, "drift",
                     comparison->drift.functions ? comparison->drift.second : 1.0, "noise",
                     noise_of(&comparison->drift), "varying", (json_int_t)comparison->varying, "calls", calls, "times",
                     times, "drift_words", drift, "rule", rule, "notes", notes.list, "a",
                     describe_side(page, QP_BEFORE), "b", describe_side(page, QP_AFTER));
}
