#include "profile/tree/calls.h"
#include "profile/coverage/lines.h"
#include "page/tables.h"

#include <stdlib.h>

/* ---- functions --------------------------------------------------------------------------------------------------- */

enum {
    NAME,
    FILE_ROW,
    LINE,
    LAST_LINE,
    NUMBERS, /* the first of those that follow */
    LINES = NUMBERS + 12,
    LINES_HIT,
    IN_RUN,
    ELSEWHERE,
    LACKS_CALLERS
};

#define FUNCTION_COLUMNS                                                                                               \
    "name:text file:uint line:uint last_line:uint calls:uint self:uint total:uint elapsed:uint runnable:uint "         \
    "blocked:uint waiting:uint cycles:uint measured:uint minimum:uint maximum:uint estimated:uint lines:uint "         \
    "lines_hit:uint in_run:uint elsewhere:uint lacks_callers:uint"

static void put_numbers(struct qp_columns *table, const struct qp_page *page, const struct qp_totals *totals)
{
    static const struct qp_totals none = {0};
    const struct qp_totals *it = totals ? totals : &none;
    const uint64_t ticks[] = {it->self, it->total, it->elapsed, it->runnable, it->blocked, it->waiting};
    uint32_t column = NUMBERS;
    qp_columns_uint(table, column++, it->calls);
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        qp_columns_uint(table, column++, qp_page_ns(page, QP_SIDE_RUN, ticks[i]));
    qp_columns_uint(table, column++, it->cycles);
    qp_columns_uint(table, column++, it->measured);
    qp_columns_uint(table, column++, it->measured ? qp_page_ns(page, QP_SIDE_RUN, it->minimum) : 0);
    qp_columns_uint(table, column++, it->measured ? qp_page_ns(page, QP_SIDE_RUN, it->maximum) : 0);
    qp_columns_uint(table, column++, it->estimated);
}

static uint32_t last_line(const struct qp_profile_method *method)
{
    int32_t last = 0;
    for (uint32_t i = 0; i < method->line_count; i++)
        last = method->lines[i].line_number > last ? method->lines[i].line_number : last;
    return (uint32_t)last;
}

/* How many of its lines there are, and how many ran. */
static bool put_lines(struct qp_columns *table, const struct qp_query *cover, uint32_t method)
{
    struct qp_lines lines = {0};
    bool counted = cover && method != QP_NONE && cover->counts_lines && cover->profile->methods[method].line_count;
    if (counted && !qp_lines_open(&lines, cover, (struct qp_target){cover->profile->methods[method].file, method}))
        return false;
    qp_columns_uint(table, LINES, lines.total);
    qp_columns_uint(table, LINES_HIT, lines.hit);
    if (counted)
        qp_lines_close(&lines);
    return true;
}

/* A new function of the other run in a file that the page has as its own run had it: its line is of another text. */
static bool is_elsewhere(const struct qp_joined *joined, enum qp_side side, uint32_t method)
{
    uint32_t file = qp_joined_file(joined, side, method);
    return side == QP_SIDE_OTHER && file != QP_NONE && qp_joined_side(&joined->files[file]) != side;
}

static bool put_function(struct qp_columns *table, struct qp_page *page, uint32_t row)
{
    const struct qp_joined *joined = &page->joined;
    const uint32_t *in = joined->functions[row].in;
    enum qp_side side = qp_joined_side(&joined->functions[row]);
    const struct qp_profile_method *method = &joined->queries[side]->profile->methods[in[side]];
    char label[QP_LABEL_SIZE];
    qp_labels_text(page->labels[side], in[side], label, sizeof label);
    qp_columns_string(table, NAME, qp_page_strip(page, label));
    qp_columns_uint(table, FILE_ROW, qp_joined_file(joined, side, in[side]) + UINT32_C(1));
    qp_columns_uint(table, LINE, (uint32_t)method->line);
    qp_columns_uint(table, LAST_LINE, last_line(method));
    put_numbers(table, page, qp_joined_totals(joined, QP_SIDE_RUN, row));
    qp_columns_uint(table, IN_RUN, in[QP_SIDE_RUN] != QP_NONE);
    qp_columns_uint(table, ELSEWHERE, is_elsewhere(joined, side, in[side]));
    qp_columns_uint(table, LACKS_CALLERS, side == QP_SIDE_RUN && method->flags & QP_METHOD_LACKS_CALLERS);
    bool ok = put_lines(table, joined->queries[QP_SIDE_COVER], in[QP_SIDE_COVER]);
    qp_columns_row(table);
    return ok;
}

bool qp_page_put_functions(struct qp_page *page)
{
    struct qp_columns table;
    bool ok = true;
    qp_columns_init(&table, "functions", FUNCTION_COLUMNS);
    for (uint32_t i = 0; ok && i < page->joined.function_count; i++)
        ok = put_function(&table, page, i);
    qp_payload_put(&page->payload, &table);
    return ok;
}

/* ---- who called whom --------------------------------------------------------------------------------------------- */

bool qp_page_put_calls(struct qp_page *page)
{
    const struct qp_joined *joined = &page->joined;
    struct qp_calls calls;
    struct qp_columns table;
    if (!qp_calls_open(&calls, joined->queries[QP_SIDE_RUN]))
        return false;
    qp_columns_init(&table, "calls", "caller:uint callee:uint calls:uint total:uint");
    for (uint32_t i = 0; i < calls.count; i++) {
        const struct qp_call *call = &calls.items[i];
        const uint32_t *row_of = joined->function_of[QP_SIDE_RUN];
        if (row_of[call->callee] == QP_NONE)
            continue;
        const uint64_t values[] = {call->caller == QP_NONE ? 0 : row_of[call->caller] + UINT32_C(1),
                                   row_of[call->callee], call->calls, qp_page_ns(page, QP_SIDE_RUN, call->total)};
        qp_columns_uints(&table, 0, values, sizeof values / sizeof *values);
    }
    qp_calls_close(&calls);
    qp_payload_put(&page->payload, &table);
    return true;
}
