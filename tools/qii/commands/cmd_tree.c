/* cmd_tree.c - qii tree: the call tree, heaviest path first. */
#include "show/call_paths.h"
#include "show/parts/heading.h"
#include "tools/qii/command.h"
#include "tools/qii/functions.h"

#include <stdlib.h>
#include <string.h>

struct request {
    struct qp_call_paths_choice paths;
    const char *group;
    const char *focus; /* name of a function, NULL = none */
    const char *ignore;
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
    {"min-share", 'm', "PERCENT",
     "hide call paths with less than PERCENT (default 1, 0 = hide none) of total time, or of the time that --focus and "
     "--ignore leave; a path that reaches PERCENT only before overhead is subtracted is shown, too",
     qii_percent, offsetof(struct request, paths.share)},
    {"threads", 't', NULL, "show one tree per thread and group of virtual threads", take_threads,
     offsetof(struct request, paths.paths.shape)},
    {"focus", 'f', "F",
     "show only call paths through function F, with their time in F and below; functions that lead to F keep their "
     "calls, and have no self time",
     qii_nonempty, offsetof(struct request, focus)},
    {"ignore", 'i', "F",
     "exclude function F and everything below it; its time is not attributed to its callers, and shares still refer to "
     "all time",
     qii_nonempty, offsetof(struct request, ignore)},
    {"fold", 0, NULL, "fold recursion: merge recursive calls of a function into its first call", qii_flag,
     offsetof(struct request, paths.paths.fold)},
    {"reverse", 'r', NULL,
     "show the inverted tree: functions by self time, and below each function its callers with their part of that time",
     qii_flag, offsetof(struct request, paths.reverse)},
    {"group", 'g', "NAME", "only virtual threads of this name (see qii threads)", qii_text,
     offsetof(struct request, group)},
    {"under", 'u', "spawner|resumer",
     "attach the trees of virtual threads to the functions that created them, or that resumed them first", take_under,
     offsetof(struct request, paths.paths.shape)},
    {.name = NULL},
};

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->paths.reverse && request->paths.paths.shape != QP_CALLTREE_MERGED)
        argp_error(state, "--reverse merges all threads: it cannot be combined with --threads or --under");
}

/* Set *chosen to a new array that is true for the methods of `functions`; NULL if there are no functions. Return false
 * if out of memory. */
static bool mark(const struct qp_query *query, const struct qii_functions *functions, const bool **chosen)
{
    bool *marks = functions->count ? calloc((size_t)query->profile->method_count + 1, sizeof *marks) : NULL;
    for (uint32_t i = 0; marks && i < functions->count; i++)
        marks[functions->methods[i]] = true;
    *chosen = marks;
    return marks || !functions->count;
}

static int print(const struct qp_query *query, struct request *request, const struct qii_functions *focus,
                 const struct qii_functions *ignore, const struct qp_stream *stream)
{
    struct qp_calltree_choice *choice = &request->paths.paths;
    bool ok = mark(query, focus, &choice->focus) && mark(query, ignore, &choice->ignore);
    qp_heading_print(query, stream);
    if (focus->count > 1)
        qii_functions_print(focus, query, request->focus, "", stream->out);
    if (ignore->count > 1)
        qii_functions_print(ignore, query, request->ignore, "", stream->out);
    ok = ok && qp_call_paths_print(query, &request->paths, stream);
    free((void *)choice->focus);
    free((void *)choice->ignore);
    return ok ? QII_OK : qii_no_memory();
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_stream stream = qii_output(&input->view);
    struct qii_functions focus = {0}, ignore = {0};
    int code = qii_input_query_job(input, request->paths.paths.shape == QP_CALLTREE_APART);
    if (!code)
        code = qii_input_choose_group(input, request->group);
    if (code)
        return code;
    request->paths.depth = qii_rows(&input->view, request->paths.depth, 24);
    if (request->paths.share < 0)
        request->paths.share = input->view.tsv ? 0 : 1;
    code = qii_functions_open(&focus, &input->query, request->focus);
    if (!code)
        code = qii_functions_open(&ignore, &input->query, request->ignore);
    if (!code)
        code = print(&input->query, request, &focus, &ignore, &stream);
    if (!code)
        qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream);
    if (!code && !qp_heading_processor(&input->query, &stream))
        code = qii_no_memory();
    qii_functions_close(&focus);
    qii_functions_close(&ignore);
    return code;
}

const struct qii_command qii_tree = {
    .name = "tree",
    .summary = "show the call tree, heaviest paths first",
    .arguments = "[FILE...]",
    .help =
        "Show the call tree of a run, heaviest call paths first.\v"
        "total is the running time of a function called along this path, including callees; self is its own part. "
        "total % is of the running time of all threads; elapsed also includes runnable, blocked and waiting time (not "
        "with --under: a function waits while the virtual thread that it resumed runs). Equal paths of several threads "
        "are merged (--threads keeps them apart). If a run has no times, calls % is shown.",
    .options = options,
    .selects = true,
    .measures = true,
    .tables = true,
    .queries = true,
    .pages = true,
    .files = {.ranks = true},
    .size = sizeof(struct request),
    .check = check,
    .defaults = &(const struct request){.paths = {.depth = QII_UNSET, .share = -1}},
    .run = run,
};
