#include "tools/qii/gates.h"

#include "base/number.h"
#include "profile/gate/worse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* If the text begins with one of the words and a ':', set *word to the index, and return the text after it. */
static const char *skip_word(const char *text, const char *const words[], unsigned count, unsigned *word)
{
    for (unsigned i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(text, words[i], length) == 0 && text[length] == ':') {
            *word = i;
            return text + length + 1;
        }
    }
    return text;
}

void qii_gate(void *field, const char *argument, const char *option, struct argp_state *state)
{
    static const char *const scopes[QP_GATE_SCOPES] = {"total", "folder", "file"};
    static const char *const kinds[QP_GATE_KINDS] = {"lines", "branches", "functions"};
    unsigned scope = QP_GATE_TOTAL, kind = QP_GATE_LINES;
    const char *number = skip_word(argument, scopes, QP_GATE_SCOPES, &scope);
    number = skip_word(number, kinds, QP_GATE_KINDS, &kind);
    const char *end = number + strspn(number, "0123456789.");
    char *read;
    double percent = strtod(number, &read);
    if (read != end || end == number || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 100))
        argp_error(state, "--%s takes [file:|folder:][lines:|branches:|functions:]PERCENT, not '%s'", option, argument);
    qp_gates_set(field, (enum qp_gate_scope)scope, (enum qp_gate_kind)kind, percent);
}

bool qii_gates_are_set(const struct qii_gates *gates)
{
    return gates->base || qp_gates_have(&gates->limits, QP_GATE_SCOPES);
}

void qii_gates_complete(struct qii_gates *gates, const struct qii_project *project)
{
    for (unsigned scope = 0; scope < QP_GATE_SCOPES; scope++) {
        for (unsigned kind = 0; kind < QP_GATE_KINDS; kind++) {
            struct qp_gate *limit = &gates->limits.limits[scope][kind];
            if (!limit->set)
                *limit = project->limits.limits[scope][kind];
        }
    }
}

/* ---- base -------------------------------------------------------------------------------------------------------- */

/* Return true if a file begins as a JSON object, which no data file does. */
static bool is_json(const char *path)
{
    FILE *file = fopen(path, "re");
    int first = ' ';
    while (file && isspace(first))
        first = getc(file);
    if (file)
        fclose(file);
    return first == '{';
}

static int open_base(struct qp_snapshot *base, const char *path, const struct qii_input *input,
                     const struct qp_filter *filter)
{
    struct qp_error error = {0};
    const struct qp_selection *selection = &input->query.selection;
    if (is_json(path)) {
        qp_snapshot_of_json(base, path, selection->product, filter, &error);
        return error.code ? qii_fail(path, &error) : QII_OK;
    }
    const struct qii_input asked = {.product = qp_profile_product_name(selection->product),
                                    .phase = input->phase,
                                    .context = input->context,
                                    .project = input->project}; /* its exclusions apply to the base, too */
    struct qii_input other;
    int code = qii_input_open_other(&other, &asked, path);
    if (!code && !qp_snapshot_of_query(base, &other.query, filter))
        code = qii_no_memory();
    qii_input_close(&other);
    return code;
}

static int judge_base(struct qp_verdict *verdict, const char *path, const struct qii_input *input,
                      const struct qp_filter *filter)
{
    struct qp_snapshot base = {0}, now = {0};
    char name[400];
    qp_text_show(qp_text_of(path), name, sizeof name);
    int code = open_base(&base, path, input, filter);
    if (!code && !base.total.lines && qp_filter_is_empty(filter)) {
        fprintf(stderr, "qii: %s has no line coverage\n", name);
        code = QII_NO;
    }
    if (!code && !(qp_snapshot_of_query(&now, &input->query, filter) && qp_worse_judge(verdict, &now, &base, name)))
        code = qii_no_memory();
    qp_snapshot_close(&base);
    qp_snapshot_close(&now);
    return code;
}

/* ---- check ------------------------------------------------------------------------------------------------------- */

static int judge_limits(struct qp_verdict *verdict, const struct qp_gates *limits, const struct qp_query *query,
                        const struct qp_filter *filter)
{
    struct qp_coverage_files files;
    if (!qp_gates_have(limits, QP_GATE_SCOPES))
        return QII_OK;
    if (!qp_coverage_files_open(&files, query, filter))
        return qii_no_memory();
    bool ok = qp_gates_judge(verdict, limits, &files);
    qp_coverage_files_close(&files);
    return ok ? QII_OK : qii_no_memory();
}

int qii_gates_report(const struct qp_verdict *verdict)
{
    if (verdict->failures == 0)
        return QII_OK;
    fprintf(stderr, "qii: %s", verdict->text);
    if (verdict->failures > 1)
        fprintf(stderr, "; %u more failure%s", verdict->failures - 1, qp_number_plural(verdict->failures - 1));
    fputc('\n', stderr);
    return QII_NO;
}

int qii_gates_check(const struct qii_gates *gates, const struct qii_input *input, const struct qp_filter *filter)
{
    struct qp_verdict verdict = {0};
    int code = gates->base ? judge_base(&verdict, gates->base, input, filter) : QII_OK;
    if (!code)
        code = judge_limits(&verdict, &gates->limits, &input->query, filter);
    return code ? code : qii_gates_report(&verdict);
}
