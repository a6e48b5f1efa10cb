#include "show/functions.h"

#include "base/number.h"
#include "show/parts/heading.h"
#include "show/parts/method_cell.h"
#include "show/parts/table_columns.h"

#include <stdlib.h>
#include <string.h>

/* ---- columns --------------------------------------------------------------------------------------------- */

/* A column is a sort order or one of these. */
enum { SHARE = QP_FUNCTIONS_BY_NAME + 1, INTERVAL, IDS, FASTEST, LOCATION };

struct columns {
    unsigned items[QP_TABLE_COLUMNS];
    char titles[280];
    uint32_t count;
};

static void add_column(struct columns *columns, bool wanted, unsigned column, const char *title)
{
    if (!wanted)
        return;
    size_t used = strlen(columns->titles);
    snprintf(columns->titles + used, sizeof columns->titles - used, "%s%s", used ? "|" : "", title);
    columns->items[columns->count++] = column;
}

/* Choose the columns: of the less common numbers, only those that some row has (a single-threaded program has no
 * waiting time). Executed lines are shown beside times only on request. A narrow terminal omits the last columns
 * first. */
static void choose_columns(struct columns *columns, const struct qp_query *query,
                           const struct qp_functions_choice *choice, const struct qp_function_row *rows, uint32_t count)
{
    struct qp_lines_runs runs = {0};
    struct qp_totals some = {0};
    bool clock = qp_query_has_times(query), sampled = qp_query_is_sampled(query);
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_totals *totals = rows[i].totals;
        some.runnable |= totals->runnable;
        some.blocked |= totals->blocked;
        some.waiting |= totals->waiting;
        some.uncounted |= totals->uncounted;
        some.cycles |= totals->cycles;
        some.acquired |= totals->acquired;
        some.released |= totals->released;
        some.measured |= totals->measured;
        runs.lines |= rows[i].runs.lines;
        runs.outcomes |= rows[i].runs.outcomes;
    }
    *columns = (struct columns){0};
    add_column(columns, clock, QP_FUNCTIONS_BY_SELF, "self");
    add_column(columns, clock, SHARE, "self %;share");
    add_column(columns, sampled, INTERVAL, "95% interval");
    add_column(columns, clock, QP_FUNCTIONS_BY_TOTAL, "total");
    add_column(columns, true, QP_FUNCTIONS_BY_CALLS, sampled ? "samples" : "calls");
    add_column(columns, clock && !sampled, QP_FUNCTIONS_BY_PER_CALL, "per call");
    add_column(columns, clock, QP_FUNCTIONS_BY_ELAPSED, "elapsed");
    add_column(columns, some.runnable, QP_FUNCTIONS_BY_RUNNABLE, "runnable");
    add_column(columns, some.blocked, QP_FUNCTIONS_BY_BLOCKED, "blocked");
    add_column(columns, some.waiting, QP_FUNCTIONS_BY_WAITING, "waiting");
    add_column(columns, some.uncounted, QP_FUNCTIONS_BY_UNCOUNTED, "uncounted");
    add_column(columns, some.cycles, QP_FUNCTIONS_BY_CYCLES, "cycles");
    add_column(columns, some.acquired, QP_FUNCTIONS_BY_ACQUIRED, "acquired");
    add_column(columns, some.released, QP_FUNCTIONS_BY_RELEASED, "released");
    add_column(columns, runs.lines, QP_FUNCTIONS_BY_LINES, "lines");
    add_column(columns, runs.outcomes, QP_FUNCTIONS_BY_BRANCHES, "branches");
    add_column(columns, some.measured, FASTEST, "fastest");
    add_column(columns, some.measured, QP_FUNCTIONS_BY_SLOWEST, "slowest");
    add_column(columns, choice->by_key, IDS, "methods;ids");
    add_column(columns, true, QP_FUNCTIONS_BY_NAME, "-function");
    add_column(columns, true, LOCATION, "-file:line;place");
}

/* ---- cells ------------------------------------------------------------------------------------------------ */

