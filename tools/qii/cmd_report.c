/* cmd_report.c - qii report: the table of functions, of all threads or thread by thread. */
#include "show/functions.h"
#include "show/heading.h"
#include "tools/qii/command.h"

struct request {
    struct qp_functions_choice functions;
    bool threads;
};

static void parse_sort(void *request, const char *argument, struct argp_state *state)
{
    if (!qp_functions_sort(argument, &((struct request *)request)->functions.sort))
        argp_error(state, "cannot sort by '%s'", argument);
}

static const struct qii_option options[] = {
    {"sort", 's', "COLUMN", "order by self (default), total, calls, per-call, blocked, waiting or name", QII_PARSED, 0,
     parse_sort},
    {"filter", 'f', "TEXT", "only functions with TEXT in their name or file", QII_TEXT,
     offsetof(struct request, functions.filter), NULL},
    {"top", 'n', "N", "show N functions, 0 = all (default 40)", QII_NUMBER, offsetof(struct request, functions.top),
     NULL},
    {"threads", 't', NULL, "a table for each thread and group of virtual threads", QII_FLAG,
     offsetof(struct request, threads), NULL},
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
