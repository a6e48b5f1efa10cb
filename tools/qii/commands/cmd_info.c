/* cmd_info.c - qii info: describe the run and its data file. */
#include "show/overview.h"
#include "tools/qii/command.h"

static int run(struct qii_input *input, void *request)
{
    (void)request;
    struct qp_stream stream = qii_output(&input->view);
    struct qp_locations locations = {0};
    int code = qp_locations_open(&locations, &input->profile.reader) ? QII_OK : qii_no_memory();
    qii_input_warn_damage(input);
    if (!code)
        code = qii_input_query(input);
    if (!code && !qp_overview_print(&input->query, &input->profile.reader, &locations, &stream))
        code = qii_no_memory();
    qp_locations_close(&locations);
    return code;
}

const struct qii_command qii_info = {
    .name = "info",
    .summary = "show run metadata: program, duration, threads, phases, file sizes",
    .arguments = "[FILE...]",
    .help =
        "Show the metadata of a data file: program, duration, how the run ended, threads, pauses, phases and notes, "
        "thread time by state, file size by content, and problems during recording.",
    .selects = true,
    .quiet = true,
    .pages = true,
    .run = run,
};
