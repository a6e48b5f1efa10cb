#include "show/comparison_calls.h"

#include "show/compared.h"
#include "show/heading.h"

#include <stdlib.h>
#include <string.h>

/* ---- which rows -------------------------------------------------------------------------------------------------- */

static int by_calls(const void *left, const void *right, void *of)
{
    const struct qp_compared *rows = ((const struct qp_compared_rows *)of)->comparison->rows;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    bool certain_a = qp_change_is_certain(rows[a].change), certain_b = qp_change_is_certain(rows[b].change);
    if (certain_a != certain_b)
        return certain_a ? -1 : 1;
    if (qp_change_size(qp_compared_calls(&rows[a])) != qp_change_size(qp_compared_calls(&rows[b])))
        return qp_change_size(qp_compared_calls(&rows[a])) > qp_change_size(qp_compared_calls(&rows[b])) ? -1 : 1;
    return (a > b) - (a < b);
}

/* Causes first, what follows from each behind it: rows come in the order of their changes. */
static bool order_by_cause(struct qp_compared_rows *chosen)
{
    const struct qp_compared *rows = chosen->comparison->rows;
    uint32_t room = chosen->comparison->count + 1, count = 0, waiting = 0;
    uint32_t *first = malloc(room * sizeof *first), *next = malloc(room * sizeof *next);
    uint32_t *stack = malloc(room * sizeof *stack);
    bool ok = first && next && stack;
    if (ok)
        memset(first, 0xff, room * sizeof *first);
    for (uint32_t i = chosen->count; ok && i-- > 0;) {
        uint32_t row = chosen->rows[i], cause = rows[row].cause;
        uint32_t *list = &first[cause == QP_NONE ? chosen->comparison->count : cause];
        next[row] = *list;
        *list = row;
    }
    if (ok && first[chosen->comparison->count] != QP_NONE)
        stack[waiting++] = first[chosen->comparison->count];
    while (waiting) {
        uint32_t row = stack[--waiting];
        chosen->rows[count++] = row;
        chosen->depths[row] = rows[row].cause == QP_NONE ? 0 : chosen->depths[rows[row].cause] + 1;
        if (next[row] != QP_NONE)
            stack[waiting++] = next[row];
        if (first[row] != QP_NONE)
            stack[waiting++] = first[row];
    }
    free(first);
    free(next);
    free(stack);
    return ok;
}

/* Rows whose calls differ, or all that the filter asks for. */
static bool choose_calls(struct qp_compared_rows *chosen)
{
    const struct qp_comparison *comparison = chosen->comparison;
    const struct qp_comparison_choice *choice = chosen->choice;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < comparison->count; i++) {
        if (choice->all || qp_change_is_certain(comparison->rows[i].change))
            chosen->rows[chosen->count++] = i;
    }
    bool named = choice->sort == QP_COMPARISON_BY_NAME;
    qsort_r(chosen->rows, chosen->count, sizeof *chosen->rows, named ? qp_compared_by_name : by_calls, chosen);
    if (!named && !choice->filter && !order_by_cause(chosen))
        return false;
    for (uint32_t i = 0; i < chosen->count; i++) {
        if (qp_comparison_has(comparison, &comparison->rows[chosen->rows[i]], choice->filter))
            chosen->rows[kept++] = chosen->rows[i];
    }
    chosen->count = kept;
    return true;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* "1,200", or "1,100..1,300" of runs that differ. */
static void put_range(struct qp_table *table, const struct qp_count_range *range)
{
    if (range->least == range->most)
        qp_table_add_count(table, range->least);
    else
        qp_table_addf(table, QP_STYLE_PLAIN, "%s..%s", qp_number_count(range->least).text,
                      qp_number_count(range->most).text);
}

/* By whose calls: "is_alpha", with the part of the change that came so where it is not all of it. */
static void put_caller(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row)
{
    char name[QP_COMPARED_NAME] = "begin of a thread", part[40] = "";
    if (row->from_caller == 0) {
        qp_table_add(table, QP_STYLE_PLAIN, "");
        return;
    }
    if (row->caller != QP_NONE)
        qp_compared_show_name(comparison, &comparison->rows[row->caller], name, sizeof name);
    if (row->caller != QP_NONE && &comparison->rows[row->caller] == row)
        strcpy(name, "itself");
    if (row->from_caller != qp_compared_calls(row))
        snprintf(part, sizeof part, " %s", qp_compared_count(row->from_caller).text);
    qp_table_addf(table, QP_STYLE_PLAIN, "%s%s", name, part);
}

static bool print_call_rows(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    struct qp_table table;
    qp_table_init(&table, "change|A|B|-function|-called by|-place");
    for (uint32_t i = 0; i < qp_compared_shown(chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        if (qp_change_is_certain(row->change))
            qp_table_add(&table, qp_compared_calls(row) < 0 ? QP_STYLE_GREEN : QP_STYLE_RED,
                         qp_compared_count(qp_compared_calls(row)).text);
        else
            qp_table_add(&table, QP_STYLE_PLAIN, row->change == QP_CHANGE_VARIES ? "varies" : "=");
        put_range(&table, &row->calls[QP_BEFORE]);
        put_range(&table, &row->calls[QP_AFTER]);
        qp_compared_put_name(&table, comparison, row, chosen->depths[chosen->rows[i]]);
        put_caller(&table, comparison, row);
        qp_compared_put_place(&table, comparison, row);
    }
    return qp_table_finish(&table, stream, NULL);
}

static void print_calls_title(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    char title[200];
    if (comparison->changed)
        snprintf(title, sizeof title, "Calls: %s of %s functions %s called more or less often",
                 qp_number_count(comparison->changed).text, qp_number_count(comparison->count).text,
                 comparison->changed == 1 ? "is" : "are");
    else
        snprintf(title, sizeof title, "Calls: %s %s functions is called more or less often",
                 comparison->varying ? "for certain none of" : "none of", qp_number_count(comparison->count).text);
    qp_heading_title(title, stream);
    if (comparison->varying)
        fprintf(stream->out, "%s function%s from run to run, and the runs of A and B overlap (--all shows them)\n",
                qp_number_count(comparison->varying).text, comparison->varying == 1 ? " varies" : "s vary");
}

bool qp_comparison_print_calls(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                               const struct qp_stream *stream)
{
    struct qp_compared_rows chosen;
    bool ok = qp_compared_open(&chosen, comparison, choice) && choose_calls(&chosen);
    if (ok) {
        print_calls_title(comparison, stream);
        if (chosen.count)
            ok = print_call_rows(&chosen, stream);
        else if (choice->filter)
            fputs("no function of these matches\n", stream->out);
        qp_heading_rest(chosen.count, qp_compared_shown(&chosen), "; --top=0 shows all", stream);
    }
    qp_compared_close(&chosen);
    return ok;
}
