#include "watch/function_table.h"

#include "base/number.h"
#include "base/order.h"
#include "profile/query/interval.h"
#include "profile/query/measure.h"
#include "profile/source/pattern.h"

#include <stdlib.h>
#include <string.h>

/* ---- amounts ------------------------------------------------------------------------------------------------- */

uint64_t qp_function_table_amount(const struct qp_watched *watched, const struct qp_recent_part *part,
                                  enum qp_amount amount, bool total)
{
    return total ? part->all[amount] : (uint64_t)(qp_recent_rate(&watched->recent, part, amount) + 0.5);
}

enum qp_amount qp_function_table_calls(const struct qp_watched *watched)
{
    return qp_query_has_counted(&watched->query) ? QP_AMOUNT_COUNTED : QP_AMOUNT_CALLS;
}

/* Return the amount that a column shows; QP_AMOUNTS if it shows no amount. */
static enum qp_amount amount_of(const struct qp_watched *watched, enum qp_top_sort column)
{
    static const enum qp_amount amounts[] = {
        [QP_TOP_BY_SELF] = QP_AMOUNT_SELF,         [QP_TOP_BY_TOTAL] = QP_AMOUNT_TOTAL,
        [QP_TOP_BY_RUNNABLE] = QP_AMOUNT_RUNNABLE, [QP_TOP_BY_BLOCKED] = QP_AMOUNT_BLOCKED,
        [QP_TOP_BY_WAITING] = QP_AMOUNT_WAITING,   [QP_TOP_BY_SAMPLES] = QP_AMOUNT_CALLS,
        [QP_TOP_BY_PER_CALL] = QP_AMOUNTS,         [QP_TOP_BY_NAME] = QP_AMOUNTS,
    };
    return column == QP_TOP_BY_CALLS ? qp_function_table_calls(watched) : amounts[column];
}

