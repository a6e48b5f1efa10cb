#include "tools/qii/commands/cover_diff.h"

#include "profile/coverage/changed.h"
#include "show/changed.h"
#include "show/parts/heading.h"
#include "tools/qii/change.h"
#include "tools/qii/command.h"
#include "tools/qii/gates.h"

/* Print a line on stderr about each file whose numbers may be wrong. Return true if lines of a file are not counted. */
static bool warn(const struct qp_changed *changed)
{
    bool omits = false;
    for (uint32_t i = 0; i < changed->file_count; i++) {
        const struct qp_changed_file *file = &changed->files[i];
        if (file->problem == QP_CHANGED_NO_PROBLEM)
            continue;
        fputs("qii: ", stderr);
        qp_text_print(stderr, qp_text_of(file->name));
        fprintf(stderr, " %s\n", qp_changed_problem(file->problem));
        omits |= file->problem == QP_CHANGED_BINARY || file->problem == QP_CHANGED_AMBIGUOUS;
    }
    return omits;
}

/* Return the exit code for the filter: a filter that matches no file of the run is outdated. */
static int check_filter(const struct qii_input *input, const struct qp_filter *filter, const struct qp_changed *changed)
{
    const struct qp_profile *profile = &input->profile;
    bool any = changed->file_count || changed->unknown_count;
    for (uint32_t i = 0; i < profile->file_count && !any; i++)
        any = qp_filter_passes_path(filter, profile->files[i].name);
    return qii_input_matches(input, filter, any);
}

static bool judge(struct qp_verdict *verdict, const struct qp_changed *changed, const struct qp_gates *limits)
{
    const struct qp_coverage total = {.lines = changed->lines, .lines_hit = changed->hit};
    struct qp_gate_folders folders = {0};
    bool ok = true;
    qp_gates_judge_part(verdict, limits, QP_GATE_TOTAL, qp_text_of("changed lines"), &total, false);
    for (uint32_t i = 0; ok && i < changed->file_count; i++) {
        const struct qp_text name = qp_text_of(changed->files[i].name);
        const struct qp_coverage numbers = {.lines = changed->files[i].count, .lines_hit = changed->files[i].hit};
        ok = qp_gates_judge_file(verdict, limits, &folders, name, &numbers);
    }
    qp_gate_folders_judge(verdict, limits, &folders);
    return ok;
}

/* If lines of a file are not counted, a message was printed, and all limits fail. */
static int check_limits(const struct qp_changed *changed, const struct qp_gates *limits, bool omits)
{
    struct qp_verdict verdict = {0};
    if (!judge(&verdict, changed, limits))
        return qii_no_memory();
    int code = qii_gates_report(&verdict);
    return omits && qp_gates_have(limits, QP_GATE_SCOPES) ? QII_NO : code;
}

static int print(struct qii_input *input, const struct qii_cover_diff *wanted, const struct qii_change *change,
                 const struct qp_stream *stream)
{
    struct qp_changed changed;
    if (!qp_changed_open(&changed, &input->query, &change->patch, &change->folders, wanted->filter))
        return qii_no_memory();
    bool ok = true, omits = warn(&changed);
    qp_heading_print(&input->query, stream);
    if (change->patch.count == 0)
        fputs("no changes\n", stream->out);
    else
        ok = qp_changed_print(&changed, stream);
    qp_heading_diagnostics(&input->profile, input->query.selection.product, stream);
    int code = ok ? check_filter(input, wanted->filter, &changed) : qii_no_memory();
    if (!code)
        code = check_limits(&changed, wanted->limits, omits);
    qp_changed_close(&changed);
    return code;
}

int qii_cover_diff(struct qii_input *input, const struct qii_cover_diff *wanted, const struct qp_stream *stream)
{
    struct qii_change change;
    if (!input->query.counts_lines) {
        fprintf(stderr, "qii: %s has no line counts; %s\n", input->path, qii_input_how(QP_CPROF));
        return QII_NO;
    }
    int code = qii_change_read(&change, wanted->change);
    if (!code)
        code = print(input, wanted, &change, stream);
    qii_change_close(&change);
    return code;
}
