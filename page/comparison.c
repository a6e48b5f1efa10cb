#include "profile/compare/compared_rows.h"
#include "profile/compare/comparison_notes.h"
#include "page/tables.h"

#include <math.h>
#include <stdlib.h>

#define TEXT_SIZE 4200

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Place and depth of rows whose calls changed, causes first. */
struct order {
    struct qp_compared_rows calls;
    uint32_t *place; /* by row, plus 1; 0 = its calls did not change */
};

static bool open_order(struct order *order, const struct qp_comparison *comparison)
{
    static const struct qp_compared_choice all = {.top = 0};
    order->place = calloc((size_t)comparison->count + 1, sizeof *order->place);
    bool ok = qp_compared_rows_of_calls(&order->calls, comparison, &all) && order->place;
    for (uint32_t i = 0; ok && i < order->calls.count; i++)
        order->place[order->calls.rows[i]] = i + 1;
    return ok;
}

static void close_order(struct order *order)
{
    qp_compared_rows_close(&order->calls);
    free(order->place);
}

#define COLUMNS                                                                                                        \
    "function:uint name:text place:text state:uint order:uint depth:uint caller:uint from_caller:real of_own:real "    \
    "a_least:uint a_calls:uint a_most:uint b_least:uint b_calls:uint b_most:uint a_total:uint b_total:uint "           \
    "a_self:uint b_self:uint a_normal:real b_normal:real a_spread:real b_spread:real by_calls:real p:real "            \
    "differs:uint"

/* A function that neither of the two runs of the page has brings its own name. */
static uint32_t put_function(struct qp_columns *table, const struct qp_page *page, uint32_t number)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    uint32_t function = page->joined.function_of_compared[number], column = 0;
    char name[QP_COMPARED_NAME] = "", place[QP_COMPARED_NAME] = "";
    if (function == QP_NONE) {
        qp_compared_name(comparison, &comparison->rows[number], name, sizeof name);
        qp_compared_place(comparison, &comparison->rows[number], place, sizeof place);
    }
    qp_columns_uint(table, column++, function + UINT32_C(1));
    qp_columns_string(table, column++, qp_page_strip(page, name));
    qp_columns_string(table, column++, qp_page_strip(page, place));
    return column;
}

static void put_row(struct qp_columns *table, const struct qp_page *page, const struct order *order, uint32_t number)
{
    const struct qp_compared *row = &page->joined.comparison->rows[number];
    uint32_t column = put_function(table, page, number);
    qp_columns_uint(table, column++, row->change);
    qp_columns_uint(table, column++, order->place[number]);
    qp_columns_uint(table, column++, order->calls.depths[number]);
    /* 1: a thread began with it */
    qp_columns_uint(table, column++, row->caller != QP_NONE ? row->caller + UINT64_C(2) : row->from_caller != 0);
    qp_columns_real(table, column++, (double)row->from_caller);
    qp_columns_real(table, column++, (double)row->of_own);
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        qp_columns_uint(table, column++, row->calls[side].least);
        qp_columns_uint(table, column++, row->calls[side].median);
        qp_columns_uint(table, column++, row->calls[side].most);
    }
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        qp_columns_uint(table, column++, row->numbers[side].total);
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        qp_columns_uint(table, column++, row->numbers[side].self);
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        qp_columns_real(table, column++, round(row->normal[side]));
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        qp_columns_real(table, column++, round(row->spread[side]));
    qp_columns_real(table, column++, round(qp_compared_time_by_calls(row)));
    qp_columns_real(table, column++, isnan(row->p) ? -1 : row->p);
    qp_columns_uint(table, column++, qp_compared_time_differs(row));
    qp_columns_row(table);
}

bool qp_page_put_comparison(struct qp_page *page)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    struct qp_columns table;
    struct order order = {.place = NULL};
    if (!comparison)
        return true;
    bool ok = open_order(&order, comparison);
    qp_columns_init(&table, "compared", COLUMNS);
    for (uint32_t i = 0; ok && i < comparison->count; i++)
        put_row(&table, page, &order, i);
    qp_payload_put(&page->payload, &table);
    close_order(&order);
    return ok;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

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
    qp_comparison_say_calls(comparison, &none, calls);
    qp_comparison_say_times(comparison, &none, times);
    qp_comparison_say_drift(comparison, drift);
    qp_comparison_say_rule(comparison, rule);
    return json_pack(
        "{s:b, s:b, s:b, s:f, s:I, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "has_time", comparison->has_time, "has_drift",
        comparison->has_time && comparison->takes_off_drift && comparison->drift.functions, "has_p",
        !isnan(comparison->least_p), "drift", comparison->drift.functions ? comparison->drift.second : 1.0, "varying",
        (json_int_t)comparison->varying, "calls", calls, "times", times, "drift_words", drift, "rule", rule, "notes",
        notes.list, "a", describe_side(page, QP_BEFORE), "b", describe_side(page, QP_AFTER));
}
