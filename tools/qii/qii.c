#include "tools/qii/qii.h"

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

/* Whether it understands escape sequences. */
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

static uint32_t width(void)
{
    struct winsize size;
    const char *set = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    long columns = set ? strtol(set, NULL, 10) : 0;
    return columns > 0 && columns < 10000 ? (uint32_t)columns : 100;
}

struct qp_stream qii_output(void)
{
    return (struct qp_stream){.out = stdout, .colour = has_colour(), .columns = width()};
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
    int failed = fflush(stdout);
    if (!failed && !ferror(stdout))
        return code;
    if (errno != EPIPE) /* who closed the pipe has seen enough */
        fprintf(stderr, "qii: cannot write the output: %s\n", strerror(errno));
    return QII_UNWRITABLE;
}
