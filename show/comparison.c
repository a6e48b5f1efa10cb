#include "show/comparison.h"

#include "show/compared.h"

#include <string.h>

bool qp_comparison_sort(const char *word, enum qp_comparison_sort *sort)
{
    static const char *const words[] = {
#define X(constant, word) word,
        QP_COMPARISON_SORTS(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        *sort = (enum qp_comparison_sort)i;
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

bool qp_comparison_has(const struct qp_comparison *comparison, const struct qp_compared *row, const char *filter)
{
    char name[QP_COMPARED_NAME];
    if (!filter)
        return true;
    qp_compared_show_name(comparison, row, name, sizeof name);
    return strstr(name, filter) || qp_text_contains(qp_compared_key(comparison, row)->file, filter);
}

/* ---- the heading ------------------------------------------------------------------------------------------------- */

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
    if (runs->count > 1)
        fprintf(stream->out, "%u runs, from %s (pid %u) to %s (pid %u)\n", runs->count, first->path, first->pid,
                runs->items[runs->count - 1].path, runs->items[runs->count - 1].pid);
    else
        fprintf(stream->out, "%s (pid %u)\n", first->path, first->pid);
}

void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    FILE *out = stream->out;
    const struct qp_run_numbers *before = &comparison->all[QP_BEFORE], *after = &comparison->all[QP_AFTER];
    print_side(comparison, QP_BEFORE, stream);
    print_side(comparison, QP_AFTER, stream);
    fprintf(out, "calls %s → %s (%s", qp_number_count(before->calls).text, qp_number_count(after->calls).text,
            qp_compared_count((int64_t)(after->calls - before->calls)).text);
    if (before->calls && before->calls != after->calls)
        fprintf(out, ", %s", qp_compared_ratio((double)before->calls, (double)after->calls).text);
    fputs(")", out);
    if (comparison->has_time)
        fprintf(out, "  self time %s → %s (%s)", qp_number_time(before->self).text, qp_number_time(after->self).text,
                qp_compared_ratio((double)before->self, (double)after->self).text);
    fputc('\n', out);
}
