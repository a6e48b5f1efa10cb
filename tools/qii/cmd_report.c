/* cmd_report.c - qii report: the table of functions, of all threads or thread by thread. */
#include "export/functions.h"
#include "export/heading.h"
#include "tools/qii/qii.h"

#include "base/number.h"

#include <string.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    struct qp_functions_choice functions;
    bool threads;
};

enum { KEY_FILTER = 'f', KEY_SORT = 's', KEY_TOP = 'n', KEY_THREADS = 't' };

static const struct argp_option options[] = {
    {"sort", KEY_SORT, "COLUMN", 0, "order by self (default), total, calls, per-call, blocked, waiting or name", 1},
    {"filter", KEY_FILTER, "TEXT", 0, "only functions with TEXT in their name or file", 1},
    {"top", KEY_TOP, "N", 0, "show N functions, 0 = all (default 40)", 1},
    {"threads", KEY_THREADS, NULL, 0, "a table for each thread and group of virtual threads", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_SORT:
        for (unsigned i = 0; qp_functions_sort_name(i); i++) {
            if (strcmp(argument, qp_functions_sort_name(i)) == 0) {
                choice->functions.sort = (enum qp_functions_sort)i;
                return 0;
            }
        }
        argp_error(state, "cannot sort by '%s'", argument);
        return 0;
    case KEY_FILTER:
        choice->functions.filter = argument;
        return 0;
    case KEY_TOP:
        choice->functions.top = qii_number(argument, state, "--top");
        return 0;
    case KEY_THREADS:
        choice->threads = true;
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc =
        "Show the functions of a run: how often they were called, and the time they took.\v"
        "self is the time in a function itself, share its part of all self time; total includes what it called, with "
        "recursion counted once; per call is total by calls. blocked, waiting, cycles and slowest appear where the "
        "run has such numbers. The cost of recording is taken off (--raw leaves it in).",
    .children = children,
};

static bool print_table(const struct qp_query *query, const struct choice *choice)
{
    struct qp_functions_shown shown;
    if (!qp_functions_print(query, &choice->functions, stdout, &shown))
        return false;
    if (shown.called == 0)
        puts(choice->functions.filter ? "no function matches" : "no function was called");
    else if (shown.shown < shown.called)
        printf("%u of %u functions; --top=0 shows all\n", shown.shown, shown.called);
    return true;
}

/* ---- thread by thread ---------------------------------------------------------------------------------------- */

static int print_part(const struct choice *choice, uint32_t thread, uint32_t group)
{
    struct qp_error error = {0};
    struct qp_query part;
    struct qp_selection selection = choice->input.query.selection;
    selection.thread = thread;
    selection.group = group;
    if (qp_query_open(&part, &choice->input.profile, &selection, &error))
        return qii_fail(NULL, &error);
    bool ok = true;
    if (part.all.calls || part.all.total) {
        char time[QP_NUMBER];
        qp_number_time(time, qp_profile_ns(part.profile, part.all.self));
        qii_print_thread(part.profile, thread, group, choice->functions.colour);
        printf("  %s in functions\n", time);
        ok = print_table(&part, choice);
    }
    qp_query_close(&part);
    return ok ? QII_OK : qii_no_memory();
}

static int print_parts(const struct choice *choice)
{
    const struct qp_profile *profile = &choice->input.profile;
    int code = QII_OK;
    for (uint32_t i = 0; i < profile->carrier_count && !code; i++)
        code = print_part(choice, i, QP_NONE);
    for (uint32_t i = 0; i < profile->group_count && !code; i++) {
        if (profile->groups[i].product == (uint32_t)choice->input.query.selection.product)
            code = print_part(choice, QP_NONE, i);
    }
    return code;
}

int qii_report(int argc, char **argv)
{
    struct choice choice = {.functions = {.top = 40, .colour = qii_colour()}};
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qii_input_query(&choice.input);
    if (!code) {
        qp_heading_print(&choice.input.query, stdout, choice.functions.colour);
        if (choice.threads)
            code = print_parts(&choice);
        else if (!print_table(&choice.input.query, &choice))
            code = qii_no_memory();
        qp_heading_diagnostics(&choice.input.profile, choice.input.query.selection.product, stdout, "note: ");
    }
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
