#include "show/functions.h"

#include "base/number.h"
#include "show/heading.h"
#include "show/method_cell.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 400 /* longer names are sorted by their beginning */

/* ---- which rows ------------------------------------------------------------------------------------------ */

struct row {
    uint32_t method;
    uint64_t key;
};

static uint64_t key_of(const struct qp_totals *totals, enum qp_functions_sort sort)
{
    switch (sort) {
    case QP_FUNCTIONS_BY_TOTAL:
        return totals->total;
    case QP_FUNCTIONS_BY_ELAPSED:
        return totals->elapsed;
    case QP_FUNCTIONS_BY_CALLS:
        return totals->calls;
    case QP_FUNCTIONS_BY_PER_CALL:
        return totals->calls ? totals->total / totals->calls : 0;
    case QP_FUNCTIONS_BY_RUNNABLE:
        return totals->runnable;
    case QP_FUNCTIONS_BY_BLOCKED:
        return totals->blocked;
    case QP_FUNCTIONS_BY_WAITING:
        return totals->waiting;
    default:
        return totals->self;
    }
}

bool qp_functions_sort(const char *word, enum qp_functions_sort *sort)
{
    static const char *const words[] = {
#define X(constant, word) word,
        QP_FUNCTIONS_SORTS(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        *sort = (enum qp_functions_sort)i;
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

static bool is_called(const struct qp_totals *totals)
{
    return totals->calls || totals->elapsed || totals->uncounted;
}

static int by_key(const void *left, const void *right, void *query)
{
    const struct row *a = left, *b = right;
    const struct qp_totals *methods = ((const struct qp_query *)query)->methods;
    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    if (methods[a->method].total != methods[b->method].total)
        return methods[a->method].total > methods[b->method].total ? -1 : 1;
    if (methods[a->method].calls != methods[b->method].calls)
        return methods[a->method].calls > methods[b->method].calls ? -1 : 1;
    return (a->method > b->method) - (a->method < b->method);
}

static int by_name(const void *left, const void *right, void *query)
{
    const struct row *a = left, *b = right;
    char name_a[NAME_SIZE], name_b[NAME_SIZE];
    qp_profile_method_name(((const struct qp_query *)query)->profile, a->method, name_a, sizeof name_a);
    qp_profile_method_name(((const struct qp_query *)query)->profile, b->method, name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : (a->method > b->method) - (a->method < b->method);
}

static struct row *choose_rows(const struct qp_query *query, const struct qp_functions_choice *choice, uint32_t *count)
{
    const struct qp_profile *profile = query->profile;
    struct row *rows = malloc(((size_t)profile->method_count + 1) * sizeof *rows);
    *count = 0;
    if (!rows)
        return NULL;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        if (is_called(&query->methods[i]) && qp_filter_passes_method(&choice->filter, profile, i))
            rows[(*count)++] = (struct row){i, key_of(&query->methods[i], choice->sort)};
    }
    qsort_r(rows, *count, sizeof *rows, choice->sort == QP_FUNCTIONS_BY_NAME ? by_name : by_key, (void *)query);
    return rows;
}

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
    CALLS,
    PER_CALL,
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
 */
static void choose_columns(struct columns *columns, const struct qp_query *query, const struct row *rows,
                           uint32_t count)
{
    struct qp_totals some = {0};
    bool clock = qp_profile_has_clock(query->profile) && query->selection.product != QP_CPROF;
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_totals *totals = &query->methods[rows[i].method];
        some.elapsed |= totals->elapsed > totals->total;
        some.runnable |= totals->runnable;
        some.blocked |= totals->blocked;
        some.waiting |= totals->waiting;
        some.uncounted |= totals->uncounted;
        some.cycles |= totals->cycles;
        some.measured |= totals->measured;
    }
    *columns = (struct columns){0};
    add_column(columns, clock, SELF, "self");
    add_column(columns, clock, SHARE, "share");
    add_column(columns, clock, TOTAL, "total");
    add_column(columns, some.elapsed, ELAPSED, "elapsed");
    add_column(columns, some.runnable, RUNNABLE, "runnable");
    add_column(columns, some.blocked, BLOCKED, "blocked");
    add_column(columns, some.waiting, WAITING, "waiting");
    add_column(columns, some.uncounted, UNCOUNTED, "uncounted");
    add_column(columns, some.cycles, CYCLES, "cycles");
    add_column(columns, true, CALLS, "calls");
    add_column(columns, clock, PER_CALL, "per call");
    add_column(columns, some.measured, SLOWEST, "slowest");
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

static void add_cell(struct qp_table *table, const struct qp_query *query, enum cell cell, uint32_t method)
{
    const struct qp_totals *totals = &query->methods[method];
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
    case CALLS:
        qp_table_add_count(table, totals->calls);
        break;
    case PER_CALL:
        qp_table_add_time(table, QP_STYLE_PLAIN,
                          totals->calls ? qp_profile_ns(query->profile, totals->total) / totals->calls : 0,
                          totals->calls ? 0 : QP_CELL_SOME);
        break;
    case SLOWEST:
        add_time(table, query, totals->measured ? totals->maximum : 0, totals->measured ? 0 : QP_CELL_SOME);
        break;
    case NAME:
        qp_method_cell_name(table, query->profile, method, "");
        break;
    case LOCATION:
        qp_method_cell_place(table, query->profile, method);
    }
}

static bool print_rows(const struct qp_query *query, const struct row *rows, uint32_t count,
                       const struct qp_stream *stream)
{
    struct columns columns;
    struct qp_table table;
    bool estimated = false;
    choose_columns(&columns, query, rows, count);
    qp_table_init(&table, columns.titles);
    for (uint32_t i = 0; i < count; i++) {
        estimated |= query->methods[rows[i].method].estimated;
        for (uint32_t k = 0; k < columns.count; k++)
            add_cell(&table, query, columns.cells[k], rows[i].method);
    }
    bool ok = qp_table_finish(&table, stream, NULL);
    if (estimated)
        qp_heading_estimate(stream);
    return ok;
}

bool qp_functions_print(const struct qp_query *query, const struct qp_functions_choice *choice,
                        const struct qp_stream *stream)
{
    uint32_t called;
    struct row *rows = choose_rows(query, choice, &called);
    uint32_t shown = choice->top && choice->top < called ? choice->top : called;
    bool ok = rows && print_rows(query, rows, shown, stream);
    if (ok && called == 0)
        fputs(qp_filter_is_empty(&choice->filter) ? "no function was called\n" : "no function matches\n", stream->out);
    else if (ok && shown < called)
        fprintf(stream->out, "%u of %u functions%s\n", shown, called, choice->more);
    free(rows);
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
    bool ok = true;
    if (part.all.calls || part.all.elapsed) {
        char time[60];
        snprintf(time, sizeof time, "  %s in functions",
                 qp_number_time(qp_profile_ns(part.profile, part.all.self)).text);
        qp_heading_thread(part.profile, thread, group, time, stream);
        ok = qp_functions_print(&part, choice, stream);
    }
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
