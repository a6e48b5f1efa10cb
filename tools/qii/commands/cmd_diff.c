/* cmd_diff.c - qii diff: compare two sets of runs, before and after a change. */
#include "base/number.h"
#include "profile/compare/compared_lines.h"
#include "profile/compare/compared.h"
#include "profile/compare/comparison_notes.h"
#include "profile/query/measure.h"
#include "export/comparison.h"
#include "show/comparison/comparison_tables.h"
#include "tools/qii/command.h"
#include "tools/qii/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_TABLE, FORMAT_TSV, FORMAT_JSON, FORMAT_MARKDOWN };

struct request {
    enum format format;
    struct qp_compared_choice comparison;
    bool keep_drift;
    double most_calls; /* limit of --fail-over=calls in per cent, < 0 = none */
    double most_time;  /* limit of --fail-over=time in per cent, < 0 = none */
};

/* ---- options ----------------------------------------------------------------------------------------------------- */

static void take_format(void *field, const char *argument, const char *option, struct argp_state *state)
{
    static const char *const words[] = {"table", "tsv", "json", "markdown"};
    unsigned format = 0;
    while (format < sizeof words / sizeof *words && strcmp(words[format], argument) != 0)
        format++;
    if (format == sizeof words / sizeof *words)
        argp_error(state, "--%s is table, tsv, json or markdown, not '%s'", option, argument);
    *(enum format *)field = (enum format)format;
}

/* Parse a limit such as calls:5% or time:10%. */
static void take_limit(void *field, const char *argument, const char *option, struct argp_state *state)
{
    struct request *request = field;
    bool calls = strncmp(argument, "calls:", 6) == 0, time = strncmp(argument, "time:", 5) == 0;
    const char *number = strchr(argument, ':');
    char *end = NULL;
    double percent = calls || time ? strtod(number + 1, &end) : -1;
    if (!(percent >= 0) || end == number + 1 || !isfinite(percent) || (*end && strcmp(end, "%") != 0))
        argp_error(state, "--%s takes calls:PERCENT or time:PERCENT, not '%s'", option, argument);
    *(calls ? &request->most_calls : &request->most_time) = percent;
}

static const struct qii_option options[] = {
    {"sort", 's', "COLUMN", "sort times by change (default), ratio, calls, self, p or name", NULL,
     offsetof(struct request, comparison.sort)},
    {"filter", 'f', "PATTERN",
     "include only functions whose name or file contains PATTERN, or matches it if it has * or ? (may be repeated)",
     qii_pattern, offsetof(struct request, comparison.filter.only)},
    {"exclude", 'x', "PATTERN", "exclude such functions", qii_pattern,
     offsetof(struct request, comparison.filter.except)},
    {"top", 'n', "N", "show N rows of each table, 0 = all (default 20)", qii_number,
     offsetof(struct request, comparison.top)},
    {"all", 'a', NULL, "also show functions that do not differ", qii_flag, offsetof(struct request, comparison.all)},
    {"times", 't', NULL, "list time differences even if there are too few runs to test them", qii_flag,
     offsetof(struct request, comparison.times)},
    {"keep-drift", 0, NULL, "do not correct times for the machine's change of speed between A and B (drift)", qii_flag,
     offsetof(struct request, keep_drift)},
    {"suspended", 0, NULL, "add a table of runnable, blocked and waiting time", qii_flag,
     offsetof(struct request, comparison.suspended)},
    {"fail-over", 0, "calls:P|time:P",
     "exit with 1 if the sum of calls, or of corrected self time (with --measure: of bytes or objects), grew by more "
     "than P percent; with --filter, the sum over the matching functions",
     take_limit, 0},
    {"format", 0, "table|tsv|json|markdown",
     "output for people (default), tab-separated for programs, JSON, or Markdown for a comment on a change; tsv and "
     "json have all rows unless limited by an option, and tsv writes everything but tables to standard error",
     take_format, offsetof(struct request, format)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"sort", qp_compared_sort_words}, {NULL, NULL}};

