/* cmd_report.c - qii report: the table of functions, of all threads or thread by thread; or of virtual threads. */
#include "show/functions.h"
#include "show/heading.h"
#include "show/ledgers.h"
#include "show/virtual_threads.h"
#include "tools/qii/command.h"

#include <string.h>

/* What a row is: X(constant, the word of --by). */
#define BY_LIST(X)                                                                                                     \
    X(FUNCTION, "function")                                                                                            \
    X(VTHREAD, "vthread")                                                                                              \
    X(GROUP, "group")                                                                                                  \
    X(SPAWNER, "spawner")                                                                                              \
    X(RESUMER, "resumer")                                                                                              \
    X(CARRIER, "carrier")

enum by {
#define X(constant, word) BY_##constant,
    BY_LIST(X)
#undef X
};

struct request {
    struct qp_functions_choice functions;
    enum by by;
    bool sorted; /* an order was asked for */
    bool threads;
    const char *group; /* name, NULL = all */
};

static void take_sort(void *field, const char *argument, const char *option, struct argp_state *state)
{
    struct request *request = field;
    (void)option;
    request->sorted = true;
    if (!qp_functions_sort(argument, &request->functions.sort))
        argp_error(state, "cannot sort by '%s'", argument);
}

static void take_by(void *field, const char *argument, const char *option, struct argp_state *state)
{
    static const char *const words[] = {
#define X(constant, word) word,
        BY_LIST(X)
#undef X
    };
    (void)option;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        *(enum by *)field = (enum by)i;
        if (strcmp(words[i], argument) == 0)
            return;
    }
    argp_error(state, "no report by '%s'", argument);
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->by != BY_FUNCTION &&
        (request->sorted || request->functions.filter || request->threads || request->group))
        argp_error(state, "--sort, --filter, --group and --threads are for functions");
}

static const struct qii_option options[] = {
    {"by", 'b', "WHAT",
     "a row is a function (default), vthread, group, carrier, or a function that created (spawner) or first resumed "
     "(resumer) virtual threads",
     take_by, offsetof(struct request, by)},
    {"sort", 's', "COLUMN",
     "order by self (default), total, elapsed, calls, per-call, runnable, blocked, waiting or name", take_sort, 0},
    {"filter", 'f', "TEXT", "only functions with TEXT in their name or file", qii_text,
     offsetof(struct request, functions.filter)},
    {"group", 'g', "NAME", "only functions of the virtual threads of this name, as qii threads has it", qii_text,
     offsetof(struct request, group)},
    {"top", 'n', "N", "show N rows, 0 = all (default 40)", qii_number, offsetof(struct request, functions.top)},
    {"threads", 't', NULL, "a table for each thread and group of virtual threads", qii_flag,
     offsetof(struct request, threads)},
    {.name = NULL},
};

static bool has_virtual_threads(const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->group_count; i++) {
        if (profile->groups[i].product == (uint32_t)query->selection.product)
            return true;
    }
    return false;
}

static bool print(const struct qp_query *query, const struct request *request, const struct qp_stream *stream)
{
    uint32_t top = request->functions.top;
    if (request->by != BY_FUNCTION && request->by != BY_CARRIER && !has_virtual_threads(query)) {
        fputs("there were no virtual threads\n", stream->out);
        return true;
    }
    switch (request->by) {
    case BY_VTHREAD:
        return qp_virtual_threads_print_top(query, QP_TOP_BY_RUNNING, top, stream);
    case BY_GROUP:
        return qp_ledgers_print_groups(query, top, stream);
    case BY_SPAWNER:
        return qp_virtual_threads_print_rollup(query, QP_ROLLUP_TO_SPAWNER, top, stream);
    case BY_RESUMER:
        return qp_virtual_threads_print_rollup(query, QP_ROLLUP_TO_RESUMER, top, stream);
    case BY_CARRIER:
        return qp_ledgers_print_carriers(query, top, stream);
    default:
        return qp_functions_print(query, &request->functions, stream);
    }
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    struct qp_stream stream = qii_output();
    struct qp_error error = {0};
    int code = qii_input_choose_name(input, request->group);
    if (code)
        return code;
    qp_heading_print(&input->query, &stream);
    if (request->threads)
        qp_functions_print_threads(&input->query, &request->functions, &stream, &error);
    else if (!print(&input->query, request, &stream))
        qp_error_memory(&error);
    code = error.code ? qii_fail(NULL, &error) : QII_OK;
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
    .watches = true,
    .queries = true,
    .size = sizeof(struct request),
    .check = check,
    .defaults = &(const struct request){.functions = {.top = 40, .more = "; --top=0 shows all"}},
    .run = run,
};
