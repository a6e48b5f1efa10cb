/* cmd_report.c - qii report: the table of functions, for all threads together or for each, or the table of virtual
 * threads. */
#include "show/callers.h"
#include "show/functions.h"
#include "show/parts/heading.h"
#include "show/ledgers.h"
#include "show/breakdown_table.h"
#include "show/virtual_threads.h"
#include "tools/qii/command.h"
#include "tools/qii/commands/report_job.h"
#include "tools/qii/functions.h"

/* Kinds of rows: X(constant, word that selects this kind with --by). */
#define BY_LIST(X)                                                                                                     \
    QP_BREAKDOWNS_LIST(X)                                                                                              \
    X(ID, "id")                                                                                                        \
    X(VTHREAD, "vthread")                                                                                              \
    X(GROUP, "group")                                                                                                  \
    X(SPAWNER, "spawner")                                                                                              \
    X(RESUMER, "resumer")                                                                                              \
    X(CARRIER, "carrier")                                                                                              \
    X(RANK, "rank")                                                                                                    \
    X(HOST, "host")

enum by {
#define X(constant, word) BY_##constant,
    BY_LIST(X)
#undef X
};

struct request {
    struct qp_functions_choice functions;
    enum by by;
    unsigned sort; /* an enum qp_functions_sort, or QII_UNSET for the default order */
    bool threads;
    const char *callers; /* function whose callers are shown, NULL = no such table */
    const char *callees;
    const char *group; /* name of a group of virtual threads, NULL = all */
};

static const char *const by_words[] = {
#define X(constant, word) word,
    BY_LIST(X)
#undef X
        NULL,
};

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    bool functions = request->by == BY_ID || request->by == BY_FUNCTION;
    bool parts = !functions && request->by < (enum by)QP_BREAKDOWNS;
    bool sorted = request->sort != QII_UNSET, filtered = !qp_filter_is_empty(&request->functions.filter);
    if (!functions && (sorted || request->threads))
        argp_error(state, "--sort and --threads only apply to functions");
    if (!functions && !parts && request->group)
        argp_error(state, "--group only applies to functions, files, classes, modules, threads, phases and contexts");
    if (filtered &&
        (request->by == BY_THREAD || request->by == BY_SPAWNER || request->by == BY_RESUMER || request->by >= BY_RANK))
        argp_error(state, "--filter and --exclude only apply to functions, files, classes, modules, phases, contexts, "
                          "vthread, group and carrier");
    if ((request->callers || request->callees) &&
        (request->by != BY_ID || sorted || request->threads || !qp_filter_is_empty(&request->functions.filter)))
        argp_error(state,
                   "--callers and --callees cannot be combined with --by, --sort, --filter, --exclude or --threads");
}

