#include "tools/qii/counter_table.h"

#include "base/number.h"
#include "export/table.h"
#include "tools/qii/course.h"
#include "tools/qii/qii.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NAME_BYTES 200 /* of a counter */

/* ---- the table --------------------------------------------------------------------------------------------------- */

enum { MOST_COLUMNS = 9 };

static const struct qp_column columns[MOST_COLUMNS] = {
    {"counter", true},  {"instance", true}, {"samples", false}, {"minimum", false},  {"mean", false},
    {"maximum", false}, {"last", false},    {"unit", true},     {"over time", true},
};

struct report {
    const struct qii_counter_view *view;
    struct qii_course **courses; /* by instance; NULL = not shown */
};

static uint32_t terminal_width(void)
{
    struct winsize size;
    const char *columns_set = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    long width = columns_set ? strtol(columns_set, NULL, 10) : 0;
    return width > 0 && width < 10000 ? (uint32_t)width : 100;
}

static void name_instance(const struct report *report, const struct qp_counter_instance *instance, char *shown,
                          size_t size)
{
    const struct qp_header *header = &report->view->counters->profile->reader.header;
    if (instance->kind == QP_INSTANCE_THREAD)
        qii_thread_name(report->view->counters->profile, instance->thread, shown, size);
    else if (instance->kind == QP_INSTANCE_PROCESS && header->ranks > 1)
        snprintf(shown, size, "process %u", header->rank);
    else
        snprintf(shown, size, "%s", qp_counters_instance_name(instance->kind));
}

static void add_number(struct qp_table *table, double number)
{
    char text[QP_COUNTER_TEXT];
    snprintf(text, sizeof text, "%.6g", number);
    qp_table_add(table, QP_STYLE_PLAIN, isnan(number) ? "-" : text);
}

/* Values as exact as six digits are; integers exactly. */
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

/* What is known of rates without the log is their mean. */
static void add_rates(struct qp_table *table, double mean, const struct qii_course *course)
{
    bool any = course && course->count;
    add_number(table, any ? course->minimum : NAN);
    add_number(table, mean);
    add_number(table, any ? course->maximum : NAN);
    add_number(table, any ? course->last : NAN);
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
    const struct qp_counter_instance *instance = &report->view->counters->instances[index];
    const struct qp_counter_item *item = &report->view->counters->items[instance->counter];
    const struct qii_course *course = report->courses[index];
    char name[NAME_BYTES], shown[64], count[QP_NUMBER], line[3 * QII_COURSE_PARTS + 1];
    qp_counters_name(item, name, sizeof name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    name_instance(report, instance, shown, sizeof shown);
    qp_table_add(table, QP_STYLE_DIM, shown);
    qp_number_count(count, instance->totals.samples);
    qp_table_add(table, QP_STYLE_PLAIN, count);
    if (item->genre & QP_COUNTER_RATE)
        add_rates(table, qp_counters_rate(report->view->counters, item->genre, &instance->totals), course);
    else
        add_values(table, &instance->totals, item->genre);
    add_unit(table, item);
    *line = '\0';
    if (width > 0)
        qii_course_draw(course, width, line);
    qp_table_add(table, QP_STYLE_PLAIN, line);
}

static void add_rows(struct qp_table *table, const struct report *report, uint32_t width)
{
    qp_table_init(table, columns, MOST_COLUMNS);
    for (uint32_t i = 0; i < report->view->counters->instance_count; i++) {
        if (report->courses[i])
            add_row(table, report, i, width);
    }
}

/* What the other columns leave of a line. */
static uint32_t plot_width(const struct qp_table *table)
{
    size_t used = 1;
    uint32_t width = terminal_width();
    for (int i = 0; i < MOST_COLUMNS - 1; i++)
        used += table->widths[i] + 2;
    uint32_t left = used + 8 < width ? width - (uint32_t)used : 8;
    return left < QII_COURSE_PARTS / 2 ? left : QII_COURSE_PARTS / 2;
}

static bool print_table(const struct report *report)
{
    struct qp_table table;
    add_rows(&table, report, 0);
    bool none = table.cells == 0 && !table.failed;
    uint32_t width = plot_width(&table);
    qp_table_fini(&table);
    if (none) {
        puts(report->view->counters->instance_count ? "no counter matches" : "no counter was logged");
        return true;
    }
    add_rows(&table, report, width);
    bool ok = qp_table_print(&table, stdout, report->view->colour);
    qp_table_fini(&table);
    return ok;
}

/* ---- the course of each instance ------------------------------------------------------------------------------ */

static bool is_shown(const struct report *report, const struct qp_counter_instance *instance)
{
    const struct qii_counter_view *view = report->view;
    return view->chosen[instance->counter] &&
           (!view->thread ||
            (instance->thread != QP_NONE && qii_thread_is(view->counters->profile, instance->thread, view->thread)));
}

static bool make_courses(struct report *report)
{
    const struct qp_counters *counters = report->view->counters;
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
        report->courses[i] = malloc(sizeof **report->courses);
        if (!report->courses[i])
            return false;
        qii_course_init(report->courses[i], counters->items[counters->instances[i].counter].genre,
                        qp_profile_since_start(counters->profile, start),
                        qp_profile_since_start(counters->profile, end));
    }
    return true;
}

static void read_courses(struct report *report, struct qp_events *events)
{
    const struct qp_counters *counters = report->view->counters;
    struct qp_event event;
    while (qp_events_next(events, &event)) {
        uint32_t counter = event.kind == QP_EVENT_COUNT ? qp_counters_find(counters, event.object) : QP_NONE;
        uint32_t instance = counter == QP_NONE ? QP_NONE : qp_counters_instance(counters, counter, event.thread);
        if (instance != QP_NONE && report->courses[instance])
            qii_course_add(report->courses[instance], qp_profile_since_start(counters->profile, event.tick),
                           event.value);
    }
}

bool qii_counter_table_print(const struct qii_counter_view *view, struct qp_events *events)
{
    uint32_t count = view->counters->instance_count;
    struct report report = {view, calloc(count + 1, sizeof *report.courses)};
    bool ok = report.courses && make_courses(&report);
    if (ok) {
        read_courses(&report, events);
        ok = print_table(&report);
    }
    for (uint32_t i = 0; report.courses && i < count; i++)
        free(report.courses[i]);
    free(report.courses);
    return ok;
}