static double per_call(const struct qp_watched *watched, const struct qp_recent_part *part, bool total)
{
    uint64_t calls = qp_function_table_amount(watched, part, qp_function_table_calls(watched), total);
    uint64_t time = qp_function_table_amount(watched, part, QP_AMOUNT_TOTAL, total);
    return calls ? (double)time / (double)calls : 0;
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */

const char *const qp_top_sort_words[] = {
#define X(constant, word) word,
    QP_TOP_SORTS(X)
#undef X
        NULL,
};

struct order {
    const struct qp_watched *watched;
    const struct qp_function_table *table;
};

static double key_of(const struct order *order, uint32_t row)
{
    const struct qp_recent_part *part = &order->watched->recent.functions[row].part;
    enum qp_amount amount = amount_of(order->watched, order->table->sort);
    if (order->table->sort == QP_TOP_BY_PER_CALL)
        return per_call(order->watched, part, order->table->total);
    return order->table->total ? (double)part->all[amount] : part->lately[amount];
}

/* Order rows by the chosen column. Equal rows, such as functions without recent activity, are ordered by the numbers
 * of the whole run, so that rows keep their positions between updates. */
static int by_key(const void *left, const void *right, void *given)
{
    const struct order *order = given;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct qp_recent_function *of_a = &order->watched->recent.functions[a];
    const struct qp_recent_function *of_b = &order->watched->recent.functions[b];
    if (order->table->sort == QP_TOP_BY_NAME) {
        int names = strcmp(of_a->name, of_b->name);
        return names ? names : QP_ORDER({a, b});
    }
    double key_a = key_of(order, a), key_b = key_of(order, b);
    if (key_a != key_b)
        return key_a > key_b ? -1 : 1;
    const uint64_t *all_a = of_a->part.all, *all_b = of_b->part.all;
    return QP_ORDER({all_b[QP_AMOUNT_SELF], all_a[QP_AMOUNT_SELF]}, {all_b[QP_AMOUNT_CALLS], all_a[QP_AMOUNT_CALLS]},
                    {all_b[QP_AMOUNT_COUNTED], all_a[QP_AMOUNT_COUNTED]}, {a, b});
}

static bool passes(const struct qp_function_table *table, const struct qp_recent_function *function)
{
    if (function->method == QP_NONE)
        return false;
    return !table->filter[0] || qp_pattern_matches(table->filter, qp_text_of(function->name)) ||
           qp_pattern_matches_path(table->filter, qp_text_of(function->place));
}

bool qp_function_table_update(struct qp_function_table *table, const struct qp_watched *watched)
{
    const struct qp_recent *recent = &watched->recent;
    uint32_t *rows = realloc(table->rows, ((size_t)recent->count + 1) * sizeof *rows);
    if (!rows)
        return false;
    table->rows = rows;
    table->list.count = 0;
    if (!qp_query_has_times(&watched->query) && table->sort != QP_TOP_BY_NAME)
        table->sort = QP_TOP_BY_CALLS;
    for (uint32_t i = 0; i < recent->count; i++) {
        if (passes(table, &recent->functions[i]))
            rows[table->list.count++] = i;
    }
    qsort_r(rows, table->list.count, sizeof *rows, by_key, &(struct order){watched, table});
    for (uint32_t i = 0; table->follows && i < table->list.count; i++) {
        if (rows[i] == table->chosen)
            table->list.selected = i;
    }
    qp_list_fit(&table->list);
    return true;
}

void qp_function_table_select(struct qp_function_table *table, int64_t row)
{
    qp_list_select(&table->list, row);
    table->follows = table->list.selected > 0;
    if (table->follows)
        table->chosen = table->rows[table->list.selected];
}

/* ---- columns ------------------------------------------------------------------------------------------------- */

enum cell { SELF, SHARE, INTERVAL, TOTAL, RUNNABLE, BLOCKED, WAITING, SAMPLES, CALLS, PER_CALL, CELLS };

static const struct column {
    const char *title;
    unsigned width;
    enum qp_top_sort sort;
    unsigned leaves; /* columns with the highest number are dropped first if the screen is narrow; 0 = never dropped */
} columns[CELLS] = {
    [SELF] = {"self", 10, QP_TOP_BY_SELF, 2},
    [SHARE] = {"%", 6, QP_TOP_SORT_COUNT, 0},
    [INTERVAL] = {"95%", 11, QP_TOP_SORT_COUNT, 10},
    [TOTAL] = {"total", 11, QP_TOP_BY_TOTAL, 4},
    [RUNNABLE] = {"runnable", 13, QP_TOP_BY_RUNNABLE, 5},
    [BLOCKED] = {"blocked", 12, QP_TOP_BY_BLOCKED, 6},
    [WAITING] = {"waiting", 12, QP_TOP_BY_WAITING, 7},
    [SAMPLES] = {"samples", 12, QP_TOP_BY_SAMPLES, 9},
    [CALLS] = {"calls", 14, QP_TOP_BY_CALLS, 3},
    [PER_CALL] = {"per call", 9, QP_TOP_BY_PER_CALL, 8},
};

#define LEAST_NAME 16 /* minimum width for names */

bool qp_function_table_has(const struct qp_watched *watched, enum qp_amount amount)
{
    const uint64_t *all = watched->recent.whole.all;
    return all[amount] > all[QP_AMOUNT_SELF] / 1000;
}

static bool has_cell(const struct qp_watched *watched, enum cell cell)
{
    if (cell == SHARE)
        return true;
    if (cell == CALLS)
        return watched->profile.measure != QP_MEASURE_OBJECTS; /* else the column `self` has them */
    if (cell == RUNNABLE || cell == BLOCKED || cell == WAITING)
        return qp_function_table_has(watched, amount_of(watched, columns[cell].sort));
    if (cell == SAMPLES)
        return qp_query_has_counted(&watched->query);
    if (cell == INTERVAL)
        return qp_query_is_sampled(&watched->query);
    if (cell == PER_CALL && (!watched->query.counts_calls || qp_query_is_of_allocations(&watched->query)))
        return false;
    return qp_query_has_times(&watched->query);
}

/* Choose the columns to draw. Return the width left for names. */
static unsigned choose_columns(const struct qp_watched *watched, unsigned width, bool shown[CELLS])
{
    unsigned used = 0;
    for (int i = 0; i < CELLS; i++) {
        shown[i] = has_cell(watched, (enum cell)i);
        used += shown[i] ? columns[i].width + 1 : 0;
    }
    for (unsigned rank = CELLS; rank > 0 && used + LEAST_NAME > width; rank--) {
        for (int i = 0; i < CELLS; i++) {
            if (shown[i] && columns[i].leaves == rank) {
                shown[i] = false;
                used -= columns[i].width + 1;
            }
        }
    }
    return used < width ? width - used : 0;
}

void qp_function_table_sort_next(struct qp_function_table *table, const struct qp_watched *watched, int step)
{
    for (int i = 0; i < QP_TOP_SORT_COUNT; i++) {
        table->sort = (enum qp_top_sort)(((int)table->sort + step + QP_TOP_SORT_COUNT) % QP_TOP_SORT_COUNT);
        if (table->sort == QP_TOP_BY_NAME)
            return;
        for (int cell = 0; cell < CELLS; cell++) {
            if (columns[cell].sort == table->sort && has_cell(watched, (enum cell)cell))
                return;
        }
    }
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

struct printer {
    const struct qp_watched *watched;
    const struct qp_function_table *table;
    struct qp_drawing *drawing;
    bool shown[CELLS];
    unsigned names; /* columns for them */
    struct qp_unit unit;
};

static void draw_title(const struct printer *printer, unsigned row, enum cell cell)
{
    char title[40];
    const struct column *column = &columns[cell];
    bool samples = cell == CALLS && !printer->watched->query.counts_calls;
    bool share = cell == SHARE || cell == INTERVAL;
    bool allocations = qp_query_is_of_allocations(&printer->watched->query);
    bool time = !share && cell != SAMPLES && cell != CALLS && cell != PER_CALL && !allocations;
    bool rate = !printer->table->total && !share && cell != PER_CALL;
    snprintf(title, sizeof title, "%s%s%s%s%s", column->sort == printer->table->sort ? "*" : "",
             samples                        ? "samples"
             : cell == CALLS && allocations ? "objects"
                                            : column->title,
             time ? " " : "", time ? printer->unit.name : "", rate ? "/s" : "");
    qp_drawing_right(printer->drawing, row, QP_STYLE_BOLD, title, column->width);
    qp_drawing_put(printer->drawing, row, QP_STYLE_PLAIN, " ");
}

/* Return the interval of a function's share. Samples of earlier readings, whose weight decreases (recent.h), make the
 * interval a little wider than necessary. */
static struct qp_number interval_of(const struct printer *printer, const struct qp_recent_part *part)
{
    const struct qp_recent_part *whole = &printer->watched->recent.whole;
    bool total = printer->table->total;
    uint64_t samples = total ? whole->all[QP_AMOUNT_CALLS] : (uint64_t)(whole->lately[QP_AMOUNT_CALLS] + 0.5);
    uint64_t self = qp_function_table_amount(printer->watched, part, QP_AMOUNT_SELF, total);
    uint64_t all = qp_function_table_amount(printer->watched, whole, QP_AMOUNT_SELF, total);
    struct qp_interval interval = qp_interval_of(self, all, samples);
    return self ? qp_number_shares(interval.low, interval.high) : (struct qp_number){""};
}

static struct qp_number number_of(const struct printer *printer, const struct qp_recent_part *part, enum cell cell)
{
    const struct qp_watched *watched = printer->watched;
    bool total = printer->table->total;
    enum qp_amount shared = qp_query_has_times(&watched->query) ? QP_AMOUNT_SELF : QP_AMOUNT_CALLS;
    uint64_t amount;
    switch (cell) {
    case SHARE:
        return qp_number_share(qp_function_table_amount(watched, part, shared, total),
                               qp_function_table_amount(watched, &watched->recent.whole, shared, total));
    case INTERVAL:
        return interval_of(printer, part);
    case SAMPLES:
    case CALLS:
        amount = qp_function_table_amount(watched, part, amount_of(watched, columns[cell].sort), total);
        return qp_number_count(amount);
    case PER_CALL:
        amount = (uint64_t)per_call(watched, part, total);
        return amount ? qp_number_time(amount) : (struct qp_number){""};
    default:
        amount = qp_function_table_amount(watched, part, amount_of(watched, columns[cell].sort), total);
        return amount || cell == SELF ? qp_measure_in_unit(watched->measure, amount, printer->unit)
                                      : (struct qp_number){""};
    }
}

static enum qp_style style_of(const struct printer *printer, const struct qp_recent_part *part, enum cell cell)
{
    bool total = printer->table->total;
    uint64_t all = qp_function_table_amount(printer->watched, &printer->watched->recent.whole, QP_AMOUNT_SELF, total);
    uint64_t self = qp_function_table_amount(printer->watched, part, QP_AMOUNT_SELF, total);
    if (cell != SELF && cell != SHARE)
        return QP_STYLE_PLAIN;
    return self > all / 5 ? QP_STYLE_RED : self > all / 20 ? QP_STYLE_YELLOW : QP_STYLE_PLAIN;
}

static void draw_row(const struct printer *printer, unsigned row, const struct qp_recent_function *function)
{
    struct qp_drawing *drawing = printer->drawing;
    for (int cell = 0; cell < CELLS; cell++) {
        if (!printer->shown[cell])
            continue;
        qp_drawing_right(drawing, row, style_of(printer, &function->part, (enum cell)cell),
                         number_of(printer, &function->part, (enum cell)cell).text, columns[cell].width);
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, " ");
    }
    qp_drawing_left(drawing, row, QP_STYLE_PLAIN, function->name, printer->names);
    qp_drawing_put(drawing, row, QP_STYLE_PLAIN, "  ");
    qp_drawing_tail(drawing, row, QP_STYLE_DIM, function->place);
}

/* Return the width of the column of names. It is the width of the longest visible name, but up to a third of `width`
 * is reserved for file:line. */
static unsigned name_width(const struct printer *printer, unsigned width)
{
    const struct qp_list *list = &printer->table->list;
    unsigned longest = 8, places = 0, most = width;
    for (uint32_t i = list->first; i < list->count && i - list->first < list->height; i++) {
        const struct qp_recent_function *function = &printer->watched->recent.functions[printer->table->rows[i]];
        unsigned name = qp_drawing_width(function->name), place = qp_drawing_width(function->place);
        longest = name > longest ? name : longest;
        places = place > places ? place : places;
    }
    if (width >= 2 * LEAST_NAME)
        most = places + 2 < width / 3 ? width - places - 2 : width - width / 3;
    return longest < most ? longest : most;
}

void qp_function_table_draw(struct qp_function_table *table, const struct qp_watched *watched,
                            struct qp_drawing *drawing, unsigned row, unsigned height)
{
    struct printer printer = {
        .watched = watched,
        .table = table,
        .drawing = drawing,
        .unit = table->total ? qp_unit_for(watched->recent.whole.all[QP_AMOUNT_SELF]) : (struct qp_unit){"ms", 1000000},
    };
    unsigned rest = choose_columns(watched, drawing->columns, printer.shown);
    table->list.height = height > 1 ? height - 1 : 0;
    qp_list_fit(&table->list);
    printer.names = name_width(&printer, rest);
    for (int cell = 0; cell < CELLS; cell++) {
        if (printer.shown[cell])
            draw_title(&printer, row, (enum cell)cell);
    }
    qp_drawing_put(drawing, row, QP_STYLE_BOLD, table->sort == QP_TOP_BY_NAME ? "*function" : "function");
    for (uint32_t i = 0; i < table->list.height && table->list.first + i < table->list.count; i++) {
        uint32_t at = table->list.first + i;
        draw_row(&printer, row + 1 + i, &watched->recent.functions[table->rows[at]]);
        if (at == table->list.selected)
            qp_drawing_bar(drawing, row + 1 + i);
    }
    if (table->list.count == 0 && height > 1)
        qp_drawing_put(drawing, row + 1, QP_STYLE_PLAIN,
                       table->filter[0] ? "no matching function" : "no function called yet");
}
