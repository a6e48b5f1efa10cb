/* cmd_merge.c - qii merge: merge several runs into one data file. */
#include "tools/qii/command.h"

#include "base/number.h"
#include "tools/qii/job_files.h"
#include "tools/qii/output.h"
#include "tools/qii/runs.h"

#include <stdlib.h>
#include <string.h>

struct request {
    const char *output;
    bool apart;
};

static void take_changed(void *field, const char *argument, const char *option, struct argp_state *state)
{
    *(bool *)field = strcmp(argument, "apart") == 0;
    if (!*(bool *)field && strcmp(argument, "refuse") != 0)
        argp_error(state, "--%s takes refuse or apart, not '%s'", option, argument);
}

static const struct qii_option options[] = {
    {"output", 'o', "FILE", "data file to write (required)", qii_text, offsetof(struct request, output)},
    {"changed", 0, "refuse|apart",
     "if source files changed between the runs: refuse to merge (default), or keep the versions apart as separate "
     "files",
     take_changed, offsetof(struct request, apart)},
    {.name = NULL},
};

static void check(void *given, struct argp_state *state)
{
    const char *output = ((const struct request *)given)->output;
    if (!output)
        argp_error(state, "-o FILE is required");
    else if (strcmp(output, "-") == 0)
        argp_error(state, "a data file cannot be written to standard output; use ./- for a file of that name");
}

static void print_note(void *to, const char *sentence)
{
    (void)to;
    fprintf(stderr, "qii: %s\n", sentence);
}

static int write_file(struct qp_writer *writer, const char *output, const char *const *inputs)
{
    struct qp_error error = {0};
    struct qii_file file;
    int code = qii_file_open(&file, output, QII_DATA_FILE, inputs);
    if (code)
        return code;
    qp_writer_save_fd(writer, fileno(file.stream), &error);
    return qii_file_close(&file, NULL, &error);
}

/* Merge the files that the paths name. Of a directory or pattern, merge the newest job, if there is one. */
static int merge(struct qii_input *input, bool apart, struct qp_writer *writer, struct qii_runs *found)
{
    const struct qii_job_paths paths = {input->paths, input->path_count, .all_runs = true};
    if (input->path_count > 1)
        return qii_runs_merge(input->paths, input->path_count, apart, writer, found);
    int code = qii_job_files_find(&input->job, &input->named, &paths);
    if (code || !input->named.count)
        return code ? code : qii_runs_merge(input->paths, 1, apart, writer, found);
    if (!input->job.id)
        return qii_runs_merge((const char *const *)input->named.paths, input->named.count, apart, writer, found);
    const char **ranks = calloc((size_t)input->job.rank_count + 1, sizeof *ranks);
    for (uint32_t i = 0; ranks && i < input->job.rank_count; i++)
        ranks[i] = input->job.files[i].path;
    code = ranks ? qii_runs_merge(ranks, input->job.rank_count, apart, writer, found) : qii_no_memory();
    if (!code)
        qp_job_note_missing(&input->job, print_note, NULL);
    free(ranks);
    return code;
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    struct qp_writer writer;
    struct qii_runs found;
    int code = merge(input, request->apart, &writer, &found);
    if (code)
        return code;
    if (found.logs)
        fprintf(stderr, "qii: dropped the logs and counters of %u run%s: runs have no common time\n", found.logs,
                qp_number_plural(found.logs));
    code = write_file(&writer, request->output, input->paths);
    qp_writer_close(&writer);
    if (!code)
        printf("%s: %u run%s\n", request->output, found.runs, qp_number_plural(found.runs));
    return code;
}

const struct qii_command qii_merge = {
    .name = "merge",
    .summary = "merge several runs into one data file",
    .arguments = "FILE...",
    .help =
        "Add up the counts and times of several runs, per function and call path, and write one data file.\v"
        "The order of the files does not matter. Merged files can be merged again; a run contained in several files is "
        "counted once. A directory or a quoted pattern stands for the files of the newest MPI job in it, or for all of "
        "its files if there is no job. Functions are matched by class, name, file and line, threads by name or number. "
        "If a file cannot be read, nothing is written. Most other commands also accept several FILEs; use merge to "
        "keep the result.\n\n"
        "Event logs, counters, pauses and notes are dropped, since runs have no common time.",
    .options = options,
    .opens_nothing = true,
    .files = {.no_file = "specify a data file"},
    .configured = true,
    .size = sizeof(struct request),
    .check = check,
    .run = run,
};
