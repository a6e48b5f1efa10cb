#include "show/functions.h"

#include "base/number.h"
#include "show/heading.h"
#include "show/method_cell.h"
#include "show/table_columns.h"

#include <stdlib.h>
#include <string.h>

/* ---- which columns --------------------------------------------------------------------------------------- */

enum cell {
    SELF,
    SHARE,
    TOTAL,
    ELAPSED,
    RUNNABLE,
    BLOCKED,
    WAITING,
    UNCOUNTED,
    CYCLES,
    ACQUIRED,
    RELEASED,
    LINES,
    BRANCHES,
    CALLS,
    PER_CALL,
    IDS,
    FASTEST,
    SLOWEST,
    NAME,
    LOCATION
};

struct columns {
    enum cell cells[QP_TABLE_COLUMNS];
    char titles[240];
    uint32_t count;
};

static void add_column(struct columns *columns, bool wanted, enum cell cell, const char *title)
{
    if (!wanted)
        return;
    size_t used = strlen(columns->titles);
    snprintf(columns->titles + used, sizeof columns->titles - used, "%s%s", used ? "|" : "", title);
    columns->cells[columns->count++] = cell;
}

/* Of the numbers that few functions have, those that a row has: a program of one thread has nothing to say of waiting.
 * What its lines did stands beside times only when it is asked for. A narrow terminal leaves out the last ones first.
 */
static void choose_columns(struct columns *columns, const struct qp_query *query,
                           const struct qp_functions_choice *choice, const struct qp_function_row *rows, uint32_t count)
{
    struct qp_lines_runs runs = {0};
    struct qp_totals some = {0};
    bool clock = qp_functions_have_times(query);
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
    add_column(columns, clock, SELF, "self");
    add_column(columns, clock, SHARE, "share");
    add_column(columns, clock, TOTAL, "total");
    add_column(columns, true, CALLS, "calls");
    add_column(columns, clock, PER_CALL, "per call");
    add_column(columns, clock, ELAPSED, "elapsed");
    add_column(columns, some.runnable, RUNNABLE, "runnable");
    add_column(columns, some.blocked, BLOCKED, "blocked");
    add_column(columns, some.waiting, WAITING, "waiting");
    add_column(columns, some.uncounted, UNCOUNTED, "uncounted");
    add_column(columns, some.cycles, CYCLES, "cycles");
    add_column(columns, some.acquired, ACQUIRED, "acquired");
    add_column(columns, some.released, RELEASED, "released");
    add_column(columns, runs.lines, LINES, "lines");
    add_column(columns, runs.outcomes, BRANCHES, "branches");
    add_column(columns, some.measured, FASTEST, "fastest");
    add_column(columns, some.measured, SLOWEST, "slowest");
    add_column(columns, choice->by_key, IDS, "ids");
    add_column(columns, true, NAME, "-function");
    add_column(columns, true, LOCATION, "-place");
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

static void add_cell(struct qp_table *table, const struct qp_query *query, enum cell cell,
                     const struct qp_function_row *row)
{
    const struct qp_totals *totals = row->totals;
    const unsigned guessed = totals->estimated ? QP_CELL_ESTIMATE : 0;
    switch (cell) {
    case SELF:
        qp_table_add_time(table, style_of(query, totals), qp_profile_ns(query->profile, totals->self), 0);
        break;
    case SHARE:
        qp_table_add_share(table, style_of(query, totals), totals->self, query->all.self);
        break;
    case TOTAL:
        add_time(table, query, totals->total, 0);
        break;
    case ELAPSED:
        add_time(table, query, totals->elapsed, guessed);
        break;
    case RUNNABLE:
        add_time(table, query, totals->runnable, QP_CELL_SOME | guessed);
        break;
    case BLOCKED:
        add_time(table, query, totals->blocked, QP_CELL_SOME | guessed);
        break;
    case WAITING:
        add_time(table, query, totals->waiting, QP_CELL_SOME | guessed);
        break;
    case UNCOUNTED:
        add_time(table, query, totals->uncounted, QP_CELL_SOME);
        break;
    case CYCLES:
        qp_table_add_some(table, totals->cycles);
        break;
    case ACQUIRED:
        qp_table_add_some(table, totals->acquired);
        break;
    case RELEASED:
        qp_table_add_some(table, totals->released);
        break;
    case LINES:
        qp_table_add_some(table, row->runs.lines);
        break;
    case BRANCHES:
        qp_table_add_some(table, row->runs.outcomes);
        break;
    case CALLS:
        qp_table_add_count(table, totals->calls);
        break;
    case PER_CALL:
        qp_table_add_time(table, QP_STYLE_PLAIN,
                          totals->calls ? qp_profile_ns(query->profile, totals->total) / totals->calls : 0,
                          totals->calls ? 0 : QP_CELL_SOME);
        break;
    case IDS:
        qp_table_add_count(table, row->ids);
        break;
    case FASTEST:
        add_time(table, query, totals->measured ? totals->minimum : 0, totals->measured ? 0 : QP_CELL_SOME);
        break;
    case SLOWEST:
        add_time(table, query, totals->measured ? totals->maximum : 0, totals->measured ? 0 : QP_CELL_SOME);
        break;
    case NAME:
        qp_method_cell_name(table, query->profile, row->method, "");
        break;
    case LOCATION:
        qp_method_cell_place(table, query->profile, row->method);
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
            add_cell(&table, query, columns.cells[k], &rows[i]);
    }
    qp_table_drop_same(&table, "elapsed", "total", stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    if (estimated)
        qp_heading_estimate(stream);
    return ok;
}

/* A function that is made again and again, or once per thread, has a row each time: none of them is its rank. */
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

/* What virtual threads ran in no function is in the whole that shares are of, and in no row. Told from a hundredth on.
 */
static void print_outside(const struct qp_query *query, const struct qp_stream *stream)
{
    uint64_t whole = query->all.self, outside = query->in_no_function;
    if (!stream->programs && outside >= whole / 100 + 1)
        fprintf(stream->out, "%s, %s, in no function\n", qp_number_time(qp_profile_ns(query->profile, outside)).text,
                qp_number_share(outside, whole).text);
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
        fputs("no function was called\n", stream->out);
    bool ok = print_opened(query, choice, &rows, stream);
    qp_function_rows_close(&rows);
    return ok;
}

/* ---- thread by thread ---------------------------------------------------------------------------------------- */

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
    bool ok = qp_function_rows_open(&rows, &part, choice);
    if (ok && rows.count) {
        char time[60];
        snprintf(time, sizeof time, "  %s in functions",
                 qp_number_time(qp_profile_ns(part.profile, part.all.self)).text);
        qp_heading_thread(part.profile, thread, group, time, stream);
        ok = print_opened(&part, choice, &rows, stream);
    }
    if (ok)
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
