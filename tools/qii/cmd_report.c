/* cmd_report.c - qii report: the table of functions, of all threads or thread by thread. */
#include "show/functions.h"
#include "show/heading.h"
#include "tools/qii/command.h"

struct request {
    struct qp_functions_choice functions;
    bool threads;
};

static void take_sort(void *field, const char *argument, const char *option, struct argp_state *state)
{
    (void)option;
    if (!qp_functions_sort(argument, field))
        argp_error(state, "cannot sort by '%s'", argument);
}

static const struct qii_option options[] = {
    {"sort", 's', "COLUMN",
     "order by self (default), total, elapsed, calls, per-call, runnable, blocked, waiting or name", take_sort,
     offsetof(struct request, functions.sort)},
    {"filter", 'f', "TEXT", "only functions with TEXT in their name or file", qii_text,
     offsetof(struct request, functions.filter)},
    {"top", 'n', "N", "show N functions, 0 = all (default 40)", qii_number, offsetof(struct request, functions.top)},
    {"threads", 't', NULL, "a table for each thread and group of virtual threads", qii_flag,
     offsetof(struct request, threads)},
    {.name = NULL},
};

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    struct qp_stream stream = qii_output();
    struct qp_error error = {0};
    qp_heading_print(&input->query, &stream);
    if (request->threads)
        qp_functions_print_threads(&input->query, &request->functions, &stream, &error);
    else if (!qp_functions_print(&input->query, &request->functions, &stream))
        qp_error_memory(&error);
    int code = error.code ? qii_fail(NULL, &error) : QII_OK;
    qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream, "note: ");
    return code;
}

const struct qii_command qii_report = {
    .name = "report",
    .summary = "the functions: calls, time in themselves and with what they called",
    .arguments = "[FILE]",
    .help =
        "Show the functions of a run: how often they were called, and the time they took.\v"
        "self is the time in a function itself, share its part of all self time; total includes what it called, with "
        "recursion counted once; per call is total by calls. blocked, waiting, cycles and slowest appear where the "
        "run has such numbers. The cost of recording is taken off (--raw leaves it in).",
    .options = options,
    .selects = true,
    .queries = true,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.functions = {.top = 40, .more = "; --top=0 shows all"}},
    .run = run,
};