static enum qp_style style_of(const struct qp_query *query, const struct qp_totals *totals)
{
    if (totals->self > query->all.self / 5)
        return QP_STYLE_RED;
    return totals->self > query->all.self / 20 ? QP_STYLE_YELLOW : QP_STYLE_PLAIN;
}

static void add_time(struct qp_table *table, const struct qp_query *query, uint64_t ticks, unsigned marks)
{
    qp_table_add_time(table, QP_STYLE_PLAIN, qp_profile_ns(query->profile, ticks), marks);
}

/* Add the fastest or the slowest call, if calls were measured. */
static void add_extreme(struct qp_table *table, const struct qp_query *query, const struct qp_totals *totals,
                        uint64_t ticks)
{
    add_time(table, query, totals->measured ? ticks : 0, totals->measured ? 0 : QP_CELL_SOME);
}

static void add_cell(struct qp_table *table, const struct qp_query *query, unsigned column,
                     const struct qp_function_row *row)
{
    const struct qp_totals *totals = row->totals;
    const unsigned guessed = totals->estimated ? QP_CELL_ESTIMATE : 0;
    const uint64_t number = column < QP_FUNCTIONS_BY_NAME ? qp_function_row_number(row, column) : 0;
    switch (column) {
    case QP_FUNCTIONS_BY_SELF:
        qp_table_add_time(table, style_of(query, totals), qp_profile_ns(query->profile, number), 0);
        break;
    case SHARE:
        qp_table_add_share(table, style_of(query, totals), totals->self, query->all.self);
        break;
    case INTERVAL:
        qp_table_add_interval(table, totals->self, query->all.self, query->all.calls);
        break;
    case QP_FUNCTIONS_BY_TOTAL:
        add_time(table, query, number, 0);
        break;
    case QP_FUNCTIONS_BY_ELAPSED:
        add_time(table, query, number, guessed);
        break;
    case QP_FUNCTIONS_BY_RUNNABLE:
    case QP_FUNCTIONS_BY_BLOCKED:
    case QP_FUNCTIONS_BY_WAITING:
        add_time(table, query, number, QP_CELL_SOME | guessed);
        break;
    case QP_FUNCTIONS_BY_UNCOUNTED:
        add_time(table, query, number, QP_CELL_SOME);
        break;
    case QP_FUNCTIONS_BY_PER_CALL: /* divide nanoseconds, which are finer than some ticks */
        qp_table_add_time(table, QP_STYLE_PLAIN,
                          totals->calls ? qp_profile_ns(query->profile, totals->total) / totals->calls : 0,
                          totals->calls ? 0 : QP_CELL_SOME);
        break;
    case FASTEST:
    case QP_FUNCTIONS_BY_SLOWEST:
        add_extreme(table, query, totals, column == FASTEST ? totals->minimum : totals->maximum);
        break;
    case QP_FUNCTIONS_BY_CALLS:
    case IDS:
        qp_table_add_count(table, column == IDS ? row->ids : number);
        break;
    case QP_FUNCTIONS_BY_NAME:
        qp_method_cell_name(table, query->profile, row->method, "");
        break;
    case LOCATION:
        qp_method_cell_location(table, query->profile, row->method);
        break;
    default:
        qp_table_add_some(table, number);
    }
}

