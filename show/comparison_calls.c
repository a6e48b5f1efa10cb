#include "show/comparison_calls.h"

#include "base/number.h"
#include "show/compared_rows.h"
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
    if (!named && qp_filter_is_empty(&choice->filter) && !order_by_cause(chosen))
        return false;
    for (uint32_t i = 0; i < chosen->count; i++) {
        if (qp_comparison_has(comparison, &comparison->rows[chosen->rows[i]], &choice->filter))
            chosen->rows[kept++] = chosen->rows[i];
    }
    chosen->count = kept;
    return true;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void put_change(struct qp_table *table, const struct qp_compared *row, const struct qp_stream *stream)
{
    if (row->change == QP_CHANGE_VARIES && !stream->programs)
        qp_table_add(table, QP_STYLE_PLAIN, "varies");
    else
        qp_table_add_change(table, qp_compared_calls(row) < 0 ? QP_STYLE_GREEN : QP_STYLE_RED, qp_compared_calls(row));
}

/* By whose calls: "is_alpha", with the part of the change that came so where it is not all of it. Programs have a
 * column for that. */
static void put_caller(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                       const struct qp_stream *stream)
{
    char name[QP_COMPARISON_NAME] = "", room[QP_CELL_SIZE];
    bool is_all = row->from_caller == qp_compared_calls(row);
    const struct qp_cell part = {.kind = QP_CELL_COUNT,
                                 .marks = row->from_caller < 0 ? QP_CELL_LESS : QP_CELL_MORE,
                                 .number = qp_change_size(row->from_caller)};
    if (row->caller != QP_NONE && &comparison->rows[row->caller] == row)
        strcpy(name, "itself");
    else if (row->caller != QP_NONE)
        qp_comparison_name(comparison, &comparison->rows[row->caller], name, sizeof name - sizeof room);
    else if (row->from_caller)
        strcpy(name, "begin of a thread");
    if (row->from_caller && !is_all && !stream->programs)
        snprintf(name + strlen(name), sizeof room, " %s", qp_cell_show(&part, room));
    qp_table_add(table, QP_STYLE_PLAIN, name);
    if (stream->programs)
        qp_table_add_change(table, QP_STYLE_PLAIN, row->from_caller);
}

static bool print_call_rows(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    struct qp_table table;
    qp_table_init(&table, stream->programs ? "change|A|B|-calls|-function|-called by|change by it|-place"
                                           : "change|A|B|-function|-called by|-place");
    for (uint32_t i = 0; i < qp_compared_shown(chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        put_change(&table, row, stream);
        for (int side = 0; side < QP_COMPARED_SIDES; side++)
            qp_table_add_range(&table, row->calls[side].least, row->calls[side].most);
        if (stream->programs)
            qp_table_add(&table, QP_STYLE_PLAIN, qp_compared_state(row));
        qp_compared_put_name(&table, comparison, row, chosen->depths[chosen->rows[i]], stream);
        put_caller(&table, comparison, row, stream);
        qp_compared_put_place(&table, comparison, row);
    }
    return qp_table_finish(&table, stream, NULL);
}

static void print_calls_title(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    char rest[200];
    if (comparison->changed)
        snprintf(rest, sizeof rest, ": %s of %s functions %s called more or less often",
                 qp_number_count(comparison->changed).text, qp_number_count(comparison->count).text,
                 comparison->changed == 1 ? "is" : "are");
    else
        snprintf(rest, sizeof rest, ": %s %s functions is called more or less often",
                 comparison->varying ? "for certain none of" : "none of", qp_number_count(comparison->count).text);
    qp_heading_part("Calls", rest, stream);
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
        else if (!qp_filter_is_empty(&choice->filter))
            fputs("no function of these matches\n", stream->out);
        qp_heading_rest(chosen.count, qp_compared_shown(&chosen), "; --top=0 shows all", stream);
    }
    qp_compared_close(&chosen);
    return ok;
}
