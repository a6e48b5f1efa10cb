#include "watch/call_table.h"

#include "base/number.h"
#include "base/order.h"
#include "format/array.h"
#include "profile/query/measure.h"
#include "profile/tree/calls.h"

#include <stdlib.h>

/* ---- rows ---------------------------------------------------------------------------------------------------- */

static bool add_row(struct qp_call_table *table, struct qp_call_row row)
{
    return QP_ARRAY_APPEND(&table->rows, &table->list.count, row);
}

static int by_total(const void *left, const void *right)
{
    const struct qp_call_row *a = left, *b = right;
    return QP_ORDER({b->total, a->total}, {b->calls, a->calls}, {a->function, b->function});
}

/* Add a title, and below it the callers or the callees. */
static bool add_part(struct qp_call_table *table, const struct qp_watched *watched, const struct qp_calls *calls,
                     bool callers)
{
    uint32_t method = watched->recent.functions[table->function].method;
    bool ok = add_row(table, (struct qp_call_row){.title = callers ? "called by" : "calls", .function = QP_NONE});
    uint32_t first = table->list.count;
    for (uint32_t i = 0; i < calls->count && ok; i++) {
        const struct qp_call_edge *call = &calls->items[i];
        if ((callers ? call->callee : call->caller) != method)
            continue;
        uint32_t other = qp_recent_function(&watched->recent, &watched->profile, callers ? call->caller : call->callee);
        ok = add_row(table, (struct qp_call_row){.function = other,
                                                 .calls = call->calls,
                                                 .total = qp_profile_ns(&watched->profile, call->total)});
    }
    if (table->list.count > first)
        qsort(table->rows + first, table->list.count - first, sizeof *table->rows, by_total);
    return ok;
}

bool qp_call_table_update(struct qp_call_table *table, const struct qp_watched *watched)
{
    struct qp_calls calls;
    table->list.count = 0;
    if (watched->recent.functions[table->function].method == QP_NONE) /* cleared */
        return true;
    if (!qp_calls_open(&calls, &watched->query))
        return false;
    bool ok = add_part(table, watched, &calls, true) && add_part(table, watched, &calls, false);
    qp_calls_close(&calls);
    qp_list_fit(&table->list);
    return ok;
}

uint32_t qp_call_table_selected(const struct qp_call_table *table)
{
    return table->list.selected < table->list.count ? table->rows[table->list.selected].function : QP_NONE;
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

struct printer {
    const struct qp_watched *watched;
    struct qp_drawing *drawing;
    struct qp_unit unit;
    bool clock;
    bool narrow; /* only times or calls */
};

static void draw_numbers(const struct printer *printer, unsigned row, const char *total, const char *calls)
{
    if (printer->clock)
        qp_drawing_right(printer->drawing, row, QP_STYLE_PLAIN, total, 10);
    if (!printer->clock || !printer->narrow)
        qp_drawing_right(printer->drawing, row, QP_STYLE_PLAIN, calls, 15);
    qp_drawing_put(printer->drawing, row, QP_STYLE_PLAIN, " ");
}

static void draw_call(const struct printer *printer, unsigned row, const struct qp_call_row *call)
{
    const struct qp_recent_function *function =
        call->function == QP_NONE ? NULL : &printer->watched->recent.functions[call->function];
    if (call->title) {
        qp_drawing_put(printer->drawing, row, QP_STYLE_BOLD, call->title);
        return;
    }
    draw_numbers(printer, row, qp_measure_in_unit(printer->watched->measure, call->total, printer->unit).text,
                 qp_number_count(call->calls).text);
    qp_drawing_put(printer->drawing, row, QP_STYLE_PLAIN, function ? function->name : "(thread root)");
    qp_drawing_put(printer->drawing, row, QP_STYLE_PLAIN, "  ");
    qp_drawing_tail(printer->drawing, row, QP_STYLE_DIM, function ? function->place : "");
}

void qp_call_table_draw(struct qp_call_table *table, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height)
{
    const struct qp_recent_function *function = &watched->recent.functions[table->function];
    struct printer printer = {
        .watched = watched,
        .drawing = drawing,
        .unit = qp_unit_for(function->part.all[QP_AMOUNT_TOTAL]),
        .clock = watched->query.all.total != 0,
        .narrow = drawing->columns < 50,
    };
    bool allocations = qp_query_is_of_allocations(&watched->query);
    char total[40], calls[40];
    snprintf(total, sizeof total, "total %s", allocations ? "" : printer.unit.name);
    snprintf(calls, sizeof calls, "%ss", qp_query_call_word(&watched->query));
    draw_numbers(&printer, row, total, calls);
    qp_drawing_putf(drawing, row, QP_STYLE_BOLD, "%s  whole run", function->name);
    table->list.height = height > 1 ? height - 1 : 0;
    qp_list_fit(&table->list);
    for (uint32_t i = 0; i < table->list.height && table->list.first + i < table->list.count; i++) {
        draw_call(&printer, row + 1 + i, &table->rows[table->list.first + i]);
        if (table->list.first + i == table->list.selected)
            qp_drawing_bar(drawing, row + 1 + i);
    }
}