static bool print_rows(const struct qp_query *query, const struct qp_functions_choice *choice,
                       const struct qp_function_row *rows, uint32_t count, const struct qp_stream *stream)
{
    struct columns columns;
    struct qp_table table;
    bool estimated = false;
    choose_columns(&columns, query, choice, rows, count);
    qp_table_init(&table, columns.titles);
    for (uint32_t i = 0; i < count; i++) {
        estimated |= rows[i].totals->estimated;
        for (uint32_t k = 0; k < columns.count; k++)
            add_cell(&table, query, columns.items[k], &rows[i]);
    }
    qp_table_drop_same(&table, "elapsed", "total", stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    if (estimated)
        qp_heading_estimate(stream);
    return ok;
}

/* Print a note about the function with most rows: a function that is created repeatedly, or once per thread, has
 * several rows, none of which shows its rank. */
static bool print_same(const struct qp_query *query, const struct qp_functions_choice *choice,
                       const struct qp_function_rows *rows, uint32_t shown, const struct qp_stream *stream)
{
    char name[400], place[600] = "";
    uint32_t method = 0;
    uint32_t count = choice->by_key || !choice->same ? 1 : qp_function_rows_same(rows, query, shown, &method);
    if (count < 2)
        return count || shown == 0;
    qp_profile_method_name(query->profile, method, name, sizeof name);
    qp_profile_method_location(query->profile, method, place, sizeof place);
    fprintf(stream->out, "%s of these functions are %s%s%s%s\n", qp_number_count(count).text, name, *place ? "  " : "",
            place, choice->same);
    return true;
}

/* Print the time of virtual threads outside of functions, from 1% on: it is part of the total of all shares, but in no
 * row. */
static void print_outside(const struct qp_query *query, const struct qp_stream *stream)
{
    uint64_t whole = query->all.self, outside = query->in_no_function;
    if (!stream->programs && outside >= whole / 100 + 1)
        fprintf(stream->out, "%s (%s) outside of functions\n",
                qp_number_time(qp_profile_ns(query->profile, outside)).text, qp_number_share(outside, whole).text);
}

static bool print_opened(const struct qp_query *query, const struct qp_functions_choice *choice,
                         const struct qp_function_rows *rows, const struct qp_stream *stream)
{
    uint32_t shown = choice->top && choice->top < rows->count ? choice->top : rows->count;
    if (!print_rows(query, choice, rows->items, shown, stream))
        return false;
    if (shown < rows->count)
        fprintf(stream->out, "%u of %u functions%s\n", shown, rows->count, choice->more);
    if (rows->count && qp_filter_is_empty(&choice->filter))
        print_outside(query, stream);
    return print_same(query, choice, rows, shown, stream);
}

bool qp_functions_print(const struct qp_query *query, const struct qp_functions_choice *choice,
                        const struct qp_stream *stream)
{
    struct qp_function_rows rows;
    if (!qp_function_rows_open(&rows, query, choice))
        return false;
    if (rows.count == 0 && qp_filter_is_empty(&choice->filter))
        fprintf(stream->out, "%s\n", qp_heading_nothing(query));
    bool ok = print_opened(query, choice, &rows, stream);
    qp_function_rows_close(&rows);
    return ok;
}

/* ---- per thread ---------------------------------------------------------------------------------------------- */

static int print_part(const struct qp_query *query, uint32_t thread, uint32_t group,
                      const struct qp_functions_choice *choice, const struct qp_stream *stream, struct qp_error *error)
{
    struct qp_query part;
    struct qp_selection selection = query->selection;
    selection.thread = thread;
    selection.group = group;
    if (qp_query_open(&part, query->profile, &selection, error))
        return error->code;
    struct qp_function_rows rows;
    bool opened = qp_function_rows_open(&rows, &part, choice);
    bool ok = opened;
    if (opened && rows.count) {
        char time[60];
        snprintf(time, sizeof time, "  %s in functions",
                 qp_number_time(qp_profile_ns(part.profile, part.all.self)).text);
        qp_heading_thread(part.profile, thread, group, time, stream);
        ok = print_opened(&part, choice, &rows, stream);
    }
    if (opened)
        qp_function_rows_close(&rows);
    qp_query_close(&part);
    return ok ? 0 : qp_error_memory(error);
}

int qp_functions_print_threads(const struct qp_query *query, const struct qp_functions_choice *choice,
                               const struct qp_stream *stream, struct qp_error *error)
{
    const struct qp_profile *profile = query->profile;
    int code = 0;
    for (uint32_t i = 0; i < profile->carrier_count && !code; i++)
        code = print_part(query, i, QP_NONE, choice, stream, error);
    for (uint32_t i = 0; i < profile->group_count && !code; i++) {
        if (profile->groups[i].product == (uint32_t)query->selection.product)
            code = print_part(query, QP_NONE, i, choice, stream, error);
    }
    return code;
}
