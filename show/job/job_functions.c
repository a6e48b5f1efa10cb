#include "show/job/job_functions.h"

#include "base/number.h"
#include "base/order.h"
#include "show/parts/heading.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 400

struct printer {
    const struct qp_job *job;
    const struct qp_ranks *ranks;
    const struct qp_job_functions_choice *choice;
    enum qp_spread_of of; /* the number whose spread is shown */
    uint32_t *order;      /* numbers of the functions that are shown */
    uint32_t count;
};

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void name_of(const struct qp_ranks *ranks, uint32_t function, char name[NAME_SIZE])
{
    const struct qp_function_key *key = &ranks->keys.items[function];
    qp_profile_show_name(ranks->product, key->class_name, key->name, key->id, name, NAME_SIZE);
}

static bool passes(const struct printer *printer, uint32_t function)
{
    char name[NAME_SIZE];
    name_of(printer->ranks, function, name);
    return qp_filter_passes_function(printer->choice->filter, qp_text_of(name),
                                     printer->ranks->keys.items[function].file);
}

static uint64_t number_of(const struct printer *printer, uint32_t function)
{
    const struct qp_spread *spread = &printer->ranks->functions[function].spreads[printer->of];
    if (printer->choice->sort != QP_JOB_BY_IMBALANCE)
        return spread->sum;
    return spread->most - spread->sum / printer->ranks->count;
}

