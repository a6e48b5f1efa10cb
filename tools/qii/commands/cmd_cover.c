/* cmd_cover.c - qii cover: line, branch and function coverage, per file and in total. */
#include "base/number.h"
#include "show/context_table.h"
#include "show/cover.h"
#include "show/parts/heading.h"
#include "show/missed.h"
#include "tools/qii/command.h"
#include "tools/qii/commands/cover_diff.h"
#include "tools/qii/exclusions.h"
#include "tools/qii/gates.h"

struct request {
    struct qp_cover_choice cover;
    struct qii_gates gates;
    bool functions;
    bool branches;
    bool excluded;
    bool contexts;
    const char *change; /* revision, or "-" for a patch on standard input; NULL = all lines */
};

static const struct qii_option options[] = {
    {"filter", 'f', "PATTERN",
     "include only files whose name contains PATTERN, or matches it if it has * or ? (may be repeated)", qii_pattern,
     offsetof(struct request, cover.filter.only)},
    {"exclude", 'x', "PATTERN", "exclude such files", qii_pattern, offsetof(struct request, cover.filter.except)},
    {"functions", 0, NULL, "list functions that were never called", qii_flag, offsetof(struct request, functions)},
    {"branches", 0, NULL, "list branches with an outcome that was never taken", qii_flag,
     offsetof(struct request, branches)},
    {"contexts", 0, NULL,
     "list contexts (tests) with the number of lines that ran for each, and of lines that ran for no other one",
     qii_flag, offsetof(struct request, contexts)},
    {"excluded", 0, NULL, "list excluded lines and the reasons", qii_flag, offsetof(struct request, excluded)},
    {"fail-under", 0, "N|branches:|functions:|file:|folder:",
     "exit with 1 if less than N % of the lines ran. branches:N and functions:N are limits for branches and functions, "
     "file:N and folder:N for each file or folder, as in file:branches:70 (may be repeated)",
     qii_gate, offsetof(struct request, gates.limits)},
    {"no-worse-than", 0, "BASE",
     "exit with 1 if coverage is worse than that of BASE, a data file or its JSON export (doc/coverage.md)",
     qii_nonempty, offsetof(struct request, gates.base)},
    {"diff", 'd', "REV",
     "show only the lines that changed since the git revision REV, and quote the missed ones; REV may be a range such "
     "as main...HEAD, or - for a patch on standard input. --fail-under applies to these lines",
     qii_nonempty, offsetof(struct request, change)},
    {.name = NULL},
};

static int print_coverage(const struct qii_input *input, const struct request *request, const struct qp_stream *stream,
                          struct qp_coverage *total)
{
    const struct qp_query *query = &input->query;
    const struct qp_filter *filter = &request->cover.filter;
    if (!qp_cover_print(query, &request->cover, stream, total))
        return qii_no_memory();
    if (total->files == 0) {
        if (qii_input_matches(input, filter, false))
            return QII_NO;
        fputs("no files with functions\n", stream->out);
        return QII_OK;
    }
    if (!query->counts_lines && query->selection.product == QP_CPROF)
        fputs("this run has no line counts\n", stream->out);
    if (total->excluded && !request->excluded)
        fprintf(stream->out, "%u line%s excluded (list them with --excluded)\n", total->excluded,
                qp_number_plural(total->excluded));
    if ((request->contexts && !qp_context_table_print(query, filter, stream)) ||
        (request->functions && !qp_missed_functions(query, filter, stream)) ||
        (request->branches && !qp_missed_branches(query, filter, stream)) ||
        (request->excluded && !qp_missed_exclusions(query, filter, stream)))
        return qii_no_memory();
    return QII_OK;
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_stream stream = qii_output(&input->view);
    if (qp_query_is_sampled(&input->query) && !input->query.counts_lines) {
        fputs("qii: this run has samples only, and no coverage data\n", stderr);
        return QII_NO;
    }
    qii_input_filter(input, &request->cover.filter);
    if (request->change)
        return qii_cover_diff(
            input, &(struct qii_cover_diff){request->change, &request->cover.filter, &request->gates.limits}, &stream);
    qii_gates_complete(&request->gates, &input->project);
    qp_heading_print(&input->query, &stream);
    struct qp_coverage total = {0};
    int code = print_coverage(input, request, &stream, &total);
    qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream);
    if (!qii_exclusions_warn(input, &request->cover.filter))
        return qii_no_memory();
    bool counted = input->query.selection.product == QP_CPROF || (input->query.counts_lines && total.lines);
    const struct qp_filter *filter = &request->cover.filter;
    bool unmatched = total.files == 0 && !qp_filter_is_empty(filter);
    if (counted && !code && qii_gates_are_set(&request->gates))
        return qii_gates_check(&request->gates, input, filter);
    if (counted || unmatched || code > QII_NO)
        return code;
    fprintf(stderr, "qii: %s has no line counts; %s\n", input->path, qii_input_how(QP_CPROF));
    return QII_NO;
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->change && (request->functions || request->branches || request->excluded || request->contexts))
        argp_error(state, "--diff shows lines only, without --functions, --branches, --excluded and --contexts");
    if (request->change && (request->gates.base || qp_gates_limit(&request->gates.limits, QP_GATE_BRANCHES) ||
                            qp_gates_limit(&request->gates.limits, QP_GATE_FUNCTIONS)))
        argp_error(state, "--diff checks limits of lines only, without --no-worse-than");
}

const struct qii_command qii_cover = {
    .name = "cover",
    .summary = "show line, branch and function coverage per file",
    .arguments = "[FILE...]",
    .help =
        "Show line, branch and function coverage per file.\v"
        "Only lines that hold code count, except those excluded by the program (qprof_exclude_lines; in Lua the "
        "comment -- qii: ignore). Branch coverage counts outcomes, if the run recorded branches (qii lua "
        "--cover=branch). Ranges of missed lines may span lines without code; on a terminal only the first ranges are "
        "shown.",
    .options = options,
    .selects = true,
    .tables = true,
    .queries = true,
    .cover = true,
    .pages = true,
    .configured = true,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.cover = {.ranges = true}},
    .check = check,
    .run = run,
};
