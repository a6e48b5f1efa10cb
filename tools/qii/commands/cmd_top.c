/* cmd_top.c - qii top: a run while it goes on. */
#include "format/words.h"
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

#define SHORTEST_DELAY 10000000u /* ns: no eye sees more */

struct request {
    uint64_t delay_ns;
    enum qp_top_sort sort;
    const char *filter;
    bool total;
};

static const struct qii_option options[] = {
    {"delay", 'd', "SECONDS", "read the file every SECONDS (default 1), or as often as 2 % of a processor allow",
     qii_seconds, offsetof(struct request, delay_ns)},
    {"sort", 's', "COLUMN", "order by self (default), total, runnable, blocked, waiting, calls, per-call or name", NULL,
     offsetof(struct request, sort)},
    {"filter", 'f', "PATTERN", "only functions with PATTERN in their name or file, or with * or ? in it like it",
     qii_wanted, offsetof(struct request, filter)},
    {"total", 'T', NULL, "show the whole run first, not what happens now", qii_flag, offsetof(struct request, total)},
    {.name = NULL},
};

static const struct qii_words words[] = {{"sort", qp_top_sort_words}, {NULL, NULL}};

/* ---- whose file ------------------------------------------------------------------------------------------------ */

static bool is_number(const char *word)
{
    return *word && word[strspn(word, "0123456789")] == '\0';
}

static int open_path(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* Whether somebody records into it. */
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
        qp_error_set(error, QP_ERR_READ, "there is no process %s", word);
    else
        qp_process_find_file((pid_t)process, &found, error);
    return error->code ? -1 : found.fd;
}

/* The file of a PID, of that name, or the newest one here that somebody records into. Returns its descriptor; -1 after
 * a line on standard error. */
static int open_file(struct qii_input *input, int *code)
{
    struct qp_error error = {0};
    if (input->path && is_number(input->path)) {
        int fd = open_process(input->path, &error);
        if (fd < 0)
            *code = qii_fail(NULL, &error);
        return fd;
    }
    if (!input->path && !qii_directory_find_newest(input->newest, sizeof input->newest, is_recorded)) {
        fputs("qii: no *.qii here belongs to a program that runs; name a PID or a data file\n", stderr);
        *code = QII_UNREADABLE;
        return -1;
    }
    if (!input->path)
        input->path = input->newest;
    int fd = open_path(input->path);
    if (fd < 0) {
        qp_error_set(&error, QP_ERR_READ, "%s", strerror(errno));
        *code = qii_fail(input->path, &error);
    }
    return fd;
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

/* How wide a character is, the C library knows where the locale says which characters there are. All that we write is
 * UTF-8. */
static void choose_locale(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static struct qp_selection selection_of(const struct qii_input *input)
{
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    for (unsigned product = 0; input->product && product < QP_PRODUCTS; product++) {
        if (strcmp(input->product, qp_words_product(product)) == 0)
            selection.product = (enum qp_product)product;
    }
    selection.phase = input->phase;
    selection.raw = input->raw;
    return selection;
}

static int watch(struct qp_watched *watched, struct qp_pace *pace, const struct request *request, bool colour)
{
    struct qp_error error = {0};
    struct qp_view view;
    qp_view_init(&view, watched, pace);
    view.functions.sort = request->sort;
    view.functions.total = request->total || !qp_watched_goes_on(watched);
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
    struct qp_watched watched = {.selection = selection_of(input), .any_product = !input->product};
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
    .summary = "a run while it goes on: its hottest functions now, its threads, who calls whom",
    .arguments = "[PID|FILE]",
    .help =
        "Watch a run on the terminal: which functions take the time now, and in all; ? tells the keys.\v"
        "A PID means the file that the process records into, or the one process below it that records. Without any, it "
        "is the newest *.qii here whose program runs. The file is only read: the program does not notice.",
    .options = options,
    .words = words,
    .selects = true,
    .opens_nothing = true,
    .files = {.one_file = "it watches one run"},
    .size = sizeof(struct request),
    .defaults = &(const struct request){.delay_ns = 1000000000},
    .run = run,
};
