/* cmd_diff.c - qii diff: two sides of runs, before and after a change. */
#include "base/number.h"
#include "profile/compare/compared_lines.h"
#include "profile/compare/comparison.h"
#include "profile/compare/comparison_notes.h"
#include "export/comparison.h"
#include "show/comparison/comparison_calls.h"
#include "show/comparison/comparison_heading.h"
#include "show/comparison/comparison_lines.h"
#include "show/comparison/comparison_suspended.h"
#include "show/comparison/comparison_times.h"
#include "tools/qii/command.h"
#include "tools/qii/matches.h"
#include "tools/qii/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_TABLE, FORMAT_TSV, FORMAT_JSON, FORMAT_MARKDOWN };

struct request {
    enum format format;
    struct qp_compared_choice comparison;
    bool keep_drift;
    double most_calls; /* per cent, < 0 = any number */
    double most_time;  /* the same */
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

/* calls:5% or time:10% */
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
    {"sort", 's', "COLUMN", "order times by change (default), ratio, calls, self, p or name", NULL,
     offsetof(struct request, comparison.sort)},
    {"filter", 'f', "PATTERN",
     "only functions with PATTERN in their name or file, or with * or ? in it like it; several times: any of them",
     qii_pattern, offsetof(struct request, comparison.filter.only)},
    {"exclude", 'x', "PATTERN", "without such functions", qii_pattern,
     offsetof(struct request, comparison.filter.except)},
    {"top", 'n', "N", "show N rows of each table, 0 = all (default 20)", qii_number,
     offsetof(struct request, comparison.top)},
    {"all", 'a', NULL, "functions that do not differ, too", qii_flag, offsetof(struct request, comparison.all)},
    {"keep-drift", 0, NULL, "times as they were recorded: the machine's drift stays in", qii_flag,
     offsetof(struct request, keep_drift)},
    {"suspended", 0, NULL, "a table of runnable, blocked and waiting time", qii_flag,
     offsetof(struct request, comparison.suspended)},
    {"fail-over", 0, "calls:P|time:P",
     "exit with 1 when all functions, or those of --filter, have P percent more calls or self time after drift",
     take_limit, 0},
    {"format", 0, "table|tsv|json|markdown",
     "tables for people (default); for programs, with a tab between the cells and all else on standard error, or as "
     "JSON, all rows unless an option says otherwise; Markdown for a comment to a change",
     take_format, offsetof(struct request, format)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"sort", qp_compared_sort_words}, {NULL, NULL}};

/* ---- the limits -------------------------------------------------------------------------------------------------- */

/* What is added up of both sides, as people read it. */
struct sums {
    const char *of;
    double before, after;
    struct qp_number (*show)(uint64_t);
};

static bool is_over(const struct sums *sums, double most)
{
    if (most < 0 || sums->after <= sums->before * (1 + most / 100))
        return false;
    if (sums->before > 0)
        fprintf(stderr, "qii: %.1f%% more %s", 100 * (sums->after / sums->before - 1), sums->of);
    else
        fprintf(stderr, "qii: %s where there was none", sums->of);
    fprintf(stderr, " (%s → %s), over the %g%% allowed\n", sums->show((uint64_t)round(sums->before)).text,
            sums->show((uint64_t)round(sums->after)).text, most);
    return true;
}

/* Of counts that vary the least of B and the most of A are taken: what is over is so for certain. */
static struct sums sum_of_calls(const struct qp_comparison *comparison, const struct qp_filter *filter)
{
    struct sums sums = {.of = "calls", .show = qp_number_count};
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
    const struct sums sums = {"self time", normal[QP_BEFORE], normal[QP_AFTER], qp_number_time};
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

/* ---- the filter -------------------------------------------------------------------------------------------------- */

static bool any_file_passes(const struct qp_comparison *comparison, const struct qp_filter *filter, bool *any)
{
    struct qp_compared_files files;
    bool ok = qp_compared_files_open(&files, comparison);
    for (uint32_t i = 0; ok && i < files.count; i++)
        *any |= qp_filter_passes_path(filter, qp_compared_file_name(&files.items[i]));
    qp_compared_files_close(&files);
    return ok;
}

/* Whether there is anything, changed or not, that the filter asks for. */
static int check_filter(const struct qp_comparison *comparison, const struct qp_filter *filter)
{
    bool any = false;
    for (uint32_t i = 0; i < comparison->count && !any; i++)
        any = qp_compared_passes(comparison, &comparison->rows[i], filter);
    if (!any && qp_comparison_has_lines(comparison) && !any_file_passes(comparison, filter, &any))
        return qii_no_memory();
    return qii_matches(filter, any);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool print_note(void *to, const char *sentence)
{
    return fprintf(to, "note: %s\n", sentence) >= 0;
}

/* Returns false without memory; output errors stay in the stream. */
static bool print(const struct qp_comparison *comparison, const struct request *request, const struct qp_stream *stream)
{
    const struct qp_compared_choice *choice = &request->comparison;
    if (request->format == FORMAT_JSON)
        return qp_comparison_write_json(comparison, choice, stream->out);
    if (request->format == FORMAT_MARKDOWN)
        return qp_comparison_write_markdown(comparison, choice, stream->out);
    qp_comparison_print_heading(comparison, stream);
    return qp_comparison_print_calls(comparison, choice, stream) &&
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
    int code = qii_sides_read(runs, input);
    if (!code)
        code = compare(runs, request, &input->view);
    qp_runs_close(&runs[QP_BEFORE]);
    qp_runs_close(&runs[QP_AFTER]);
    return code;
}

const struct qii_command qii_diff = {
    .name = "diff",
    .summary = "what changed between two sides of runs: calls, and time after the machine's drift",
    .arguments = "A... -- B...\nA B",
    .help =
        "Compare runs of before a change (A) with runs of after it (B): which functions are called more or less "
        "often, and which take more or less time.\v"
        "Calls come first, since they repeat: a function is listed when all runs of B call it more often than all of "
        "A, or less often; behind it and indented what changed since it did. Self times are told as on A's machine: "
        "the drift, which functions of equal calls have in common, is taken off (--keep-drift leaves it in). With 4 "
        "runs a side or more, recorded in turn, p tells change from noise; with fewer, differences are shown that "
        "stand out of the spread of functions of their size. doc/compare.md says more.",
    .options = options,
    .words = words,
    .selects = true,
    .opens_nothing = true,
    .files = {.takes_sides = true},
    .size = sizeof(struct request),
    .defaults = &(const struct request){.comparison = {.top = QII_UNSET}, .most_calls = -1, .most_time = -1},
    .run = run,
};