static const struct qii_option options[] = {
    {"by", 'b', "WHAT",
     "show one row for each id (registered method; default), function (all methods with the same class, name, file and "
     "line: for functions that are created repeatedly or once per thread), file, class (also the prefix of names such "
     "as Line:walk), module (directory), thread (system thread without its virtual threads, or group of virtual "
     "threads), phase (all phases of one name), context (test or request), vthread (virtual thread), group (of virtual "
     "threads), carrier (system thread), spawner (function that created virtual threads), resumer (function that first "
     "resumed virtual threads), rank or host (of FILE's MPI job)",
     NULL, offsetof(struct request, by)},
    {"sort", 's', "COLUMN",
     "sort by self (default; without times: calls; for hit-only coverage: file and line), total, elapsed, calls, "
     "per-call, runnable, blocked, waiting, uncounted, cycles, acquired, released, allocated, objects, lines "
     "(executions), branches, slowest, name or, for a job, imbalance (time by which the maximum of the ranks exceeds "
     "the mean)",
     NULL, offsetof(struct request, sort)},
    {"filter", 'f', "PATTERN",
     "include only functions whose name or file contains PATTERN, or matches it if it has * or ? (may be repeated); "
     "with --by=file, class, module, phase, context, vthread, group or carrier: only rows whose name does",
     qii_pattern, offsetof(struct request, functions.filter.only)},
    {"exclude", 'x', "PATTERN", "exclude such functions", qii_pattern,
     offsetof(struct request, functions.filter.except)},
    {"group", 'g', "NAME", "only virtual threads of this name (see qii threads)", qii_text,
     offsetof(struct request, group)},
    {"top", 'n', "N", "show N rows, 0 = all (default 40)", qii_number, offsetof(struct request, functions.top)},
    {"callers", 'c', "F", "show the callers of F with calls and their share of F's total time", qii_nonempty,
     offsetof(struct request, callers)},
    {"callees", 'e', "F", "break down F's total time by callee", qii_nonempty, offsetof(struct request, callees)},
    {"threads", 't', NULL, "show one table per thread and group of virtual threads", qii_flag,
     offsetof(struct request, threads)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"by", by_words}, {"sort", qp_functions_sort_words}, {NULL, NULL}};

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
    const struct qp_filter *filter = &request->functions.filter;
    if (request->by == BY_ID || request->by == BY_FUNCTION)
        return qp_functions_print(query, &request->functions, stream);
    if (request->by < (enum by)QP_BREAKDOWNS)
        return qp_breakdown_table_print(query, (enum qp_breakdown_by)request->by, filter, top, stream);
    if (request->by != BY_CARRIER && !has_virtual_threads(query)) {
        fputs("no virtual threads\n", stream->out);
        return true;
    }
    if ((request->by == BY_CARRIER || request->by == BY_VTHREAD) && qp_heading_no_times(query, stream))
        return true;
    switch (request->by) {
    case BY_VTHREAD:
        return qp_virtual_threads_print_top(query, filter, QP_TOP_BY_RUNNING, top, stream);
    case BY_GROUP:
        return qp_ledgers_print_groups(query, filter, top, stream);
    case BY_SPAWNER:
        return qp_virtual_threads_print_rollup(query, QP_ROLLUP_TO_SPAWNER, top, stream);
    case BY_RESUMER:
        return qp_virtual_threads_print_rollup(query, QP_ROLLUP_TO_RESUMER, top, stream);
    default:
        return qp_ledgers_print_carriers(query, filter, top, stream);
    }
}

/* ---- callers and callees ----------------------------------------------------------------------------------------- */

/* Print a table of callers or callees for each of the functions. */
static bool print_side(const struct qp_query *query, const struct qii_functions *functions,
                       enum qp_neighbours_side side, uint32_t top, const struct qp_stream *stream)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < functions->count; i++)
        ok = qp_callers_print(query, functions->methods[i], side, top, stream);
    return ok;
}

#define MOST 20 /* maximum number of tables for one name: each takes a pass over all nodes, and nobody reads more */

static int open_side(struct qii_functions *functions, const struct qp_query *query, const char *wanted)
{
    int code = qii_functions_open(functions, query, wanted);
    if (code || functions->count <= MOST)
        return code;
    fputs("qii: ", stderr);
    qii_functions_print(functions, query, wanted, ": narrow it down to at most 20", stderr);
    return QII_NO;
}

static int print_callers(const struct qp_query *query, const struct request *request, const struct qp_stream *stream)
{
    struct qii_functions called = {0}, calling = {0};
    uint32_t top = request->functions.top;
    int code = open_side(&called, query, request->callers);
    if (!code)
        code = open_side(&calling, query, request->callees);
    if (!code) {
        qp_heading_print(query, stream);
        bool ok = print_side(query, &called, QP_NEIGHBOURS_CALLERS, top, stream) &&
                  print_side(query, &calling, QP_NEIGHBOURS_CALLEES, top, stream);
        code = ok ? QII_OK : qii_no_memory();
    }
    qii_functions_close(&called);
    qii_functions_close(&calling);
    return code;
}

/* ---- report ------------------------------------------------------------------------------------------------------ */

static int print_report(const struct qp_query *query, const struct request *request, const struct qp_stream *stream)
{
    struct qp_error error = {0};
    qp_heading_print(query, stream);
    if (request->threads)
        qp_functions_print_threads(query, &request->functions, stream, &error);
    else if (!print(query, request, stream))
        qp_error_memory(&error);
    return error.code ? qii_fail(NULL, &error) : qii_matches(&request->functions.filter, *stream->rows);
}

