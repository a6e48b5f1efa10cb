#include "show/comparison/comparison_tables.h"

#include "base/number.h"
#include "profile/compare/comparison_notes.h"
#include "show/comparison/compared_cells.h"
#include "show/parts/heading.h"

#include <string.h>

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void put_change(struct qp_table *table, const struct qp_compared *row, const struct qp_stream *stream)
{
    if (row->change == QP_CHANGE_VARIES && !stream->programs)
        qp_table_add(table, QP_STYLE_PLAIN, "varies");
    else
        qp_table_add_change(table, qp_compared_calls(row) < 0 ? QP_STYLE_GREEN : QP_STYLE_RED, qp_compared_calls(row));
}

/* Add the caller that explains the change of calls, such as "is_alpha". If the caller explains only a part of the
 * change, add that part to the name; programs get the part in a separate column. */
static void put_caller(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                       const struct qp_stream *stream)
{
    char name[QP_COMPARED_NAME], room[QP_CELL_SIZE];
    bool is_all = row->from_caller == qp_compared_calls(row);
    const struct qp_cell part = {.kind = QP_CELL_COUNT,
                                 .marks = row->from_caller < 0 ? QP_CELL_LESS : QP_CELL_MORE,
                                 .number = qp_change_size(row->from_caller)};
    qp_compared_caller(comparison, row, name, sizeof name - sizeof room);
    if (row->from_caller && !is_all && !stream->programs)
        snprintf(name + strlen(name), sizeof room, " %s", qp_cell_show(&part, room));
    qp_table_add(table, QP_STYLE_PLAIN, name);
}

/* Add the part of the change that the caller does not explain. In tables for people, the cell is blank if this is 0. */
static void put_of_own(struct qp_table *table, const struct qp_compared *row)
{
    if (row->of_own)
        qp_table_add_change(table, row->of_own < 0 ? QP_STYLE_GREEN : QP_STYLE_RED, row->of_own);
    else
        qp_table_add(table, QP_STYLE_PLAIN, "");
}

static bool print_call_rows(const struct qp_compared_rows *chosen, const char *none, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    const bool programs = stream->programs, of_own = !programs && qp_compared_rows_of_own(chosen);
    const bool has[] = {true, of_own, true, true, programs, true, true, programs, programs, true};
    struct qp_table table;
    uint32_t shown = qp_compared_rows_shown(chosen);
    qp_table_init_some(
        &table, "change|own change|A|B|-calls|-*function|-caller;called by|change by it|of its own|-file:line;place",
        has);
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        put_change(&table, row, stream);
        put_of_own(&table, row);
        for (int side = 0; side < QP_COMPARED_SIDES; side++)
            qp_table_add_cell(&table, &(struct qp_cell){.kind = QP_CELL_RANGE,
                                                        .number = row->calls[side].least,
                                                        .whole = row->calls[side].most});
        qp_table_add(&table, QP_STYLE_PLAIN, qp_compared_state(row));
        qp_compared_put_name(&table, comparison, row, chosen->depths[chosen->rows[i]], stream);
        put_caller(&table, comparison, row, stream);
        qp_table_add_change(&table, QP_STYLE_PLAIN, row->from_caller);
        qp_table_add_change(&table, QP_STYLE_PLAIN, row->of_own);
        qp_compared_put_location(&table, comparison, row);
    }
    return qp_heading_finish(&table, chosen->count, shown, none, stream);
}

static void print_calls_title(const struct qp_comparison *comparison, const struct qp_filter *filter,
                              const struct qp_stream *stream)
{
    uint32_t varying = qp_compared_count(comparison, filter).varying;
    char rest[QP_COMPARISON_SENTENCE + 2] = ": ";
    qp_comparison_describe_calls(comparison, filter, rest + 2);
    qp_heading_part("Calls", rest, stream);
    if (varying)
        fprintf(stream->out,
                "%s function%s between runs, with overlapping ranges of A and B (use --all to show them)\n",
                qp_number_count(varying).text, varying == 1 ? " varies" : "s vary");
}

bool qp_comparison_print_calls(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream)
{
    struct qp_compared_rows chosen;
    bool ok = qp_compared_rows_of_calls(&chosen, comparison, choice);
    if (ok) {
        print_calls_title(comparison, &choice->filter, stream);
        ok = print_call_rows(&chosen, qp_filter_is_empty(&choice->filter) ? NULL : "no matching function", stream);
    }
    qp_compared_rows_close(&chosen);
    return ok;
}
