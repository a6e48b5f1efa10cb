#include "show/comparison_suspended.h"

#include "show/compared.h"
#include "show/heading.h"

#include <math.h>
#include <stdlib.h>

static uint64_t suspended_in(const struct qp_compared *row, enum qp_comparison_side side)
{
    const struct qp_run_numbers *numbers = &row->numbers[side];
    return numbers->runnable + numbers->blocked + numbers->waiting;
}

static int by_suspended(const void *left, const void *right, void *of)
{
    const struct qp_compared *rows = ((const struct qp_compared_rows *)of)->comparison->rows;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    double change_a = (double)suspended_in(&rows[a], QP_AFTER) - (double)suspended_in(&rows[a], QP_BEFORE);
    double change_b = (double)suspended_in(&rows[b], QP_AFTER) - (double)suspended_in(&rows[b], QP_BEFORE);
    int order = qp_compared_by_number(fabs(change_a), fabs(change_b));
    return order ? order : (a > b) - (a < b);
}

static bool print_suspended_rows(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    struct qp_table table;
    qp_table_init(&table, "change|runnable A|B|blocked A|B|waiting A|B|-function|-place");
    for (uint32_t i = 0; i < qp_compared_shown(chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        const struct qp_run_numbers *before = &row->numbers[QP_BEFORE], *after = &row->numbers[QP_AFTER];
        double change = (double)suspended_in(row, QP_AFTER) - (double)suspended_in(row, QP_BEFORE);
        qp_table_add(&table, QP_STYLE_PLAIN, qp_compared_signed(change < 0, qp_compared_ns(fabs(change))).text);
        const uint64_t times[] = {before->runnable, after->runnable, before->blocked,
                                  after->blocked,   before->waiting, after->waiting};
        for (unsigned k = 0; k < sizeof times / sizeof *times; k++)
            qp_table_add(&table, QP_STYLE_PLAIN, times[k] ? qp_number_time(times[k]).text : "");
        qp_compared_put_name(&table, comparison, row, 0);
        qp_compared_put_place(&table, comparison, row);
    }
    return qp_table_finish(&table, stream, NULL);
}

bool qp_comparison_print_suspended(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                                   const struct qp_stream *stream)
{
    struct qp_compared_rows chosen;
    bool ok = qp_compared_open(&chosen, comparison, choice);
    for (uint32_t i = 0; ok && i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if ((suspended_in(row, QP_BEFORE) || suspended_in(row, QP_AFTER)) &&
            qp_comparison_has(comparison, row, choice->filter))
            chosen.rows[chosen.count++] = i;
    }
    if (ok) {
        qsort_r(chosen.rows, chosen.count, sizeof *chosen.rows, by_suspended, &chosen);
        qp_heading_title("Runnable, blocked and waiting time, drift not taken off", stream);
        if (chosen.count)
            ok = print_suspended_rows(&chosen, stream);
        else
            fputs("no function has such times\n", stream->out);
        qp_heading_rest(chosen.count, qp_compared_shown(&chosen), "; --top=0 shows all", stream);
    }
    qp_compared_close(&chosen);
    return ok;
}
