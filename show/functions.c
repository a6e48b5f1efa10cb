#include "show/functions.h"

#include "base/number.h"
#include "show/heading.h"
#include "show/table.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE     400 /* longer names are cut in tables */
#define LOCATION_SIZE 600

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

static bool passes(const struct qp_query *query, uint32_t method, const char *filter)
{
    if (!is_called(&query->methods[method]))
        return false;
    if (!filter)
        return true;
    char name[NAME_SIZE];
    qp_profile_method_name(query->profile, method, name, sizeof name);
    if (strstr(name, filter))
        return true;
    uint32_t file = query->profile->methods[method].file;
    return file != QP_NONE && qp_text_contains(query->profile->files[file].name, filter);
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
        if (passes(query, i, choice->filter))
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
    struct qp_unit unit;         /* of running time */
    struct qp_unit elapsed_unit; /* of other times: of many virtual threads they are longer by far */
};

static bool is_elapsed(enum cell cell)
{
    return cell == ELAPSED || cell == RUNNABLE || cell == BLOCKED || cell == WAITING;
}

/* NULL for a column that is no time. */
static const struct qp_unit *unit_of(const struct columns *columns, enum cell cell)
{
    if (is_elapsed(cell))
        return &columns->elapsed_unit;
    return cell == SELF || cell == TOTAL || cell == UNCOUNTED ? &columns->unit : NULL;
}

static void add_column(struct columns *columns, bool wanted, enum cell cell, const char *title)
{
    if (!wanted)
        return;
    const struct qp_unit *unit = unit_of(columns, cell);
    size_t used = strlen(columns->titles);
    snprintf(columns->titles + used, sizeof columns->titles - used, "%s%s%s%s", used ? "|" : "", title, unit ? " " : "",
             unit ? unit->name : "");
    columns->cells[columns->count++] = cell;
}

/* Of the numbers that few functions have, those that a row has: a program of one thread has nothing to say of waiting.
 */
static void choose_columns(struct columns *columns, const struct qp_query *query, const struct row *rows,
                           uint32_t count)
{
    struct qp_totals some = {0};
    bool clock = qp_profile_has_clock(query->profile) && query->selection.product != QP_CPROF;
    uint64_t largest = 0, longest = 0;
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        const struct qp_totals *totals = &query->methods[i];
        largest = totals->total > largest ? totals->total : largest;
        longest = totals->elapsed > longest ? totals->elapsed : longest;
    }
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
    *columns = (struct columns){.unit = qp_unit_for(qp_profile_ns(query->profile, largest)),
                                .elapsed_unit = qp_unit_for(qp_profile_ns(query->profile, longest))};
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

static enum qp_style style_of(enum cell cell, const struct qp_query *query, const struct qp_totals *totals)
{
    if (cell == LOCATION)
        return QP_STYLE_DIM;
    if (cell != SELF && cell != SHARE)
        return QP_STYLE_PLAIN;
    if (totals->self > query->all.self / 5)
        return QP_STYLE_RED;
    return totals->self > query->all.self / 20 ? QP_STYLE_YELLOW : QP_STYLE_PLAIN;
}

/* For numbers that few functions have. */
static struct qp_number time_or_blank(const struct qp_profile *profile, uint64_t ticks, struct qp_unit unit)
{
    return ticks ? qp_number_in_unit(qp_profile_ns(profile, ticks), unit) : (struct qp_number){""};
}

static struct qp_number number_of(const struct qp_query *query, const struct columns *columns, enum cell cell,
                                  const struct qp_totals *totals)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_number none = {""};
    switch (cell) {
    case SELF:
        return qp_number_in_unit(qp_profile_ns(profile, totals->self), columns->unit);
    case SHARE:
        return qp_number_share(totals->self, query->all.self);
    case TOTAL:
        return qp_number_in_unit(qp_profile_ns(profile, totals->total), columns->unit);
    case ELAPSED:
        return qp_number_in_unit(qp_profile_ns(profile, totals->elapsed), columns->elapsed_unit);
    case RUNNABLE:
        return time_or_blank(profile, totals->runnable, columns->elapsed_unit);
    case BLOCKED:
        return time_or_blank(profile, totals->blocked, columns->elapsed_unit);
    case WAITING:
        return time_or_blank(profile, totals->waiting, columns->elapsed_unit);
    case UNCOUNTED:
        return time_or_blank(profile, totals->uncounted, columns->unit);
    case CYCLES:
        return totals->cycles ? qp_number_count(totals->cycles) : none;
    case CALLS:
        return qp_number_count(totals->calls);
    case PER_CALL:
        return totals->calls ? qp_number_time(qp_profile_ns(profile, totals->total) / totals->calls) : none;
    case SLOWEST:
        return totals->measured ? qp_number_time(qp_profile_ns(profile, totals->maximum)) : none;
    default:
        return none;
    }
}

/* Returns whether the number is an estimate. */
static bool add_cell(struct qp_table *table, const struct qp_query *query, const struct columns *columns,
                     enum cell cell, uint32_t method)
{
    const struct qp_totals *totals = &query->methods[method];
    char text[LOCATION_SIZE];
    bool guessed = false;
    if (cell == NAME) {
        qp_profile_method_name(query->profile, method, text, NAME_SIZE);
    } else if (cell == LOCATION) {
        qp_profile_method_location(query->profile, method, text, sizeof text);
    } else {
        struct qp_number number = number_of(query, columns, cell, totals);
        guessed = totals->estimated && is_elapsed(cell) && number.text[0];
        snprintf(text, sizeof text, "%s%s", guessed ? "~" : "", number.text);
    }
    qp_table_add(table, style_of(cell, query, totals), text);
    return guessed;
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
        for (uint32_t k = 0; k < columns.count; k++)
            estimated |= add_cell(&table, query, &columns, columns.cells[k], rows[i].method);
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
        fputs(choice->filter ? "no function matches\n" : "no function was called\n", stream->out);
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
        qp_heading_thread(part.profile, thread, group, stream);
        fprintf(stream->out, "  %s in functions\n", qp_number_time(qp_profile_ns(part.profile, part.all.self)).text);
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
