/* cmd_export.c - qii export: convert the profile to the formats of other programs. */
#include "export/export.h"
#include "tools/qii/change.h"
#include "tools/qii/command.h"
#include "tools/qii/commands/export_job.h"
#include "tools/qii/output.h"
#include "tools/qii/ranks.h"

#include <string.h>
#include <unistd.h>

struct request {
    const struct qp_exporter *exporter;
    const char *output;
    bool events;
    bool no_sources;
    const char *change; /* revision, or "-" for a patch on standard input; NULL = none */
    struct qp_filter filter;
    uint32_t most_paths;
};

#define MOST_BY_FORMAT UINT32_MAX

static void take_format(void *field, const char *argument, const char *option, struct argp_state *state)
{
    const struct qp_exporter *const *it = qp_exporters;
    (void)option;
    while (*it && strcmp((*it)->name, argument) != 0)
        it++;
    if (!*it)
        argp_error(state, "unknown format '%s'; see --help", argument);
    *(const struct qp_exporter **)field = *it;
}

static const struct qii_option options[] = {
    {"format", 'F', "FORMAT", "output format (required)", take_format, offsetof(struct request, exporter)},
    {"events", 'e', NULL, "include all events of libvt's log (json)", qii_flag, offsetof(struct request, events)},
    {"max-paths", 'm', "COUNT",
     "write only the COUNT costliest call paths as stacks, 0 = all (collapsed, jfr, speedscope, pprof). By default, a "
     "run with more than 100,000 paths (pprof: 1,000,000) is limited to that number, and to paths with at least 0.001% "
     "of the time (pprof: 0.0001%). All other paths are summed up by function",
     qii_number, offsetof(struct request, most_paths)},
    {"no-source", 's', NULL, "do not embed source texts (firefox)", qii_flag, offsetof(struct request, no_sources)},
    {"diff", 'd', "REV",
     "first export the coverage of the lines that changed since the git revision REV, or, if REV is -, by a patch on "
     "standard input (json, markdown)",
     qii_nonempty, offsetof(struct request, change)},
    {"filter", 'f', "PATTERN",
     "include only files whose name contains PATTERN, or matches it if it has * or ?; may be repeated (cobertura, "
     "csv-lines, jacoco, lcov, markdown, sonarqube)",
     qii_pattern, offsetof(struct request, filter.only)},
    {"exclude", 'x', "PATTERN", "exclude such files", qii_pattern, offsetof(struct request, filter.except)},
    {"output", 'o', "FILE", "write to FILE instead of standard output", qii_text, offsetof(struct request, output)},
    {.name = NULL},
};

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (!request->exporter)
        argp_error(state, "--format=FORMAT is required; see --help");
    if (request->events && !request->exporter->takes_events && !request->exporter->timeline &&
        !request->exporter->takes_log)
        argp_error(state, "format %s has no events", request->exporter->name);
    if (request->most_paths != MOST_BY_FORMAT && !request->exporter->most_paths)
        argp_error(state, "format %s has no stacks", request->exporter->name);
    if (request->no_sources && !request->exporter->has_sources)
        argp_error(state, "format %s has no sources", request->exporter->name);
    if (request->change && !request->exporter->takes_change)
        argp_error(state, "format %s does not support --diff", request->exporter->name);
    if (!qp_filter_is_empty(&request->filter) && !request->exporter->filtered)
        argp_error(state, "format %s does not support --filter and --exclude", request->exporter->name);
    if (request->exporter->directory && !request->output)
        argp_error(state, "format %s is a directory of files: name a new one with --output=DIRECTORY",
                   request->exporter->name);
    if (request->exporter->binary && !request->output && isatty(STDOUT_FILENO))
        argp_error(state, "format %s is binary and not written to a terminal: use --output=FILE",
                   request->exporter->name);
}

static const char *word_of(const char *option, unsigned index)
{
    const struct qp_exporter *exporter = strcmp(option, "format") == 0 ? qp_exporters[index] : NULL;
    return exporter ? exporter->name : NULL;
}

/* Append the list of formats to the help. */
static char *add_formats(int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_EXTRA)
        return (char *)text;
    char *list = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&list, &size);
    if (!memory)
        return NULL;
    fputs("Formats:\n", memory);
    for (const struct qp_exporter *const *it = qp_exporters; *it; it++)
        fprintf(memory, "  %-10s %s\n", (*it)->name, (*it)->summary);
    fclose(memory);
    return list;
}

