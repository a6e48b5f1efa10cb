#include "show/comparison/comparison_tables.h"

#include "show/comparison/compared_cells.h"
#include "show/parts/heading.h"

static bool print_suspended_rows(const struct qp_compared_rows *chosen, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    struct qp_table table;
    qp_table_init(
        &table,
        "change|runnable A|B;runnable B|blocked A|B;blocked B|waiting A|B;waiting B|-function|-file:line;place");
    uint32_t shown = qp_compared_rows_shown(chosen);
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        const struct qp_run_numbers *before = &row->numbers[QP_BEFORE], *after = &row->numbers[QP_AFTER];
        const uint64_t times[] = {before->runnable, after->runnable, before->blocked,
                                  after->blocked,   before->waiting, after->waiting};
        qp_table_add_change_of(&table, QP_CELL_TIME, QP_STYLE_PLAIN,
                               (int64_t)(qp_compared_suspended(row, QP_AFTER) - qp_compared_suspended(row, QP_BEFORE)));
        for (unsigned k = 0; k < sizeof times / sizeof *times; k++)
            qp_table_add_time(&table, QP_STYLE_PLAIN, times[k], QP_CELL_SOME);
        qp_compared_put_name(&table, comparison, row, 0, stream);
        qp_compared_put_location(&table, comparison, row);
    }
    return qp_heading_finish(&table, chosen->count, shown, "no functions with such times", stream);
}

bool qp_comparison_print_suspended(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                   const struct qp_stream *stream)
{
    struct qp_compared_rows chosen;
    bool ok = qp_compared_rows_of_suspended(&chosen, comparison, choice);
    if (ok) {
        qp_heading_part("Runnable, blocked and waiting time", ", as recorded", stream);
        ok = print_suspended_rows(&chosen, stream);
    }
    qp_compared_rows_close(&chosen);
    return ok;
}
