/* cmd_top.c - qii top: watch a running program. */
#include "tools/qii/command.h"
#include "tools/qii/directory.h"
#include "watch/process.h"
#include "watch/top.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHORTEST_DELAY 10000000u /* in ns; faster updates are not visible */

struct request {
    uint64_t delay_ns;
    enum qp_top_sort sort;
    const char *filter;
    bool total;
};

static const struct qii_option options[] = {
    {"delay", 'd', "SECONDS", "update every SECONDS (default 1), using at most 2% of one CPU", qii_seconds,
     offsetof(struct request, delay_ns)},
    {"sort", 's', "COLUMN", "sort by self (default), total, runnable, blocked, waiting, calls, per-call or name", NULL,
     offsetof(struct request, sort)},
    {"filter", 'f', "PATTERN",
     "include only functions whose name or file contains PATTERN, or matches it if it has * or ?", qii_nonempty,
     offsetof(struct request, filter)},
    {"total", 'T', NULL, "start with the whole run instead of the last interval", qii_flag,
     offsetof(struct request, total)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"sort", qp_top_sort_words}, {NULL, NULL}};

/* ---- data file ------------------------------------------------------------------------------------------------- */

static bool is_number(const char *word)
{
    return *word && word[strspn(word, "0123456789")] == '\0';
}

/* Return true if a running program is recording into the file. */
static bool is_recorded(const char *path)
{
    struct qp_reader reader;
    struct qp_error error = {0};
    if (qp_reader_open(&reader, path, &error))
        return false;
    bool running = reader.ending == QP_ENDING_RUNNING;
    qp_reader_close(&reader);
    return running;
}

static int open_process(const char *word, struct qp_error *error)
{
    struct qp_process_file found;
    unsigned long process = strtoul(word, NULL, 10);
    if (process == 0 || process > INT_MAX)
        qp_error_set(error, QP_ERR_READ, "no process %s", word);
    else
        qp_process_find_file((pid_t)process, &found, error);
    return error->code ? -1 : found.fd;
}

/* Open the data file of a process if a PID is given, otherwise the named file, otherwise the newest file of a running
 * program in the current directory. Return its descriptor. On error, print a message on stderr, set *code to the exit
 * code, and return -1. */
static int open_file(struct qii_input *input, int *code)
{
    struct qp_error error = {0};
    if (!input->path && !qii_directory_find_newest(input->newest, sizeof input->newest, is_recorded)) {
        fputs("qii: no *.qii file of a running program here; specify a PID or a data file\n", stderr);
        *code = QII_UNREADABLE;
        return -1;
    }
    bool process = input->path && is_number(input->path);
    if (!input->path)
        input->path = input->newest;
    int fd =
        process ? open_process(input->path, &error) : open(input->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 && !process)
        qp_error_set(&error, QP_ERR_READ, "%s", strerror(errno));
    if (fd < 0)
        *code = qii_fail(process ? NULL : input->path, &error);
    return fd;
}

/* ---- command --------------------------------------------------------------------------------------------------- */

/* Select a UTF-8 locale. All output of qii is UTF-8, and the C library needs such a locale to compute the width of
 * characters. */
static void choose_locale(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static int watch(struct qp_watched *watched, struct qp_pace *pace, const struct request *request, bool colour)
{
    struct qp_error error = {0};
    struct qp_view view = {
        .watched = watched,
        .pace = pace,
        .functions = {.sort = request->sort, .total = request->total || !qp_watched_is_live(watched)},
    };
    if (request->filter)
        snprintf(view.functions.filter, sizeof view.functions.filter, "%s", request->filter);
    int code = qp_top_run(&view, colour, &error) ? qii_fail("top", &error) : QII_OK;
    qp_view_free(&view);
    return code;
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    struct qp_error error = {0};
    struct qp_watched watched = {.selection = qii_input_selection(input),
                                 .measure = (enum qp_measure)input->measure,
                                 .any_product = !input->product};
    struct qp_pace pace = {.asked_ns = request->delay_ns > SHORTEST_DELAY ? request->delay_ns : SHORTEST_DELAY};
    int code = QII_OK;
    choose_locale();
    int fd = open_file(input, &code);
    if (fd < 0)
        return code;
    qp_pace_begin(&pace);
    if (qp_watched_open(&watched, is_number(input->path) ? NULL : input->path, fd, &error))
        return qii_fail(input->path, &error);
    qp_pace_end(&pace);
    code = watch(&watched, &pace, request, input->view.colour);
    qp_watched_close(&watched);
    return code;
}

const struct qii_command qii_top = {
    .name = "top",
    .summary = "watch a running program: hottest functions, threads, callers and callees",
    .arguments = "[PID|FILE]",
    .help =
        "Watch a running program on the terminal: the functions that take the most time, in the last interval and in "
        "total; press ? for help on keys.\v"
        "PID is the recorded process, or an ancestor of the only recorded process below it. Without arguments, the "
        "newest *.qii of a running program here is used. The file is only read; the program is not affected.",
    .options = options,
    .words = words,
    .selects = true,
    .measures = true,
    .opens_nothing = true,
    .files = {.one_file = "it watches one run"},
    .size = sizeof(struct request),
    .defaults = &(const struct request){.delay_ns = 1000000000},
    .run = run,
};
