/* cmd_annotate.c - qii annotate: a source file with counts and times beside its lines. */
#include "show/parts/heading.h"
#include "show/listing.h"
#include "tools/qii/command.h"

#include <stdlib.h>
#include <string.h>

struct request {
    const char *wanted; /* file or function */
    struct qp_source_path source_path;
};

static const struct qii_option options[] = {
    {"source-path", 'I', "DIRECTORY", "look for sources below DIRECTORY too; several times: below any of them",
     qii_folder, offsetof(struct request, source_path)},
    {.name = NULL},
};

static void warn(enum qp_source_text_state state, const char *name)
{
    if (state == QP_SOURCE_TEXT_CHANGED)
        fprintf(stderr, "qii: %s changed since the run: lines may not match\n", name);
    else
        fprintf(stderr, "qii: %s is not found (--source-path=DIRECTORY): lines without their text\n", name);
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_stream stream = qii_output(&input->view);
    uint32_t count;
    struct qp_target *targets = qp_target_find(&input->query, request->wanted, &count);
    if (!targets)
        return qii_no_memory();
    bool ok = true;
    if (count)
        qp_heading_print(&input->query, &stream);
    for (uint32_t i = 0; i < count && ok; i++)
        ok = qp_listing_print(&input->query, targets[i], &request->source_path, &stream, warn);
    free(targets);
    qp_source_path_close(&request->source_path);
    if (!ok)
        return qii_no_memory();
    if (count)
        return QII_OK;
    fprintf(stderr, "qii: no source file and no function with a file is called '%s'\n", request->wanted);
    return QII_NO;
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    const char *suffix = request->wanted ? strrchr(request->wanted, '.') : NULL;
    if (suffix && strcmp(suffix, ".qii") == 0)
        argp_error(state, "the source or function goes first, data files such as %s behind it", request->wanted);
}

const struct qii_command qii_annotate = {
    .name = "annotate",
    .summary = "a source file, or a function, with counts and times per line",
    .arguments = "SOURCE|FUNCTION [FILE...]",
    .help =
        "Show a source file, or the lines of a function, with how often each line ran and how long.\v"
        "SOURCE is a file as the report names it, the end of its path, or a path that ends so; FUNCTION a name, or a "
        "part of it. "
        "A line that never ran is marked \"never\", one without code has no count. Texts that the run kept are shown "
        "from the data file; others are read from disk, with a warning when they changed since the run: below the "
        "working "
        "directory, each DIRECTORY and the directory of the run, and there also in src/main/java and the other folders "
        "where build tools keep sources. Without any such file it is the one below DIRECTORY, or below src, that is "
        "called so and names that package.",
    .options = options,
    .selects = true,
    .queries = true,
    .cover = true,
    .pages = true,
    .size = sizeof(struct request),
    .files = {.subject = offsetof(struct request, wanted), .no_subject = "name a source file or a function"},
    .check = check,
    .run = run,
};
