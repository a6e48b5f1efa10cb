#include "show/log/counter_table.h"

#include "format/words.h"
#include "show/parts/plot.h"
#include "show/parts/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 200 /* maximum size of a counter's name */

/* ---- table ------------------------------------------------------------------------------------------------------- */

struct report {
    const struct qp_counters *counters;
    const struct qp_counter_choice *choice;
    const struct qp_stream *stream;
    const char *rank;       /* name of the rank, which is the first column; NULL = there is no such column */
    struct qp_plot **plots; /* plot of each counter instance; NULL if the instance is not shown */
};

static void name_instance(const struct report *report, const struct qp_counter_instance *instance, char *shown,
                          size_t size)
{
    const struct qp_header *header = &report->counters->profile->reader.header;
    if (instance->kind == QP_INSTANCE_THREAD)
        qp_profile_thread_name(report->counters->profile, instance->thread, shown, size);
    else if (instance->kind == QP_INSTANCE_PROCESS && header->ranks > 1)
        snprintf(shown, size, "process %u", header->rank);
    else
        snprintf(shown, size, "%s", qp_words_instance(instance->kind));
}

static void add_number(struct qp_table *table, double number)
{
    char text[QP_COUNTER_TEXT];
    snprintf(text, sizeof text, "%.6g", number);
    qp_table_add(table, QP_STYLE_PLAIN, isnan(number) ? "-" : text);
}

/* Add a counter's value, or "-" if `is_there` is false. An integer is shown exactly, a floating-point number with six
 * digits. */