static int by_choice(const void *left, const void *right, void *of)
{
    const struct printer *printer = of;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    char name_a[NAME_SIZE], name_b[NAME_SIZE];
    if (printer->choice->sort != QP_JOB_BY_NAME) {
        const struct qp_spread *x = printer->ranks->functions[a].spreads, *y = printer->ranks->functions[b].spreads;
        int order =
            QP_ORDER({number_of(printer, b), number_of(printer, a)}, {y[QP_SPREAD_TOTAL].sum, x[QP_SPREAD_TOTAL].sum},
                     {y[QP_SPREAD_CALLS].sum, x[QP_SPREAD_CALLS].sum});
        if (order)
            return order;
    }
    name_of(printer->ranks, a, name_a);
    name_of(printer->ranks, b, name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : QP_ORDER({a, b});
}

static bool open_rows(struct printer *printer)
{
    uint32_t all = printer->ranks->function_count;
    printer->order = malloc(((size_t)all + 1) * sizeof *printer->order);
    for (uint32_t i = 0; printer->order && i < all; i++) {
        if (passes(printer, i))
            printer->order[printer->count++] = i;
    }
    if (printer->count)
        qsort_r(printer->order, printer->count, sizeof *printer->order, by_choice, printer);
    return printer->order;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void add_number(struct qp_table *table, enum qp_spread_of of, uint64_t number)
{
    if (of == QP_SPREAD_CALLS)
        qp_table_add_count(table, number);
    else
        qp_table_add_time(table, QP_STYLE_PLAIN, number, 0);
}

/* Add the mean over all ranks. The mean of counts has decimals. */
static void add_mean(struct qp_table *table, enum qp_spread_of of, uint64_t sum, uint32_t count)
{
    if (of == QP_SPREAD_CALLS && sum % count)
        qp_table_addf(table, QP_STYLE_PLAIN, "%.2f", (double)sum / count);
    else
        add_number(table, of, sum / count);
}

static void add_spread(struct qp_table *table, const struct printer *printer, const struct qp_rank_function *function)
{
    const struct qp_ranks *ranks = printer->ranks;
    const struct qp_spread *spread = &function->spreads[printer->of];
    char name[QP_JOB_RANK_NAME];
    qp_job_rank_name(&printer->job->files[ranks->rows[spread->rank].file], name);
    add_number(table, printer->of, qp_ranks_least(ranks, function, printer->of));
    add_mean(table, printer->of, spread->sum, ranks->count);
    add_number(table, printer->of, spread->most);
    qp_table_add(table, QP_STYLE_PLAIN, spread->most ? name : "");
    qp_table_add_share(table, QP_STYLE_PLAIN, qp_ranks_imbalance(spread->sum, spread->most, ranks->count), 1000000);
}

static enum qp_style style_of(uint64_t part, uint64_t whole)
{
    return part > whole / 5 ? QP_STYLE_RED : part > whole / 20 ? QP_STYLE_YELLOW : QP_STYLE_PLAIN;
}

static void add_row(struct qp_table *table, const struct printer *printer, uint32_t number)
{
    const struct qp_rank_function *function = &printer->ranks->functions[number];
    const struct qp_function_key *key = &printer->ranks->keys.items[number];
    uint64_t self = function->spreads[QP_SPREAD_SELF].sum, whole = printer->ranks->self;
    char name[NAME_SIZE], place[600] = "";
    name_of(printer->ranks, number, name);
    if (key->file.length)
        qp_profile_show_location(key->file, key->line, place, sizeof place);
    qp_table_add_time(table, style_of(self, whole), self, 0);
    qp_table_add_share(table, style_of(self, whole), self, whole);
    qp_table_add_count(table, function->spreads[QP_SPREAD_CALLS].sum);
    add_spread(table, printer, function);
    qp_table_add_time(table, QP_STYLE_PLAIN, function->spreads[QP_SPREAD_TOTAL].sum, 0);
    qp_table_add_count(table, function->ranks);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    qp_table_add(table, QP_STYLE_PLAIN, place);
}

/* ---- table ------------------------------------------------------------------------------------------------------- */

static bool print_rows(const struct printer *printer, uint32_t shown, const struct qp_stream *stream)
{
    static const char *const words[] = {
        [QP_SPREAD_SELF] = "self time", [QP_SPREAD_TOTAL] = "total time", [QP_SPREAD_CALLS] = "calls"};
    static const char *const keys[] = {[QP_JOB_BY_SELF] = "self",
                                       [QP_JOB_BY_TOTAL] = "total",
                                       [QP_JOB_BY_CALLS] = "calls",
                                       [QP_JOB_BY_IMBALANCE] = "imbalance",
                                       [QP_JOB_BY_NAME] = "self"};
    bool clock = printer->ranks->has_times, some = false;
    struct qp_table table;
    for (uint32_t i = 0; i < shown; i++)
        some |= printer->ranks->functions[printer->order[i]].ranks < printer->ranks->count;
    const bool has[] = {clock, clock, true, true, true, true, true, true, clock, some || stream->programs, true, true};
    qp_table_init_some(&table,
                       "self|self %;share|calls|min|mean|max|of rank;max rank|imbalance|total|ranks|-function|"
                       "-file:line;place",
                       has);
    qp_table_keep(&table, keys[printer->choice->sort]);
    for (uint32_t i = 0; i < shown; i++)
        add_row(&table, printer, printer->order[i]);
    bool ok = qp_table_finish(&table, stream, NULL);
    if (shown)
        fprintf(stream->out, "min, mean and max: %s of a rank; imbalance: (max - mean) / max\n", words[printer->of]);
    if (shown < printer->count)
        fprintf(stream->out, "%u of %u functions; use --top=0 to show all\n", shown, printer->count);
    return ok;
}

bool qp_job_functions_print(const struct qp_job *job, const struct qp_ranks *ranks,
                            const struct qp_job_functions_choice *choice, const struct qp_stream *stream)
{
    struct printer printer = {.job = job, .ranks = ranks, .choice = choice};
    bool counts = choice->sort == QP_JOB_BY_CALLS || !ranks->has_times;
    printer.of = counts ? QP_SPREAD_CALLS : choice->sort == QP_JOB_BY_TOTAL ? QP_SPREAD_TOTAL : QP_SPREAD_SELF;
    bool ok = open_rows(&printer);
    if (ok && !printer.count && qp_filter_is_empty(choice->filter))
        fputs("no function was called\n", stream->out);
    ok = ok && print_rows(&printer, qp_table_at_most(printer.count, choice->top), stream);
    free(printer.order);
    return ok;
}