static void list_formats(FILE *out)
{
    for (const struct qp_exporter *const *it = qp_exporters; *it; it++)
        fprintf(out, "%s%s", it == qp_exporters ? ": " : ", ", (*it)->name);
}

/* Return true if the format may hold several files as processes of a job, instead of their merge. */
static bool may_be_job(const struct qii_input *input, const void *given)
{
    const struct qp_exporter *exporter = ((const struct request *)given)->exporter;
    (void)input;
    return exporter->directory || exporter->job;
}

/* Find the files of a format that may hold several. Set *several if they must be exported as processes of a job,
 * otherwise open the only one. */
static int open_files(struct qii_input *input, const struct qp_exporter *exporter, bool *several)
{
    int code = qii_input_find(input);
    *several = exporter->directory || input->file_count > 1;
    return code || *several ? code : qii_input_open(input);
}

/* Write one file: the only one, or the merge of several. */
static int write_file(struct qii_input *input, const struct qp_export_request *wanted, const char *output)
{
    struct qp_error error = {0};
    struct qp_export_request request = *wanted;
    struct qii_file file;
    int code = qii_file_open(&file, output, QII_FILE, input->paths);
    if (code)
        return code;
    request.selection = qii_input_selection(input);
    request.out = file.stream;
    qp_export_write(&input->profile, &request, &error);
    return qii_file_close(&file, error.code == QP_ERR_CHOICE ? input->path : NULL, &error);
}

/* Write the merge of a job's files together with the numbers of its ranks. */
static int write_job(struct qii_input *input, const struct qp_export_request *wanted, const char *output)
{
    struct qp_ranks ranks = {0};
    struct qp_export_request request = *wanted;
    int code = qii_ranks_read(input, &ranks);
    request.ranks = &ranks;
    request.ranks_of = &input->job;
    if (!code)
        code = write_file(input, &request, output);
    qp_ranks_close(&ranks);
    return code;
}

static void print_note(const char *note)
{
    fprintf(stderr, "qii: %s\n", note);
}

static int export(struct qii_input *input, const struct request *request, const struct qii_change *change)
{
    bool passed = false;
    const struct qp_export_change exported = {&change->patch, &change->folders};
    struct qp_export_request wanted = {
        .exporter = request->exporter,
        .every = !input->product,
        .events = request->events,
        .no_sources = request->no_sources,
        .change = request->change ? &exported : NULL,
        .filter = request->filter,
        .passed = &passed,
        .report = print_note,
        .most_paths = request->most_paths == MOST_BY_FORMAT ? NULL : &request->most_paths,
    };
    input->cover = request->exporter->coverage_first;
    bool several = false;
    int code = may_be_job(input, request) ? open_files(input, request->exporter, &several) : QII_OK;
    if (code)
        return code;
    if (several)
        return qii_export_job(input, &wanted, request->output);
    bool job = request->exporter->takes_ranks && input->job.id;
    code = job ? write_job(input, &wanted, request->output) : write_file(input, &wanted, request->output);
    return code ? code : qii_input_matches(input, &request->filter, passed);
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qii_change change = {.root = NULL};
    if (input->measure && !request->exporter->measures) {
        fprintf(stderr, "qii: --measure applies to callgrind, collapsed and speedscope, not to %s\n",
                request->exporter->name);
        return QII_USAGE;
    }
    if (request->exporter->filtered)
        qii_input_filter(input, &request->filter);
    int code = request->change ? qii_change_read(&change, request->change) : QII_OK;
    if (!code)
        code = export(input, request, &change);
    qii_change_close(&change);
    return code;
}

const struct qii_command qii_export = {
    .name = "export",
    .summary = "convert a profile to other formats",
    .end_summary = list_formats,
    .arguments = "[FILE...]",
    .help = "Convert a profile to a format that other programs read.",
    .options = options,
    .selects = true,
    .measures = true,
    .configured = true,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.most_paths = MOST_BY_FORMAT},
    .check = check,
    .word = word_of,
    .more_help = add_formats,
    .opens_itself = may_be_job,
    .run = run,
};