/* ---- limits ------------------------------------------------------------------------------------------------------ */

/* A total of each side, which is a time or another measure. */
struct sums {
    const char *of;
    double before, after;
    enum qp_measure measure;
};

static bool is_over(const struct sums *sums, double most)
{
    if (most < 0 || sums->after <= sums->before * (1 + most / 100))
        return false;
    if (sums->before > 0)
        fprintf(stderr, "qii: %s grew by %.1f%%", sums->of, 100 * (sums->after / sums->before - 1));
    else
        fprintf(stderr, "qii: %s grew from zero", sums->of);
    fprintf(stderr, " (%s → %s), limit %g%%\n", qp_measure_number(sums->measure, (uint64_t)round(sums->before)).text,
            qp_measure_number(sums->measure, (uint64_t)round(sums->after)).text, most);
    return true;
}

/* Sum the calls of both sides. If a count varies between the runs of a side, take the largest count of A and the
 * smallest count of B, so that growth beyond a limit is not just variation between runs. */
static struct sums sum_of_calls(const struct qp_comparison *comparison, const struct qp_filter *filter)
{
    struct sums sums = {.of = "calls", .measure = QP_MEASURE_OBJECTS};
    for (uint32_t i = 0; i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if (!qp_compared_passes(comparison, row, filter))
            continue;
        sums.before += (double)row->calls[QP_BEFORE].most;
        sums.after += (double)row->calls[QP_AFTER].least;
    }
    return sums;
}

static int check_time(const struct qp_comparison *comparison, const struct qp_filter *filter, double most)
{
    double normal[QP_COMPARED_SIDES];
    uint32_t count;
    if (most < 0)
        return QII_OK;
    if (!comparison->has_time) {
        fputs("qii: --fail-over=time: these runs have no times\n", stderr);
        return QII_NO;
    }
    if (!qp_compared_sum(comparison, filter, normal, &count))
        return qii_no_memory();
    char of[32];
    snprintf(of, sizeof of, "self %s", qp_measure_word(comparison->measure));
    const struct sums sums = {of, normal[QP_BEFORE], normal[QP_AFTER], comparison->measure};
    return is_over(&sums, most) ? QII_NO : QII_OK;
}

static int check_limits(const struct qp_comparison *comparison, const struct request *request)
{
    const struct qp_filter *filter = &request->comparison.filter;
    const struct sums calls = sum_of_calls(comparison, filter);
    bool over = is_over(&calls, request->most_calls);
    int code = check_time(comparison, filter, request->most_time);
    return over && !code ? QII_NO : code;
}

/* ---- filter ------------------------------------------------------------------------------------------------------ */

static bool any_file_passes(const struct qp_comparison *comparison, const struct qp_filter *filter, bool *any)
{
    struct qp_compared_files files;
    bool ok = qp_compared_files_open(&files, comparison);
    for (uint32_t i = 0; ok && i < files.count; i++)
        *any |= qp_filter_passes_path(filter, qp_compared_file_name(&files.items[i]));
    qp_compared_files_close(&files);
    return ok;
}

/* Check that at least one function or file passes the filter, whether it changed or not. */
static int check_filter(const struct qp_comparison *comparison, const struct qp_filter *filter)
{
    bool any = false;
    for (uint32_t i = 0; i < comparison->count && !any; i++)
        any = qp_compared_passes(comparison, &comparison->rows[i], filter);
    if (!any && qp_comparison_has_lines(comparison) && !any_file_passes(comparison, filter, &any))
        return qii_no_memory();
    return qii_matches(filter, any);
}

/* ---- command ----------------------------------------------------------------------------------------------------- */

static bool print_note(void *to, const char *sentence)
{
    return fprintf(to, "note: %s\n", sentence) >= 0;
}

/* Print the comparison. Return false if out of memory. Output errors are not reported here, because the stream keeps
 * them. */
