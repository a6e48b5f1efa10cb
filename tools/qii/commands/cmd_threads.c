/* cmd_threads.c - qii threads: virtual threads by group and individually, and system thread time by state. */
#include "show/log/critical_path.h"
#include "show/parts/heading.h"
#include "show/held_calls.h"
#include "show/ledgers.h"
#include "show/virtual_threads.h"
#include "tools/qii/command.h"

struct request {
    enum qp_top_by sort;
    struct qp_filter filter;
    uint32_t top;
    bool wakers;
    struct critical {
        bool asked;
        const char *of; /* name or id of the virtual thread whose path is shown; NULL = show the path of the whole
                         * run */
    } critical;
};

static void take_critical(void *field, const char *argument, const char *option, struct argp_state *state)
{
    (void)option, (void)state;
    *(struct critical *)field = (struct critical){true, argument};
}

static const struct qii_option options[] = {
    {"sort", 's', "COLUMN",
     "sort virtual threads by running (default), blocked, waiting, suspended (both), runnable, migrations, slice or "
     "life",
     NULL, offsetof(struct request, sort)},
    {"filter", 'f', "PATTERN",
     "include only groups, virtual threads and system threads whose name contains PATTERN, or matches it if it has * "
     "or ? (may be repeated). A virtual thread also matches if its group does. With --wakers, include the rows in "
     "which one of the two functions matches",
     qii_pattern, offsetof(struct request, filter.only)},
    {"exclude", 'x', "PATTERN", "exclude such threads", qii_pattern, offsetof(struct request, filter.except)},
    {"top", 'n', "N", "show N rows of each table, 0 = all (default 10)", qii_number, offsetof(struct request, top)},
    {"wakers", 'w', NULL, "show the functions that virtual threads were suspended in, and the functions that woke them",
     qii_flag, offsetof(struct request, wakers)},
    {"critical", 'c', "?NAME|ID",
     "show the critical path of the run or of a virtual thread (requires -record-timeline)", take_critical,
     offsetof(struct request, critical)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"sort", qp_virtual_threads_sort_words}, {NULL, NULL}};

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->critical.asked && !qp_filter_is_empty(&request->filter))
        argp_error(state,
                   "--critical cannot be combined with --filter or --exclude: a critical path crosses all threads");
}

static int print_critical(struct qii_input *input, const struct request *request, const struct qp_stream *stream)
{
    struct qp_critical_path path;
    struct qp_error error = {0};
    const char *of = request->critical.of;
    if (qp_critical_path_open(&path, &input->profile, &input->query, of, &error))
        return qii_fail(NULL, &error);
    /* Print the heading without the line about overhead, because overhead is not subtracted from the times of the
     * log. */
    qp_heading_run(&input->query, stream);
    bool ok = qp_critical_path_print(&path, &input->profile, of, request->top, stream);
    int code = !ok ? qii_no_memory() : path.count ? QII_OK : QII_NO;
    qp_critical_path_close(&path);
    return code;
}

static bool print_tables(const struct qp_query *query, const struct request *request, const struct qp_stream *stream)
{
    if (request->wakers)
        return qp_virtual_threads_print_wakers(query, &request->filter, request->top, stream);
    return qp_virtual_threads_print_groups(query, &request->filter, request->top, stream) &&
           qp_virtual_threads_print_top(query, &request->filter, request->sort, request->top, stream) &&
           qp_held_calls_print(query, &request->filter, request->top, stream) &&
           qp_ledgers_print_carriers(query, &request->filter, request->top, stream);
}

static int print(const struct qp_query *query, const struct request *request, struct qp_stream *stream)
{
    uint64_t rows = 0;
    stream->rows = &rows;
    qp_heading_print(query, stream);
    if (qp_heading_no_times(query, stream))
        return QII_OK;
    return print_tables(query, request, stream) ? qii_matches(&request->filter, rows) : qii_no_memory();
}

static int run(struct qii_input *input, void *request)
{
    struct qp_stream stream = qii_output(&input->view);
    struct request *wanted = request;
    wanted->top = qii_rows(&input->view, wanted->top, 10);
    int code = qii_input_query_job(input, true);
    if (code)
        return code;
    code = wanted->critical.asked ? print_critical(input, wanted, &stream) : print(&input->query, wanted, &stream);
    qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream);
    return code;
}

const struct qii_command qii_threads = {
    .name = "threads",
    .summary = "show virtual threads and system thread time by state",
    .arguments = "[FILE...]",
    .help =
        "Show virtual threads by group and individually, and the time of system threads by state.\v"
        "A group is all virtual threads with the same name that were created in the same place. Names that differ only "
        "in numbers are the same, unless the run had -fold-thread-names=no. qii tree --group=NAME shows the call tree "
        "of a group. % is the group's part of all running time. A slice is one uninterrupted period on a system "
        "thread. delay is the time a virtual thread was runnable before it ran.\n\n"
        "The individual list has the virtual threads that have not ended. Of those that ended, it has for each group "
        "and system thread the ten with the most running time, and likewise for suspended time, runnable time and "
        "migrations. Overhead is subtracted from their times in the same proportion as from their group's.\n\n"
        "Calls that blocked the system thread are those of functions flagged as blocking or waiting, and, where "
        "virtual threads had to wait, the innermost calls that ran for 10 ms or more on average, also callbacks of the "
        "event loop; a call that was suspended counts each resumption as a call.\n\n"
        "The system threads of a job have the names of their ranks.\n\n"
        "The critical path is traced backwards from the end of the run or of the virtual thread; at each wake-up it "
        "continues in the waker. Its parts add up to its length, and include the recorder's overhead.",
    .options = options,
    .words = words,
    .selects = true,
    .tables = true,
    .queries = true,
    .pages = true,
    .files = {.ranks = true},
    .size = sizeof(struct request),
    .check = check,
    .defaults = &(const struct request){.sort = QP_TOP_BY_RUNNING, .top = QII_UNSET},
    .run = run,
};
