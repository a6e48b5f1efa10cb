/* cmd_tree.c - qii tree: who called whom, the heavy path first. */
#include "show/call_paths.h"
#include "show/heading.h"
#include "tools/qii/command.h"

#include <string.h>

struct request {
    struct qp_call_paths_choice paths;
    const char *group;
};

static void take_threads(void *field, const char *argument, const char *option, struct argp_state *state)
{
    (void)argument, (void)option, (void)state;
    *(enum qp_calltree_shape *)field = QP_CALLTREE_APART;
}

static void take_under(void *field, const char *argument, const char *option, struct argp_state *state)
{
    bool spawner = strcmp(argument, "spawner") == 0;
    if (!spawner && strcmp(argument, "resumer") != 0)
        argp_error(state, "--%s takes spawner or resumer, not '%s'", option, argument);
    *(enum qp_calltree_shape *)field = spawner ? QP_CALLTREE_UNDER_SPAWNER : QP_CALLTREE_UNDER_RESUMER;
}

static const struct qii_option options[] = {
    {"depth", 'd', "N", "show N levels, 0 = all (default 24)", qii_number, offsetof(struct request, paths.depth)},
    {"min-share", 'm', "PERCENT", "hide call paths with less of all time (default 1), 0 = show all", qii_percent,
     offsetof(struct request, paths.share)},
    {"threads", 't', NULL, "a tree for each thread and group of virtual threads", take_threads,
     offsetof(struct request, paths.shape)},
    {"group", 'g', "NAME", "only virtual threads of this name, as qii threads has it", qii_text,
     offsetof(struct request, group)},
    {"under", 'u', "spawner|resumer",
     "hang the trees of virtual threads under the functions that created them, or resumed them first", take_under,
     offsetof(struct request, paths.shape)},
    {.name = NULL},
};

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_stream stream = qii_output(&input->view);
    int code = qii_input_choose_name(input, request->group);
    if (code)
        return code;
    request->paths.depth = qii_rows(&input->view, request->paths.depth, 24);
    if (request->paths.share < 0)
        request->paths.share = input->view.tsv ? 0 : 1;
    qp_heading_print(&input->query, &stream);
    code = qp_call_paths_print(&input->query, &request->paths, &stream) ? QII_OK : qii_no_memory();
    qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream, "note: ");
    return code;
}

const struct qii_command qii_tree = {
    .name = "tree",
    .summary = "the call tree, branches with most time first",
    .arguments = "[FILE]",
    .help =
        "Show the call tree of a run, call paths with most time first.\v"
        "total is the running time of a function called along this path, with all that it called; self its own part. "
        "share is of the running time of all threads together; elapsed has runnable, blocked and waiting time too. "
        "The same path on several threads is one (--threads keeps them apart). Where a run has no times, the share is "
        "that of its calls.",
    .options = options,
    .selects = true,
    .tables = true,
    .queries = true,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.paths = {.depth = QII_UNSET, .share = -1}},
    .run = run,
};
