#include "show/functions.h"

#include "base/number.h"
#include "profile/query/measure.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

/* ---- columns --------------------------------------------------------------------------------------------- */

/* Return the title of the column by which rows are sorted. */
static const char *title_of(const struct qp_query *query, enum qp_functions_sort sort)
{
    if (sort == QP_FUNCTIONS_BY_CALLS && !query->counts_calls)
        sort = QP_FUNCTIONS_BY_SAMPLES;
    if (sort == QP_FUNCTIONS_BY_PER_CALL)
        return qp_query_is_of_allocations(query) ? "per object" : "per call";
    return sort == QP_FUNCTIONS_BY_CALLS && qp_query_is_of_allocations(query) ? "objects"
                                                                              : qp_functions_sort_words[sort];
}

/* Begin the table. Less common numbers get a column only if some row has them: a single-threaded program has no
 * waiting time. If the run has times, the columns of executed lines and branches are shown only if rows are sorted by
 * one of them. A narrow terminal omits the last columns first. */
static void begin_table(struct qp_table *table, const struct qp_query *query, const struct qp_functions_choice *choice,
                        const struct qp_function_row *rows, uint32_t count)
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
        some.allocated.objects |= totals->allocated.events;
        some.measured |= totals->measured;
        runs.lines |= rows[i].runs.lines;
        runs.outcomes |= rows[i].runs.outcomes;
    }
    const bool has[] = {clock,
                        clock,
                        sampled,
                        clock,
                        sampled,
                        query->counts_calls,
                        clock && query->counts_calls,
                        clock,
                        some.runnable,
                        some.blocked,
                        some.waiting,
                        some.uncounted,
                        some.cycles,
                        some.acquired,
                        some.released,
                        some.allocated.objects,
                        some.allocated.objects,
                        runs.lines,
                        runs.outcomes,
                        some.measured,
                        some.measured,
                        choice->by_key,
                        true,
                        true};
    const char *counted = qp_query_counted_word(query);
    char titles[300];
    snprintf(titles, sizeof titles,
             "self|self %%;share|95%% interval|total|samples|%ss|per %s|elapsed|runnable|blocked|waiting|uncounted|"
             "cycles|acquired|released|allocated|objects|lines|branches|fastest|slowest|methods;ids|-function|"
             "-file:line;place",
             counted, counted);
    qp_table_init_some(table, titles, has);
    qp_table_keep(table, title_of(query, choice->sort));
}

/* ---- cells ------------------------------------------------------------------------------------------------ */

static enum qp_style style_of(const struct qp_query *query, const struct qp_totals *totals)
{
    if (totals->self > query->all.self / 5)
        return QP_STYLE_RED;
    return totals->self > query->all.self / 20 ? QP_STYLE_YELLOW : QP_STYLE_PLAIN;
}

/* Add the time of the fastest or slowest call, or an empty cell if single calls were not measured. */
static void add_extreme(struct qp_table *table, const struct qp_query *query, const struct qp_totals *totals,
                        uint64_t ticks)
{
    qp_profile_cell_cost(table, query->profile, totals->measured ? ticks : 0, totals->measured ? 0 : QP_CELL_SOME);
}

static void add_row(struct qp_table *table, const struct qp_query *query, const struct qp_function_row *row)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_totals *totals = row->totals;
    const unsigned guessed = totals->estimated ? QP_CELL_ESTIMATE : 0;
    const uint64_t calls = qp_query_calls_in(query, totals);
    const uint64_t per_call = qp_query_per_call(query, totals, calls);
    /* Calls that only counters in the code count have no time. */
    const bool untimed = qp_query_is_sampled(query) ? totals->total == 0
                                                    : profile->measure == QP_MEASURE_TIME &&
                                                          profile->methods[row->method].flags & QP_METHOD_LACKS_CALLERS;
    const bool unknown = calls == 0 || untimed; /* time per call */
    qp_profile_cell_amount(table, style_of(query, totals), profile->measure, qp_profile_ns(profile, totals->self), 0);
    qp_table_add_share(table, style_of(query, totals), totals->self, query->all.self);
    qp_table_add_interval(table, totals->self, query->all.self, qp_query_samples_for(query, row->method, totals->self));
    qp_profile_cell_cost(table, profile, totals->total, 0);
    qp_table_add_count(table, totals->calls);
    if (calls || qp_query_counts_calls_of(query, row->method))
        qp_table_add_count(table, calls);
    else
        qp_table_add(table, QP_STYLE_PLAIN, "");
    qp_profile_cell_amount(table, QP_STYLE_PLAIN, profile->measure, unknown ? 0 : per_call, unknown ? QP_CELL_SOME : 0);
    qp_profile_cell_cost(table, profile, totals->elapsed, guessed);
    qp_profile_cell_cost(table, profile, totals->runnable, QP_CELL_SOME | guessed);
    qp_profile_cell_cost(table, profile, totals->blocked, QP_CELL_SOME | guessed);
    qp_profile_cell_cost(table, profile, totals->waiting, QP_CELL_SOME | guessed);
    qp_profile_cell_cost(table, profile, totals->uncounted, QP_CELL_SOME);
    qp_table_add_some(table, totals->cycles);
    qp_table_add_some(table, totals->acquired);
    qp_table_add_some(table, totals->released);
    qp_profile_cell_amount(table, QP_STYLE_PLAIN, QP_MEASURE_BYTES, totals->allocated.bytes, QP_CELL_SOME);
    qp_table_add_some(table, totals->allocated.objects);
    qp_table_add_some(table, row->runs.lines);
    qp_table_add_some(table, row->runs.outcomes);
    add_extreme(table, query, totals, totals->minimum);
    add_extreme(table, query, totals, totals->maximum);
    qp_table_add_count(table, row->ids);
    qp_profile_cell_name(table, profile, row->method, "");
    qp_profile_cell_location(table, profile, row->method);
}

static bool print_rows(const struct qp_query *query, const struct qp_functions_choice *choice,
                       const struct qp_function_row *rows, uint32_t count, const struct qp_stream *stream)
{
    struct qp_table table;
    struct qp_totals any = {0};
    begin_table(&table, query, choice, rows, count);
    for (uint32_t i = 0; i < count; i++) {
        add_row(&table, query, &rows[i]);
        any.uncounted |= rows[i].totals->uncounted;
    }
    qp_table_drop_same(&table, "elapsed", "total", stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    qp_heading_meanings(&any, stream);
    qp_heading_estimate(&table, stream);
    return ok;
}

/* Print a note about the function with the most rows. A function that the program creates repeatedly, or once per
 * thread, has several rows, and none of them shows the function's total cost. */
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

static bool print_opened(const struct qp_query *query, const struct qp_functions_choice *choice,
                         const struct qp_function_rows *rows, const struct qp_stream *stream)
{
    uint32_t shown = qp_table_at_most(rows->count, choice->top);
    if (!print_rows(query, choice, rows->items, shown, stream))
        return false;
    if (shown < rows->count)
        fprintf(stream->out, "%u of %u functions%s\n", shown, rows->count, choice->more);
    if (rows->count && qp_filter_is_empty(&choice->filter))
        qp_heading_in_no_function(query, stream);
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
    bool ok = qp_function_rows_open(&rows, &part, choice);
    if (rows.count) {
        char time[60];
        snprintf(time, sizeof time, "  %s in functions", qp_profile_number(part.profile, part.all.self).text);
        qp_heading_thread(part.profile, thread, group, time, stream);
        ok = print_opened(&part, choice, &rows, stream);
    }
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
