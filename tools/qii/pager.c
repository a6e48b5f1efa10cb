#include "tools/qii/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t pager;  /* 0 = none */
static int terminal; /* copy of the original standard output */

/* Return true if a program with this name is on the PATH. */
static bool is_there(const char *name)
{
    const char *path = getenv("PATH");
    char file[4096];
    while (path && *path) {
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)length, path, name);
        if (access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* Return the pager's command line, NULL = none. */
static const char *command(void)
{
    const char *wanted = getenv("QII_PAGER");
    if (!wanted)
        wanted = getenv("PAGER");
    if (!wanted)
        wanted = is_there("less") ? "less" : "";
    return *wanted && strcmp(wanted, "cat") != 0 ? wanted : NULL;
}

/* Replace the child process by the pager. Options of less: F exits if everything fits on one screen, R shows colours, X
 * leaves the text on the screen. */
static void become(const char *wanted, const int ends[2])
{
    setenv("LESS", "FRX", 0);
    setenv("LESSCHARSET", "utf-8", 0); /* our output is always UTF-8, whatever the locale */
    signal(SIGPIPE, SIG_DFL);
    if (dup2(ends[0], STDIN_FILENO) >= 0) {
        close(ends[0]);
        close(ends[1]);
        execl("/bin/sh", "sh", "-c", wanted, (char *)NULL);
    }
    _exit(127);
}

void qii_pager_begin(void)
{
    const char *wanted = isatty(STDOUT_FILENO) ? command() : NULL;
    int ends[2];
    if (!wanted || pipe(ends) != 0)
        return;
    fflush(stdout);
    terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    pager = fork();
    if (pager == 0)
        become(wanted, ends);
    if (pager > 0) {
        dup2(ends[1], STDOUT_FILENO);
        signal(SIGINT, SIG_IGN); /* if ^C ended us, the pager would go on using the terminal without its parent */
    } else {
        pager = 0;
    }
    close(ends[0]);
    close(ends[1]);
}

/* Return the original arguments of this process, ending with NULL. Return NULL if they cannot be read. */
static char **own_arguments(void)
{
    FILE *file = fopen("/proc/self/cmdline", "re");
    char **arguments = NULL, *text = NULL;
    size_t count = 0, size = 0;
    while (file && getdelim(&text, &size, '\0', file) >= 0) {
        char **more = realloc(arguments, (count + 2) * sizeof *more);
        if (!more)
            break;
        arguments = more;
        arguments[count++] = text;
        arguments[count] = text = NULL;
        size = 0;
    }
    if (file)
        fclose(file);
    return arguments;
}

/* Run the whole command again without a pager, because the shell could not run the pager and our output is lost. */
static void run_without(void)
{
    char **arguments = own_arguments();
    if (!arguments || dup2(terminal, STDOUT_FILENO) < 0 || setenv("QII_PAGER", "", 1) != 0)
        return;
    signal(SIGINT, SIG_DFL);
    execv("/proc/self/exe", arguments);
}

bool qii_pager_end(void)
{
    int status = 0;
    if (pager == 0)
        return false;
    close(STDOUT_FILENO);
    while (waitpid(pager, &status, 0) < 0 && errno == EINTR)
        continue;
    pager = 0;
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127))
        run_without();
    return true;
}
