#include "tools/qii/qii.h"

#include "base/text.h"
#include "show/parts/wrap.h"
#include "tools/qii/pager.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int qii_fail(const char *what, const struct qp_error *error)
{
    fprintf(stderr, "qii: %s%s%s\n", what ? what : "", what ? ": " : "", error->text);
    switch (error->code) {
    case QP_ERR_MEMORY:
        return QII_MEMORY;
    case QP_ERR_WRITE:
        return QII_UNWRITABLE;
    case QP_ERR_CHOICE:
        return QII_NO;
    default:
        return QII_UNREADABLE;
    }
}

int qii_no_memory(void)
{
    struct qp_error error = {0};
    qp_error_memory(&error);
    return qii_fail(NULL, &error);
}

void qii_exit_without_memory(const char *command)
{
    fprintf(stderr, "%s: not enough memory\n", command);
    exit(QII_MEMORY);
}

void *qii_checked(void *memory, const char *command)
{
    if (!memory)
        qii_exit_without_memory(command);
    return memory;
}

char *qii_format(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = qp_text_format(format, arguments);
    va_end(arguments);
    return qii_checked(text, command);
}

/* Return true if standard output is a terminal that understands escape sequences. */
static bool is_terminal(void)
{
    const char *terminal = getenv("TERM");
    return !(terminal && strcmp(terminal, "dumb") == 0) && isatty(STDOUT_FILENO);
}

static bool has_colour(void)
{
    const char *refused = getenv("NO_COLOR");
    return !(refused && *refused) && is_terminal();
}

uint32_t qii_columns(FILE *out)
{
    struct winsize size;
    const char *set = getenv("COLUMNS");
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    long wanted = set ? strtol(set, NULL, 10) : 0;
    return wanted > 0 && wanted < 10000 ? (uint32_t)wanted : 0;
}

#define FILLED 100 /* line width of running text if the line width of the output is unlimited */

void qii_view_begin(struct qii_view *view, bool pages)
{
    view->colour = has_colour();
    view->columns = qii_columns(stdout);
    if (pages && !view->tsv && !view->no_pager)
        qii_pager_begin();
}

static FILE *wrapped; /* standard output with its lines broken; NULL = its width is unlimited */
static bool lost;     /* out of memory: lines were not broken, or are missing */

struct qp_stream qii_output(const struct qii_view *view)
{
    if (view->tsv)
        return (struct qp_stream){.out = stderr, .programs = stdout};
    if (view->columns && !wrapped)
        lost = !(wrapped = qp_wrap_open(stdout, view->columns));
    return (struct qp_stream){.out = wrapped ? wrapped : stdout,
                              .colour = view->colour,
                              .columns = view->columns ? view->columns : FILLED,
                              .bounded = view->columns != 0};
}

uint32_t qii_rows(const struct qii_view *view, uint32_t asked, uint32_t for_people)
{
    return asked != QII_UNSET ? asked : view->tsv ? 0 : for_people;
}

void qii_output_renew(bool again)
{
    if (is_terminal())
        fputs("\033[H\033[2J", stdout);
    else if (again)
        fputc('\n', stdout);
}

int qii_output_end(int code)
{
    if (wrapped) {
        lost = ferror(wrapped);
        lost |= fclose(wrapped) != 0;
        wrapped = NULL;
    }
    bool failed = fflush(stdout) != 0 || ferror(stdout);
    int why = errno;
    bool paged = qii_pager_end();
    if (!failed && lost)
        return qii_no_memory();
    if (!failed || (paged && why == EPIPE))
        return code;
    if (why != EPIPE) /* EPIPE means that the reader closed the pipe on purpose */
        fprintf(stderr, "qii: cannot write the output: %s\n", strerror(why));
    return QII_UNWRITABLE;
}
