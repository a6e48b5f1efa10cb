/* cmd_messages.c - qii messages: messages between the ranks of a parallel job, and the time that they waited. */
#include "export/messages_json.h"
#include "show/messages/message_tables.h"
#include "tools/qii/command.h"
#include "tools/qii/ranks.h"

#include <string.h>

enum format { FORMAT_TABLE, FORMAT_TSV, FORMAT_JSON };

struct request {
    unsigned by; /* index in by_words; QII_UNSET = not given */
    bool waits;
    unsigned top;
    enum format format;
};

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* The first words are those of enum qp_messages_by. */
static const char *const by_words[] = {
#define X(constant, name) name,
    QP_MESSAGES_BY_LIST(X)
#undef X
        NULL,
};

static void take_format(void *field, const char *argument, const char *option, struct argp_state *state)
{
    static const char *const words[] = {"table", "tsv", "json"};
    unsigned format = 0;
    while (format < sizeof words / sizeof *words && strcmp(words[format], argument) != 0)
        format++;
    if (format == sizeof words / sizeof *words)
        argp_error(state, "--%s is table, tsv or json, not '%s'", option, argument);
    *(enum format *)field = (enum format)format;
}

static const struct qii_option options[] = {
    {"by", 'b', "KEY",
     "group by rank (pairs of sender and receiver), communicator, tag, site, path or size (default: messages by rank, "
     "wait states by site)",
     NULL, offsetof(struct request, by)},
    {"waits", 'w', NULL, "show only wait states", qii_flag, offsetof(struct request, waits)},
    {"top", 'n', "N", "show N rows of each table, 0 = all (default 10)", qii_number, offsetof(struct request, top)},
    {"format", 0, "table|tsv|json",
     "output for people (default), tab-separated for programs, or JSON with everything; tsv writes everything but "
     "tables to standard error",
     take_format, offsetof(struct request, format)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"by", by_words}, {NULL, NULL}};

/* Return the key of wait states that belongs to --by. Return QP_WAITS_BYS if wait states have no such key. */
static enum qp_waits_by waits_by(const struct request *request)
{
    if (request->by == QII_UNSET)
        return QP_WAITS_BY_SITE;
    for (int by = 0; by < QP_WAITS_BYS; by++)
        if (strcmp(by_words[request->by], qp_waits_by_name((enum qp_waits_by)by)) == 0)
            return (enum qp_waits_by)by;
    return QP_WAITS_BYS;
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->waits && waits_by(request) == QP_WAITS_BYS)
        argp_error(state, "--waits cannot be grouped by %s", by_words[request->by]);
}

/* ---- command ----------------------------------------------------------------------------------------------------- */

static bool print_tables(const struct qp_job_messages *job, const struct qp_job_waits *waits,
                         const struct request *request, const struct qp_stream *stream)
{
    enum qp_messages_by by = request->by == QII_UNSET ? QP_MESSAGES_BY_RANK : (enum qp_messages_by)request->by;
    enum qp_waits_by waiting = waits_by(request);
    bool ok = request->waits || (by == QP_MESSAGES_BY_RANK ? qp_message_matrix_print(job, stream) : true);
    ok = ok && (request->waits || qp_message_tables_print(job, by, request->top, stream));
    return ok && (!waits || waiting == QP_WAITS_BYS || qp_wait_table_print(job, waits, waiting, request->top, stream));
}

static bool has_messages(const struct qp_job_messages *job)
{
    for (uint32_t i = 0; i < job->rank_count; i++)
        if (job->ranks[i].has_messages)
            return true;
    return false;
}

static int print(const struct qp_job_messages *job, const struct qp_job_waits *waits, const struct request *request,
                 const struct qii_view *view)
{
    struct qp_stream stream = qii_output(view);
    if (request->format == FORMAT_JSON)
        return qp_messages_write_json(job, waits, stdout) ? QII_OK : qii_no_memory();
    if (!has_messages(job)) {
        fputs("no messages were recorded: load libvtmpi, or call VT_log_sendmsg and VT_log_recvmsg\n", stream.out);
        return QII_OK;
    }
    if (!qp_message_heading_print(job, waits, &stream) || !print_tables(job, waits, request, &stream))
        return qii_no_memory();
    qp_message_notes_print(job, waits, &stream);
    return QII_OK;
}

static int show(struct qp_job_messages *job, const struct request *request, const struct qii_view *view)
{
    struct qp_job_waits waits;
    struct qp_error error = {0};
    qii_ranks_allow_all_open();
    if (qp_job_waits_open(&waits, job, &error) == 0) {
        int code = print(job, &waits, request, view);
        qp_job_waits_close(&waits);
        return code;
    }
    if (error.code == QP_ERR_MEMORY)
        return qii_no_memory();
    fprintf(stderr, "qii: wait states are unknown: %s\n", error.text);
    return print(job, NULL, request, view);
}

/* All files of a job are read one after another, not merged. */
static bool opens_itself(const struct qii_input *input, const void *request)
{
    (void)input, (void)request;
    return true;
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct qp_job_messages job;
    struct qp_error error = {0};
    input->all_ranks |= !input->path; /* without a file: the newest job */
    int code = qii_input_find(input);
    if (code)
        return code;
    input->view.tsv = request->format == FORMAT_TSV;
    request->top = qii_rows(&input->view, request->top, 10);
    if (qp_job_messages_open(&job, input->files, input->file_count, &error))
        return qii_fail(NULL, &error);
    code = show(&job, request, &input->view);
    qp_job_messages_close(&job);
    return code;
}

const struct qii_command qii_messages = {
    .name = "messages",
    .summary = "show messages between the ranks of a job, and which ranks wait for which",
    .arguments = "[FILE...]",
    .help =
        "Show the messages of a parallel job: a matrix of senders and receivers, and the time that ranks waited for "
        "each other, by source line. FILEs are those of all ranks, a directory, or one of them with --job; the file of "
        "a single rank shows its own messages.\v"
        "The files of sender and receiver both count each message; a note shows where they differ. Sizes are grouped "
        "by powers of two. Times are the time in the calls that sent or received.\n\n"
        "Wait states are computed from the logs of all ranks. late sender: a receive, or the call that completed it, "
        "began before the send of its message. late receiver: a send, or the call that completed it, returned only "
        "after the receive was posted. collective: a rank entered a collective operation before the last rank or, if "
        "the root sends, before the root. The time lost is from the begin of the waiting call until the late rank "
        "begins its own, or until the waiting call returns. If a call completes several messages, only its longest "
        "wait counts. % is the share of the run time of all ranks. late rank is the rank that caused most of a row's "
        "lost time, with its share if other ranks caused the rest.\n\n"
        "Messages missing from a log, because it was full, off or filtered, are counted, but their wait states are "
        "unknown.",
    .options = options,
    .words = words,
    .opens_itself = opens_itself,
    .pages = true,
    .size = sizeof(struct request),
    .check = check,
    .defaults = &(const struct request){.by = QII_UNSET, .top = QII_UNSET},
    .run = run,
};
