/* cmd_info.c - qii info: the run, its course and its data, in words. */
#include "show/overview.h"
#include "tools/qii/command.h"

static int run(struct qii_input *input, void *request)
{
    (void)request;
    struct qp_stream stream = qii_output(&input->view);
    struct qp_locations locations = {0};
    int code = qp_locations_open(&locations, &input->profile.reader) ? QII_OK : qii_no_memory();
    qii_input_tell_damage(input);
    if (!code)
        code = qii_input_query(input);
    if (!code && !qp_overview_print(&input->query, &input->profile.reader, &locations, &stream))
        code = qii_no_memory();
    qp_locations_close(&locations);
    return code;
}

const struct qii_command qii_info = {
    .name = "info",
    .summary = "the run and its file: how it ended, threads, phases, sizes",
    .arguments = "[FILE...]",
    .help =
        "Show what run a data file is of: program, duration, how it ended, threads, pauses, phases and notes, where "
        "the "
        "time of its threads went, what the file's bytes hold, and what went wrong.",
    .selects = true,
    .quiet = true,
    .pages = true,
    .run = run,
};
