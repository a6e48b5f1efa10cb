#include "show/comparison_suspended.h"

#include "show/compared_rows.h"
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
    qp_table_init(&table,
                  "change|runnable A|B;runnable B|blocked A|B;blocked B|waiting A|B;waiting B|-function|-place");
    for (uint32_t i = 0; i < qp_compared_shown(chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        const struct qp_run_numbers *before = &row->numbers[QP_BEFORE], *after = &row->numbers[QP_AFTER];
        const uint64_t times[] = {before->runnable, after->runnable, before->blocked,
                                  after->blocked,   before->waiting, after->waiting};
        qp_table_add_time_change(&table, QP_STYLE_PLAIN,
                                 (int64_t)(suspended_in(row, QP_AFTER) - suspended_in(row, QP_BEFORE)));
        for (unsigned k = 0; k < sizeof times / sizeof *times; k++)
            qp_table_add_time(&table, QP_STYLE_PLAIN, times[k], QP_CELL_SOME);
        qp_compared_put_name(&table, comparison, row, 0, stream);
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
            qp_comparison_has(comparison, row, &choice->filter))
            chosen.rows[chosen.count++] = i;
    }
    if (ok) {
        qsort_r(chosen.rows, chosen.count, sizeof *chosen.rows, by_suspended, &chosen);
        qp_heading_part("Runnable, blocked and waiting time", ", with the drift in it", stream);
        if (chosen.count)
            ok = print_suspended_rows(&chosen, stream);
        else
            fputs("no function has such times\n", stream->out);
        qp_heading_rest(chosen.count, qp_compared_shown(&chosen), "; --top=0 shows all", stream);
    }
    qp_compared_close(&chosen);
    return ok;
}
