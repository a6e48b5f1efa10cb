#include "show/comparison/comparison_tables.h"

#include "base/number.h"
#include "profile/query/measure.h"
#include "show/parts/cell.h"

#include <string.h>

/* Print a run's file and process ID. A merged file has a number of runs instead of a process. */
static void print_run(const struct qp_run *run, const struct qp_stream *stream)
{
    if (run->merged)
        fprintf(stream->out, "%s (%u %s%s)", run->path, run->merged, run->is_job ? "rank" : "merged run",
                qp_number_plural(run->merged));
    else
        fprintf(stream->out, "%s (pid %u)", run->path, run->pid);
}

static void print_side(const struct qp_comparison *comparison, enum qp_comparison_side side,
                       const struct qp_stream *stream)
{
    const struct qp_runs *runs = comparison->sides[side];
    const struct qp_run *first = &runs->items[0];
    char program[300];
    if (qp_text_show(first->program, program, sizeof program) == 0)
        strcpy(program, "(unknown program)");
    qp_stream_put(stream, QP_STYLE_BOLD, side == QP_BEFORE ? "A" : "B");
    fprintf(stream->out, "  %s  lib%s  ", program, qp_profile_product_name(first->product));
    if (runs->count > 1) {
        fprintf(stream->out, "%u runs, from ", runs->count);
        print_run(first, stream);
        fputs(" to ", stream->out);
    }
    print_run(&runs->items[runs->count - 1], stream);
    fputc('\n', stream->out);
}

/* Print a change such as " (+9.2%)". Print nothing if the number was 0 before. */
static void print_ratio(uint64_t before, uint64_t after, const struct qp_stream *stream)
{
    char room[QP_CELL_SIZE];
    const struct qp_cell cell = {.kind = QP_CELL_RATIO, .number = after, .whole = before};
    if (before)
        fprintf(stream->out, " (%s)", before == after ? "=" : qp_cell_show(&cell, room));
}

void qp_comparison_print_sum(enum qp_measure measure, const char *what, uint64_t before, uint64_t after,
                             const struct qp_stream *stream)
{
    fprintf(stream->out, "%s %s → %s", what, qp_measure_number(measure, before).text,
            qp_measure_number(measure, after).text);
    print_ratio(before, after, stream);
}

void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    const struct qp_run_numbers *before = &comparison->all[QP_BEFORE], *after = &comparison->all[QP_AFTER];
    print_side(comparison, QP_BEFORE, stream);
    print_side(comparison, QP_AFTER, stream);
    if (comparison->has_calls) {
        fprintf(stream->out, "calls %s → %s", qp_number_count(before->calls).text, qp_number_count(after->calls).text);
        print_ratio(before->calls, after->calls, stream);
    }
    if (comparison->has_time) {
        char what[32];
        snprintf(what, sizeof what, "%sself %s", comparison->has_calls ? "  " : "",
                 qp_measure_word(comparison->measure));
        qp_comparison_print_sum(comparison->measure, what, before->self, after->self, stream);
    }
    fputc('\n', stream->out);
}
