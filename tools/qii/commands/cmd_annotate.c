/* cmd_annotate.c - qii annotate: a source file with counts and times beside its lines. */
#include "show/parts/heading.h"
#include "show/listing.h"
#include "tools/qii/command.h"

#include <stdlib.h>
#include <string.h>

struct request {
    const char *wanted; /* file or function */
    struct qp_listing_choice choice;
    struct qp_source_path source_path;
};

static const struct qii_option options[] = {
    {"source-path", 'I', "DIRECTORY", "also look for sources below DIRECTORY (may be repeated)", qii_folder,
     offsetof(struct request, source_path)},
    {"contexts", 0, NULL, "list the contexts (tests) for which each line ran", qii_flag,
     offsetof(struct request, choice.contexts)},
    {.name = NULL},
};

static void warn(enum qp_source_text_state state, const char *name)
{
    if (state == QP_SOURCE_TEXT_CHANGED)
        fprintf(stderr, "qii: %s changed since the run: line numbers may not match\n", name);
    else
        fprintf(stderr, "qii: %s not found (try --source-path=DIRECTORY): showing lines without source text\n", name);
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_stream stream = qii_output(&input->view);
    struct qp_source_path *sources = &request->source_path;
    uint32_t count;
    if (input->project.folder && *input->project.folder && sources->count < QP_SOURCE_FOLDERS)
        sources->folders[sources->count++] = input->project.folder;
    struct qp_target *targets = qp_target_find(&input->query, request->wanted, &count);
    if (!targets)
        return qii_no_memory();
    request->choice.source_path = &request->source_path;
    request->choice.warn = warn;
    bool ok = true;
    if (count)
        qp_heading_print(&input->query, &stream);
    for (uint32_t i = 0; i < count && ok; i++)
        ok = qp_listing_print(&input->query, targets[i], &request->choice, &stream);
    free(targets);
    qp_source_path_close(&request->source_path);
    if (!ok)
        return qii_no_memory();
    if (count)
        return QII_OK;
    fprintf(stderr, "qii: no source file, or function with a source file, matches '%s'\n", request->wanted);
    return QII_NO;
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    const char *suffix = request->wanted ? strrchr(request->wanted, '.') : NULL;
    if (suffix && strcmp(suffix, ".qii") == 0)
        argp_error(state, "the source or function comes first, followed by data files such as %s", request->wanted);
}

const struct qii_command qii_annotate = {
    .name = "annotate",
    .summary = "show a source file or function with counts and times per line",
    .arguments = "SOURCE|FUNCTION [FILE...]",
    .help =
        "Show a source file, or the lines of a function, with execution counts and times (or allocations) per line.\v"
        "SOURCE is a file as named in the report, the end of its path, or a longer path that ends with it. FUNCTION is "
        "a function's name or a part of it. Lines that never ran are marked \"never\"; lines without code have no "
        "count. With --measure=bytes, lines have the bytes and objects that they allocated.\n\n"
        "Source text kept in the data file is preferred. Other files are read from disk, with a warning if they "
        "changed since the run. They are searched below the working directory, each DIRECTORY and the run's working "
        "directory, including src/main/java and similar folders of build tools. If no file is found, the file of that "
        "name and package below DIRECTORY or src is used.",
    .options = options,
    .selects = true,
    .measures = true,
    .queries = true,
    .cover = true,
    .pages = true,
    .configured = true,
    .size = sizeof(struct request),
    .files = {.subject = offsetof(struct request, wanted), .no_subject = "specify a source file or a function"},
    .check = check,
    .run = run,
};