static bool print(const struct qp_comparison *comparison, const struct request *request, const struct qp_stream *stream)
{
    const struct qp_compared_choice *choice = &request->comparison;
    if (request->format == FORMAT_JSON)
        return qp_comparison_write_json(comparison, choice, stdout);
    if (request->format == FORMAT_MARKDOWN)
        return qp_comparison_write_markdown(comparison, choice, stdout);
    qp_comparison_print_heading(comparison, stream);
    return (comparison->measure != QP_MEASURE_TIME || qp_comparison_print_calls(comparison, choice, stream)) &&
           (!comparison->has_time || qp_comparison_print_times(comparison, choice, stream)) &&
           (!qp_comparison_has_lines(comparison) || qp_comparison_print_lines(comparison, choice, stream)) &&
           (!choice->suspended || qp_comparison_print_suspended(comparison, choice, stream)) &&
           (qp_comparison_notes(comparison, print_note, stream->out) || ferror(stream->out));
}

static int compare(const struct qp_runs runs[QP_COMPARED_SIDES], const struct request *request,
                   const struct qii_view *view)
{
    char why[QP_COMPARISON_WHY];
    struct qp_comparison comparison;
    struct qp_stream stream = qii_output(view);
    if (!qp_comparison_open(&comparison, &runs[QP_BEFORE], &runs[QP_AFTER], !request->keep_drift))
        return qii_no_memory();
    int code = QII_OK;
    if (qp_comparison_is_void(&comparison, why)) {
        fprintf(stderr, "qii: %s\n", why);
        code = qp_comparison_notes(&comparison, print_note, stderr) ? QII_NO : qii_no_memory();
    } else if (!print(&comparison, request, &stream)) {
        code = qii_no_memory();
    } else {
        code = check_filter(&comparison, &request->comparison.filter);
        if (!code)
            code = check_limits(&comparison, request);
    }
    qp_comparison_close(&comparison);
    return code;
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_runs runs[QP_COMPARED_SIDES] = {{.count = 0}};
    input->view.tsv = request->format == FORMAT_TSV;
    if (request->comparison.top == QII_UNSET)
        request->comparison.top = request->format == FORMAT_TSV || request->format == FORMAT_JSON ? 0 : 20;
    if (input->measure && (request->format == FORMAT_JSON || request->format == FORMAT_MARKDOWN)) {
        fputs("qii: --measure needs --format=table or tsv\n", stderr);
        return QII_USAGE;
    }
    int code = qii_sides_read(runs, input);
    if (!code)
        code = compare(runs, request, &input->view);
    qp_runs_close(&runs[QP_BEFORE]);
    qp_runs_close(&runs[QP_AFTER]);
    return code;
}

const struct qii_command qii_diff = {
    .name = "diff",
    .summary = "compare runs before and after a change",
    .arguments = "A... -- B...\nA B",
    .help =
        "Compare runs before a change (A) with runs after it (B): functions called more or less often, and functions "
        "that take more or less time.\v"
        "Call counts come first, since they are repeatable: a function is listed if all runs of B call it more often, "
        "or less often, than all runs of A; indented below it are the functions that changed as a consequence. Self "
        "times are normalized to A: the machine's change of speed (drift), which functions with equal calls have in "
        "common, is subtracted (--keep-drift disables this). A time differs only if a test separates it from noise "
        "(p): it needs at least 3 runs per side and 7 in all, recorded alternately. With fewer runs, --times lists the "
        "differences, untested. All ranks of an MPI job are one run; name its directory, its files or a quoted "
        "pattern. See doc/compare.md.",
    .options = options,
    .words = words,
    .selects = true,
    .measures = true,
    .opens_nothing = true,
    .files = {.takes_sides = true},
    .size = sizeof(struct request),
    .defaults = &(const struct request){.comparison = {.top = QII_UNSET}, .most_calls = -1, .most_time = -1},
    .run = run,
};