static void add_value(struct qp_table *table, uint32_t genre, uint64_t bits, bool is_there)
{
    char text[QP_COUNTER_TEXT];
    if ((genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT || !is_there) {
        add_number(table, is_there ? qp_counters_number(genre, bits) : NAN);
        return;
    }
    qp_counters_show(text, genre, bits);
    qp_table_add(table, QP_STYLE_PLAIN, text);
}

static void add_values(struct qp_table *table, const struct qp_counter_totals *totals, uint32_t genre)
{
    bool range = qp_counters_has_range(genre, totals);
    add_value(table, genre, totals->minimum, range);
    add_number(table, qp_counters_mean(totals));
    add_value(table, genre, totals->maximum, range);
    add_value(table, genre, totals->last, true);
}

/* Add the rates of a counter. If the log has no values of the counter, only the mean is known. */
static void add_rates(struct qp_table *table, double mean, const struct qp_plot *plot)
{
    bool any = plot && plot->count;
    add_number(table, any ? plot->minimum : NAN);
    add_number(table, mean);
    add_number(table, any ? plot->maximum : NAN);
    add_number(table, any ? plot->last : NAN);
}

static void add_unit(struct qp_table *table, const struct qp_counter_item *item)
{
    char unit[64];
    size_t length = qp_text_show(item->unit, unit, sizeof unit - 8);
    if (item->genre & QP_COUNTER_RATE)
        strcpy(unit + length, "/s");
    qp_table_add(table, QP_STYLE_DIM, unit);
}

static void add_row(struct qp_table *table, const struct report *report, uint32_t index, uint32_t width)
{
    const struct qp_counter_instance *instance = &report->counters->instances[index];
    const struct qp_counter_item *item = &report->counters->items[instance->counter];
    const struct qp_plot *plot = report->plots[index];
    char name[NAME_BYTES], shown[64], line[3 * QP_PLOT_PARTS + 1];
    qp_counters_name(item, name, sizeof name);
    if (report->rank)
        qp_table_add(table, QP_STYLE_PLAIN, report->rank);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    name_instance(report, instance, shown, sizeof shown);
    qp_table_add(table, QP_STYLE_DIM, shown);
    qp_table_add_count(table, instance->totals.samples);
    if (item->genre & QP_COUNTER_RATE)
        add_rates(table, qp_counters_rate(report->counters, item->genre, &instance->totals), plot);
    else
        add_values(table, &instance->totals, item->genre);
    add_unit(table, item);
    *line = '\0';
    if (width > 0)
        qp_plot_draw(plot, width, line);
    qp_table_add(table, QP_STYLE_PLAIN, line);
}

#define COLUMNS "-*counter|-*instance|samples|minimum|mean|maximum|last|-unit|-over time"

static void add_rows(struct qp_table *table, const struct report *report, uint32_t width)
{
    for (uint32_t i = 0; i < report->counters->instance_count; i++) {
        if (report->plots[i])
            add_row(table, report, i, width);
    }
}

/* Return the width that the other columns leave for the plot. */
static uint32_t plot_width(const struct qp_table *table, uint32_t width)
{
    size_t used = qp_table_last_begins(table) + 1;
    uint32_t left = used + 8 < width ? width - (uint32_t)used : 8;
    return left < QP_PLOT_PARTS / 2 ? left : QP_PLOT_PARTS / 2;
}

static bool print_table(const struct report *report)
{
    struct qp_table table;
    qp_table_init(&table, COLUMNS);
    add_rows(&table, report, 0);
    bool none = qp_table_is_empty(&table), failed = table.failed;
    uint32_t width = plot_width(&table, report->stream->columns);
    qp_table_fini(&table);
    if (failed)
        return false;
    if (none) {
        fputs(report->counters->instance_count ? "no counter matches\n" : "no counter was logged\n",
              report->stream->out);
        return true;
    }
    qp_table_init(&table, COLUMNS);
    add_rows(&table, report, width);
    return qp_table_finish(&table, report->stream, NULL);
}

/* ---- plots -------------------------------------------------------------------------------------------------- */

static bool is_shown(const struct report *report, const struct qp_counter_instance *instance)
{
    const struct qp_counter_choice *choice = report->choice;
    return choice->chosen[instance->counter] &&
           (!choice->thread || (instance->thread != QP_NONE &&
                                qp_profile_thread_is(report->counters->profile, instance->thread, choice->thread)));
}

static bool make_plots(struct report *report)
{
    const struct qp_counters *counters = report->counters;
    uint64_t start = UINT64_MAX, end = 0;
    for (uint32_t i = 0; i < counters->instance_count; i++) {
        const struct qp_counter_totals *totals = &counters->instances[i].totals;
        if (!is_shown(report, &counters->instances[i]))
            continue;
        start = totals->first_tick < start ? totals->first_tick : start;
        end = totals->last_tick > end ? totals->last_tick : end;
    }
    for (uint32_t i = 0; i < counters->instance_count; i++) {
        if (!is_shown(report, &counters->instances[i]))
            continue;
        report->plots[i] = malloc(sizeof **report->plots);
        if (!report->plots[i])
            return false;
        qp_plot_init(report->plots[i], counters->items[counters->instances[i].counter].genre,
                     qp_profile_since_start(counters->profile, start), qp_profile_since_start(counters->profile, end));
    }
    return true;
}

static void read_plots(struct report *report, struct qp_resolver *events)
{
    struct qp_resolved resolved;
    while (qp_resolver_next(events, &resolved)) {
        uint32_t instance = QP_NONE;
        if (resolved.counter != QP_NONE)
            instance = qp_counters_instance(report->counters, resolved.counter, resolved.event.thread);
        if (instance != QP_NONE && report->plots[instance])
            qp_plot_add(report->plots[instance], resolved.ns, resolved.event.value);
    }
}

static bool open_report(struct report *report, struct qp_resolver *events, const struct qp_counter_choice *choice)
{
    report->counters = &events->events.counters;
    report->choice = choice;
    report->plots = calloc((size_t)report->counters->instance_count + 1, sizeof *report->plots);
    if (!report->plots || !make_plots(report))
        return false;
    read_plots(report, events);
    return !events->failed;
}

static void close_report(struct report *report)
{
    for (uint32_t i = 0; report->plots && i < report->counters->instance_count; i++)
        free(report->plots[i]);
    free(report->plots);
}

bool qp_counter_table_print(struct qp_resolver *events, const struct qp_counter_choice *choice,
                            const struct qp_stream *stream)
{
    struct report report = {.stream = stream};
    bool ok = open_report(&report, events, choice) && print_table(&report);
    close_report(&report);
    return ok;
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

#define WIDTH_IN_JOB 16 /* of the plots, because the widths of the other columns are not known before the last rank */

void qp_counter_table_begin_ranks(struct qp_table *table)
{
    qp_table_init(table, "*rank|" COLUMNS);
}

bool qp_counter_table_add_rank(struct qp_table *table, const char *rank, struct qp_resolver *events,
                               const struct qp_counter_choice *choice)
{
    struct report report = {.rank = rank};
    bool ok = open_report(&report, events, choice);
    if (ok)
        add_rows(table, &report, WIDTH_IN_JOB);
    close_report(&report);
    return ok;
}
