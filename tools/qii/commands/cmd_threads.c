/* cmd_threads.c - qii threads: virtual threads by group and one by one, and where the time of system threads went. */
#include "show/log/critical_path.h"
#include "show/parts/heading.h"
#include "show/ledgers.h"
#include "show/virtual_threads.h"
#include "tools/qii/command.h"
#include "tools/qii/matches.h"

struct request {
    enum qp_top_by sort;
    struct qp_filter filter;
    uint32_t top;
    bool wakers;
    struct critical {
        bool asked;
        const char *of; /* NULL = the run */
    } critical;
};

static void take_critical(void *field, const char *argument, const char *option, struct argp_state *state)
{
    (void)option, (void)state;
    *(struct critical *)field = (struct critical){true, argument};
}

static const struct qii_option options[] = {
    {"sort", 's', "NUMBER",
     "the virtual threads with the most running (default), suspended, runnable, migrations, slice or life", NULL,
     offsetof(struct request, sort)},
    {"filter", 'f', "PATTERN",
     "only groups, virtual threads and system threads with PATTERN in their name, or with * or ? in it like it; "
     "several "
     "times: any of them. A virtual thread's group counts too, and with --wakers the names of both functions",
     qii_pattern, offsetof(struct request, filter.only)},
    {"exclude", 'x', "PATTERN", "without such threads", qii_pattern, offsetof(struct request, filter.except)},
    {"top", 'n', "N", "show N rows of each table, 0 = all (default 10)", qii_number, offsetof(struct request, top)},
    {"wakers", 'w', NULL, "show which functions virtual threads were suspended in, and which ones woke them", qii_flag,
     offsetof(struct request, wakers)},
    {"critical", 'c', "?NAME|ID",
     "show the critical path of the run, or of a virtual thread: what its end waited for (with -record-timeline)",
     take_critical, offsetof(struct request, critical)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"sort", qp_virtual_threads_sort_words}, {NULL, NULL}};

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->critical.asked && !qp_filter_is_empty(&request->filter))
        argp_error(state, "a critical path goes through all threads: --critical takes no --filter and --exclude");
}

static int print_critical(struct qii_input *input, const struct request *request, const struct qp_stream *stream)
{
    struct qp_critical_path path;
    struct qp_error error = {0};
    const char *of = request->critical.of;
    if (qp_critical_path_open(&path, &input->profile, &input->query, of, &error))
        return qii_fail(NULL, &error);
    qp_heading_run(&input->query, stream); /* the log's times have the recorder's own cost in them */
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
    int code = wanted->critical.asked ? print_critical(input, wanted, &stream) : print(&input->query, wanted, &stream);
    qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream, "note: ");
    return code;
}

const struct qii_command qii_threads = {
    .name = "threads",
    .summary = "virtual threads by group and one by one; where the time of threads went",
    .arguments = "[FILE...]",
    .help =
        "Show what virtual threads cost, by group and one by one, and where the time of system threads went.\v"
        "A group is all virtual threads of one name that were created at one place; names that differ by numbers are "
        "one, unless the run had -fold-thread-names=no. Then qii tree --group=NAME shows the call tree of one. share "
        "is its part of the running "
        "time of all. A slice is a stretch on a system thread without leaving it; the scheduler's delay is how long "
        "one was runnable before it went on. Shown one by one are those that live, and of those that ended the ten of "
        "each group and system thread that had the most of running, suspended or runnable time or migrations; the "
        "recorder's own cost is taken off their times in the proportion in which it is off their group's. A critical "
        "path goes back from an end: the time before each wake-up is what the waker did; its parts add up to its "
        "length, the recorder's own cost among them.",
    .options = options,
    .words = words,
    .selects = true,
    .tables = true,
    .queries = true,
    .pages = true,
    .size = sizeof(struct request),
    .check = check,
    .defaults = &(const struct request){.sort = QP_TOP_BY_RUNNING, .top = QII_UNSET},
    .run = run,
};
