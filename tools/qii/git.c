#include "tools/qii/git.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/qii/qii.h"

extern char **environ;

/* ---- processes --------------------------------------------------------------------------------------------------- */

/* Options of every git command. They disable whatever the configuration could make git run, and settings that change
 * its output without an option of `git diff` that overrides them. */
static const char *const options[] = {
    "git",
    "--no-pager",
    "--no-optional-locks",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=true",
    "-c",
    "diff.orderFile=/dev/null",
    "-c",
    "diff.suppressBlankEmpty=false",
};
enum { OPTIONS = sizeof options / sizeof *options, MOST_ARGUMENTS = 40 };

/* A running git. */
struct git {
    pid_t process;
    FILE *out;  /* its output */
    int errors; /* file with its messages */
};

/* Start git with these descriptors as its output and messages. Return 0 or an error number. */
static int spawn(pid_t *process, char *const *arguments, int out, int errors)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (!error)
        error = posix_spawnp(process, "git", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Start git with arguments, which end with NULL. If it cannot be started, return false and the reason; then there is
 * nothing to end. */
static bool start(struct git *git, const char *const *arguments, char *message, size_t size)
{
    char *list[MOST_ARGUMENTS + 1] = {NULL};
    int ends[2] = {-1, -1}, count = 0;
    for (int i = 0; i < OPTIONS; i++)
        list[count++] = (char *)options[i];
    for (; *arguments && count < MOST_ARGUMENTS; arguments++)
        list[count++] = (char *)*arguments;
    setenv("LC_ALL", "C", 1);  /* for messages in English */
    unsetenv("GIT_DIFF_OPTS"); /* it would override the number of context lines */
    git->errors = memfd_create("git", MFD_CLOEXEC);
    int error = git->errors < 0 || pipe2(ends, O_CLOEXEC) != 0 ? errno : 0;
    if (!error)
        error = spawn(&git->process, list, ends[1], git->errors);
    if (ends[1] >= 0)
        close(ends[1]);
    git->out = error ? NULL : fdopen(ends[0], "r");
    if (git->out)
        return true;
    snprintf(message, size, "cannot run git: %s", strerror(error ? error : errno));
    if (ends[0] >= 0)
        close(ends[0]);
    if (git->errors >= 0)
        close(git->errors);
    return false;
}

/* Read the first line of git's messages. */
static void read_message(int errors, char *message, size_t size)
{
    static const char fatal[] = "fatal: ";
    ssize_t got = pread(errors, message, size - 1, 0);
    message[got > 0 ? got : 0] = '\0';
    message[strcspn(message, "\n")] = '\0';
    if (strncmp(message, fatal, sizeof fatal - 1) == 0)
        memmove(message, message + sizeof fatal - 1, strlen(message) - (sizeof fatal - 1) + 1);
}

/* Wait for the end of git. Return true if it succeeded. Otherwise set `message` to the first line of its messages,
 * without "fatal: ". */
static bool end(struct git *git, char *message, size_t size)
{
    int status = 0;
    fclose(git->out);
    while (waitpid(git->process, &status, 0) < 0 && errno == EINTR)
        continue;
    read_message(git->errors, message, size);
    close(git->errors);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFSIGNALED(status))
        snprintf(message, size, "git was ended by signal %d", WTERMSIG(status));
    else if (!*message)
        snprintf(message, size, "git failed with exit code %d", WEXITSTATUS(status));
    return false;
}

/* ---- repositories ------------------------------------------------------------------------------------------------ */

/* Return git's output without the line feed at its end, to be freed. If git failed, return NULL and the reason. */
static char *output_of(const char *const *arguments, char *message, size_t size)
{
    struct git git;
    char *text = NULL;
    size_t room = 0;
    if (!start(&git, arguments, message, size))
        return NULL;
    ssize_t length = getdelim(&text, &room, '\0', git.out);
    if (!end(&git, message, size) || length <= 0) {
        free(text);
        return NULL;
    }
    text[length - (text[length - 1] == '\n')] = '\0';
    return text;
}

char *qii_git_root(char *message, size_t size)
{
    static const char *const arguments[] = {"rev-parse", "--show-toplevel", NULL};
    return output_of(arguments, message, size);
}

bool qii_git_is_shallow(void)
{
    static const char *const arguments[] = {"rev-parse", "--is-shallow-repository", NULL};
    char message[400], *answer = output_of(arguments, message, sizeof message);
    bool shallow = answer && strcmp(answer, "true") == 0;
    free(answer);
    return shallow;
}

int qii_git_diff(struct qp_patch *patch, const char *revision, char *message, size_t size)
{
    const char *const arguments[] = {"diff",
                                     "--no-ext-diff",
                                     "--no-textconv",
                                     "--no-color",
                                     "--no-relative",
                                     "--src-prefix=a/",
                                     "--dst-prefix=b/",
                                     "--unified=0",
                                     "--inter-hunk-context=0",
                                     "--diff-algorithm=myers",
                                     "--find-renames",
                                     "--ignore-submodules=all",
                                     "--submodule=short",
                                     "--patch",
                                     "--end-of-options",
                                     revision,
                                     "--",
                                     NULL};
    struct git git;
    if (!start(&git, arguments, message, size))
        return QII_UNREADABLE;
    bool ok = qp_patch_read(patch, git.out), ended = end(&git, message, size);
    return !ok ? QII_MEMORY : ended ? QII_OK : QII_UNREADABLE;
}
