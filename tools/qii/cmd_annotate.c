/* cmd_annotate.c - qii annotate: a source file with counts and times beside its lines. */
#include "tools/qii/qii.h"

#include "export/heading.h"
#include "tools/qii/listing.h"
#include "tools/qii/target.h"

#include <stdlib.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    const char *wanted;     /* file or function */
    const char *source_path;
    bool colour;
};

enum { KEY_SOURCE_PATH = 'I' };

static const struct argp_option options[] = {
    {"source-path", KEY_SOURCE_PATH, "DIRECTORY", 0, "look for sources below DIRECTORY too", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_SOURCE_PATH:
        choice->source_path = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (choice->wanted)
            return qii_take_file(&choice->input, argument, state);
        choice->wanted = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "name a source file or a function");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "SOURCE|FUNCTION [FILE]",
    .doc =
        "Show a source file, or the lines of a function, with how often each line ran and how long.\v"
        "SOURCE is a file as the report names it, or the end of its path; FUNCTION a name, or a part of it. "
        "A line that never ran is marked \"never\", one without code has no count. Texts that the run kept are shown "
        "from the data file; others are read from disk, with a warning when they changed since the run.",
    .children = children,
};

static int print_targets(const struct choice *choice)
{
    const struct qp_query *query = &choice->input.query;
    uint32_t count;
    struct qii_target *targets = qii_target_find(query, choice->wanted, &count);
    if (!targets)
        return qii_no_memory();
    bool ok = true;
    if (count)
        qp_heading_print(query, stdout, choice->colour);
    for (uint32_t i = 0; i < count && ok; i++)
        ok = qii_listing_print(query, targets[i], choice->source_path, choice->colour);
    free(targets);
    if (!ok)
        return qii_no_memory();
    if (count)
        return QII_OK;
    fprintf(stderr, "qii: no source file and no function with a file is called '%s'\n", choice->wanted);
    return QII_NO;
}

int qii_annotate(int argc, char **argv)
{
    struct choice choice = {.input = {.cover = true}, .colour = qii_colour()};
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qii_input_query(&choice.input);
    if (!code)
        code = print_targets(&choice);
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