static int report_run(struct qii_input *input, struct request *request)
{
    struct qp_stream stream = qii_output(&input->view);
    uint64_t rows = 0;
    stream.rows = &rows;
    int code = qii_input_choose_group(input, request->group);
    if (code)
        return code;
    if (input->measure && request->by >= BY_VTHREAD) {
        fprintf(stderr,
                "qii: --measure applies to functions, files, classes, modules, threads, phases and contexts, not to "
                "--by=%s\n",
                by_words[request->by]);
        return QII_USAGE;
    }
    if (request->functions.sort == QP_FUNCTIONS_BY_IMBALANCE) {
        fprintf(stderr, "qii: %s is not a job, so it has no imbalance\n", input->path);
        return QII_NO;
    }
    request->functions.by_key = request->by == BY_FUNCTION;
    request->functions.top = qii_rows(&input->view, request->functions.top, 40);
    code = request->callers || request->callees ? print_callers(&input->query, request, &stream)
                                                : print_report(&input->query, request, &stream);
    if (!code)
        qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream);
    if (!code && !qp_heading_processor(&input->query, &stream))
        code = qii_no_memory();
    return code;
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

/* Choose the order of a job's table of functions. Return false if the table lacks the column. */
static bool choose_job_sort(const struct request *request, enum qp_job_sort *sort)
{
    static const struct {
        unsigned sort;
        enum qp_job_sort of_job;
    } sorts[] = {{QII_UNSET, QP_JOB_BY_SELF},
                 {QP_FUNCTIONS_BY_SELF, QP_JOB_BY_SELF},
                 {QP_FUNCTIONS_BY_TOTAL, QP_JOB_BY_TOTAL},
                 {QP_FUNCTIONS_BY_CALLS, QP_JOB_BY_CALLS},
                 {QP_FUNCTIONS_BY_IMBALANCE, QP_JOB_BY_IMBALANCE},
                 {QP_FUNCTIONS_BY_NAME, QP_JOB_BY_NAME}};
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        *sort = sorts[i].of_job;
        if (sorts[i].sort == request->sort)
            return true;
    }
    return false;
}

/* Print the tables of ranks, hosts and functions of a job from the files of its ranks. All other tables are of the
 * job's files merged into one. */
static int report_ranks(struct qii_input *input, struct request *request)
{
    struct qp_job_functions_choice choice = {.top = qii_rows(&input->view, request->functions.top, 40),
                                             .filter = &request->functions.filter};
    bool functions = (request->by == BY_ID || request->by == BY_FUNCTION) && !request->threads && !request->group &&
                     !request->callers && !request->callees && choose_job_sort(request, &choice.sort);
    if (functions || request->by >= BY_RANK)
        return report_job(input,
                          functions                ? REPORT_JOB_BY_FUNCTION
                          : request->by == BY_RANK ? REPORT_JOB_BY_RANK
                                                   : REPORT_JOB_BY_HOST,
                          &choice);
    int code = qii_input_query_job(input, request->threads || request->by == BY_THREAD || request->by == BY_CARRIER);
    return code ? code : report_run(input, request);
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    int code = QII_OK;
    if (request->sort != QII_UNSET)
        request->functions.sort = (enum qp_functions_sort)request->sort;
    if (request->by >= BY_RANK && !input->job.id) { /* a rank's file stands for its job */
        qii_input_close(input);
        input->all_ranks = true;
        code = qii_input_open(input);
    }
    if (code)
        return code;
    return input->job.id ? report_ranks(input, request) : report_run(input, request);
}

const struct qii_command qii_report = {
    .name = "report",
    .summary = "show functions with calls, self and total time",
    .arguments = "[FILE...]",
    .help =
        "Show the functions of a run with their number of calls and their time.\v"
        "self is the time in the function itself, self % its part of all self time. total includes callees, with "
        "recursion counted once; per call is total divided by calls. blocked, waiting and cycles are shown if "
        "recorded. fastest and slowest (-record-min-max) are single calls by elapsed time, including callees and "
        "waiting, so slowest may exceed total. The recorder's overhead is subtracted (--raw keeps it).\n\n"
        "If FILE is a job (a directory, a quoted pattern, or --job), the numbers are summed over its ranks. min, mean "
        "and max are of a rank's self time, or of the number by which rows are sorted; a rank that did not call the "
        "function counts as 0. imbalance is (max - mean) / max. The time in the program is all time outside of MPI "
        "calls.",
    .options = options,
    .words = words,
    .selects = true,
    .measures = true,
    .tables = true,
    .watches = true,
    .queries = true,
    .pages = true,
    .files = {.ranks = true},
    .size = sizeof(struct request),
    .check = check,
    .defaults = &(
        const struct request){.by = BY_ID,
                              .sort = QII_UNSET,
                              .functions = {.top = QII_UNSET,
                                            .same = "; --by=function merges functions with the same name and file:line",
                                            .more = "; use --top=0 to show all"}},
    .run = run,
};
